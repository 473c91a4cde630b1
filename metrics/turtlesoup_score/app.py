"""The metric as a Space: a form that computes it."""

from pathlib import Path

from turtlesoup_bench.metrics.form import form

EXAMPLE = {
    "predictions": [
        {
            "logic": ["The visitors were the people he had robbed."],
            "details": ["There were four of them."],
            "conclusion": "He had robbed the four visitors.",
        }
    ],
    "references": ["four-visitors@en"],
}

if __name__ == "__main__":
    form(Path(__file__).with_name("turtlesoup_score.py"), EXAMPLE, {}).launch()

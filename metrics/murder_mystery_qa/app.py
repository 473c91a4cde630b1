"""The metric as a Space: a form that computes it."""

from pathlib import Path

from turtlesoup_bench.metrics.form import form

EXAMPLE = {
    "predictions": ["c", "The answer is (b)."],
    "references": ["a-clear-night-on-the-ridge/long_script-1", "a-clear-night-on-the-ridge/long_script-2"],
}

if __name__ == "__main__":
    form(Path(__file__).with_name("murder_mystery_qa.py"), EXAMPLE, {}).launch()

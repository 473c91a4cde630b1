"""The metric as a Space: a form that computes it."""

from pathlib import Path

from turtlesoup_bench.metrics.form import form

EXAMPLE = {"predictions": ["110010000000111010000001"], "references": ["0fb373ffa4@en"]}
GAMES = ("circuit-decoding", "movie-recommendation", "twenty-questions", "word-chaining", "word-guess")

if __name__ == "__main__":
    form(Path(__file__).with_name("multi_turn_puzzles.py"), EXAMPLE, {"game": GAMES}).launch()

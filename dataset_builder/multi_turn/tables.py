"""The five multi-turn puzzles in the published data set."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from turtlesoup_bench.games import Instance
from turtlesoup_bench.games.multi_turn.instances import DATA
from turtlesoup_bench.records import Json

from ..publish.tables import Table

_MADE = "Code drew it from a seed; no language model wrote any of it, and a test draws it anew."
_ID = {"id": "Id of the instance", "language": "en or zh"}
_RANDOM = "Value of random play, from which the score is normalized"


def _row(instance: Instance) -> Json:
    return {"id": instance.id, "language": instance.language, **instance.data}


def _movie_row(instance: Instance) -> Json:
    scores = {name: _named(instance.data[name], "title", "scores") for name in ("seen", "unseen")}
    return {**_row(instance), "user": instance.cluster, **scores}


def _words_row(instance: Instance) -> Json:
    return {**_row(instance), "words": _named(instance.data["words"], "word", "hypernyms")}


def _named(values: Mapping[str, object], name: str, value: str) -> list[Json]:
    return [{name: key, value: one} for key, one in values.items()]


def _licences(game: str) -> Mapping[str, Path]:
    return {f"{game}/LICENSES.md": DATA / game.replace("-", "_") / "LICENSES.md"}


WORD_GUESS = Table(
    "word-guess",
    fields={
        **_ID,
        "vocabulary": "Id of the list of words; its instances are resampled together",
        "words": "The 40 words of five letters that may be guessed",
        "secret": "The word to be found",
        "random_attempts": "Guesses that random play takes, mean",
        "best_attempts": "Guesses that the best known play takes, mean",
    },
    row=lambda instance: {**_row(instance), "vocabulary": instance.cluster},
    about=lambda: f"A hidden word of a list is found by guesses; each is answered by marks at its letters. {_MADE}",
    beside=_licences("word-guess"),
)
MOVIE_RECOMMENDATION = Table(
    "movie-recommendation",
    fields={
        **_ID,
        "user": "Id of the user, whose instances are resampled together",
        "attributes": "Names of the eight attributes",
        "weights": "The user's hidden weight of each attribute, in tenths",
        "seen": "The 20 movies that are asked about, with a score for each attribute in hundredths",
        "unseen": "The 40 movies of which one is recommended, likewise",
        "random": "Mean rank of a random recommendation",
        "best": "Rank of the best one",
    },
    row=_movie_row,
    about=lambda: (
        "Ten questions about known movies, then a recommendation among forty new ones. A movie's utility is the sum of "
        f"weight times score. Titles are invented. {_MADE}"
    ),
    beside=_licences("movie-recommendation"),
)
CIRCUIT_DECODING = Table(
    "circuit-decoding",
    fields={
        **_ID,
        "inputs": "Inputs of each circuit",
        "stock": "Gates that all circuits together use up",
        "circuits": "The hidden circuits",
        "tables": "Their truth tables, joined: 24 bits, rows counting up",
        "random": _RANDOM,
        "best": "Value of the best play",
    },
    row=_row,
    about=lambda: f"The truth tables of hidden circuits are found by asking for single outputs. {_MADE}",
    beside=_licences("circuit-decoding"),
)
WORD_CHAINING = Table(
    "word-chaining",
    fields={**_ID, "words": "The 500 words that may be said", "random": _RANDOM},
    row=_row,
    about=lambda: (
        f"Two sides say words of a list in turn, each beginning with the last letter (in Chinese, character). {_MADE}"
    ),
    beside=_licences("word-chaining"),
)
TWENTY_QUESTIONS = Table(
    "twenty-questions",
    fields={**_ID, "words": "80 to 100 nouns, each with its hypernyms", "random": _RANDOM},
    row=_words_row,
    about=lambda: (
        "The model answers: it picks a word without telling, says yes or no to questions for hypernyms, and must not "
        f"contradict itself. {_MADE}"
    ),
    beside=_licences("twenty-questions"),
)

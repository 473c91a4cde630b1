"""Builds the data of word guess from SCOWL, the same bytes for the same source, seed and count.

    apt-get install scowl
    python -m turtlesoup_bench.dataset_builder.multi_turn.word_guess turtlesoup_bench/data/word_guess

A word qualifies if it is in SCOWL's general or American list up to size 20, which hold the most common words, and has
five letters, all small; those of `UNFIT` are left out. No word is in two vocabularies, and each word of a vocabulary is
the secret of one instance.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from turtlesoup_bench.games.multi_turn.word_guess.vocabulary import Vocabulary
from turtlesoup_bench.records import Json

from .drawing import build_by_command, draw, id_of, write_lines
from .scowl import SCOWL, scowl_words

SIZES = (10, 20)
VOCABULARIES, WORDS = 10, 40
SEED = 42
UNFIT = frozenset("abort abuse bigot damns dummy idiot moron naked screw sexes slave".split())
_WORD = re.compile(r"[a-z]{5}")


def build(folder: Path, *, scowl: Path = SCOWL, count: int = VOCABULARIES, seed: int = SEED) -> None:
    """Writes ``vocabularies.jsonl`` and ``instances.jsonl`` into a folder.

    Args:
        folder: Where to write.
        scowl: SCOWL's word lists.
        count: Number of vocabularies; there are 40 instances of each.
        seed: Another one draws other vocabularies.

    Raises:
        FileNotFoundError: If SCOWL is not installed.
        ValueError: If there are too few words.
    """
    vocabularies = [record_of(words) for words in draw_vocabularies(qualified(scowl_words(scowl, SIZES)), count, seed)]
    write_lines(folder / "vocabularies.jsonl", vocabularies)
    write_lines(folder / "instances.jsonl", instances_of(vocabularies))


def qualified(words: Iterable[str]) -> list[str]:
    """The words that qualify, in alphabetical order."""
    return sorted({word for word in words if _WORD.fullmatch(word)} - UNFIT)


def draw_vocabularies(lexicon: Sequence[str], count: int, seed: int) -> list[list[str]]:
    """Disjoint sets of 40 words, each in alphabetical order.

    Args:
        lexicon: The words to draw from.
        count: Number of sets.
        seed: What the draw follows from.

    Raises:
        ValueError: If there are too few words.
    """
    if len(lexicon) < count * WORDS:
        raise ValueError(f"{len(lexicon)} words are too few for {count} vocabularies of {WORDS}")
    order = sorted(lexicon, key=lambda word: draw(f"{seed}\n{word}"))
    return [sorted(order[start : start + WORDS]) for start in range(0, count * WORDS, WORDS)]


def record_of(words: Sequence[str]) -> Json:
    """A vocabulary with the expected attempts of random play, which goes through it in any order, and of best play."""
    vocabulary = Vocabulary(words)
    best = vocabulary.expected_attempts(vocabulary.everything)
    return {
        "id": id_of(words),
        "words": words,
        "random_attempts": (len(words) + 1) / 2,
        "best_attempts": best,
    }


def instances_of(vocabularies: Iterable[Json]) -> list[Json]:
    """An instance for each word of each vocabulary, in the order of their ids, which tells neither."""
    instances = [
        {"id": id_of([*vocabulary["words"], secret]), "vocabulary": vocabulary["id"], "secret": secret}
        for vocabulary in vocabularies
        for secret in vocabulary["words"]
    ]
    return sorted(instances, key=lambda instance: instance["id"])


if __name__ == "__main__":
    build_by_command(build, seed=SEED, count=VOCABULARIES, unit="vocabularies of 40 words")

"""How near stories are to one another, or to another collection: vectors of surface and bottom, in both languages."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.turtle_soup.puzzles import data_files, load_puzzle_set
from turtlesoup_bench.games.turtle_soup.similarity.cache import Results, cache_file
from turtlesoup_bench.games.turtle_soup.similarity.encoder import ENCODER_ID, Encoder, Vectors
from turtlesoup_bench.records import LANGUAGES, Language

from .stories import Story

NEAR = 0.6
"""Mean cosine of surface and bottom from which two stories are too near. Nine in ten stories told a second time, in the
other language, lie above it (this set and the paper's); the nearest unrelated pair of either lies at 0.56."""


@dataclass(frozen=True, slots=True)
class Kinship:
    """Two stories and how near they are.

    Attributes:
        first: Story id.
        second: Story id.
        language: In which language they are nearest.
        nearness: Mean cosine of surface with surface and bottom with bottom, in [-1, 1].
    """

    first: str
    second: str
    language: str
    nearness: float


@dataclass(frozen=True, slots=True)
class Told:
    """A story's telling, for comparison."""

    id: str
    surface: str
    bottom: str


def nearest(stories: Sequence[Story], others: Sequence[Story] | None = None) -> list[Kinship]:
    """For each story the nearest other, and every other that is too near; nearest first.

    Args:
        stories: The stories in question.
        others: What they are compared with; by default each other.
    """
    sides: dict[Language, tuple[list[Told], ...]] = {
        language: tuple(
            [Told(story["id"], story[language]["surface"], story[language]["bottom"]) for story in side]
            for side in (stories, stories if others is None else others)
        )
        for language in LANGUAGES
    }
    return _nearest(sides)


def nearest_outside(stories: Sequence[Story], data: Path) -> list[Kinship]:
    """For each story the nearest puzzle of another collection, and every one too near; nearest first.

    Args:
        stories: Our stories.
        data: Folder of imported puzzles.
    """
    sides: dict[Language, tuple[list[Told], ...]] = {}
    for language in LANGUAGES:
        if data_files(data, language):
            told = [Told(s["id"], s[language]["surface"], s[language]["bottom"]) for s in stories]
            others = [Told(p.id, p.surface, p.bottom) for p in load_puzzle_set([language], data=data).puzzles]
            sides[language] = (told, others)
    return _nearest(sides)


def too_near(pairs: Sequence[Kinship]) -> list[Problem]:
    """A problem for each pair that is too near."""
    expected = f"another story, nearer than {NEAR} to none"
    return [
        Problem(pair.first, pair.language, f"a story like {pair.second} ({pair.nearness:.2f})", expected)
        for pair in pairs
        if pair.nearness >= NEAR
    ]


def _nearest(sides: Mapping[Language, tuple[list[Told], ...]]) -> list[Kinship]:
    encoder = kept_encoder()
    pairs: dict[frozenset[str], Kinship] = {}
    for language, (told, others) in sides.items():
        if not (told and others):
            continue
        table = _nearness(encoder, told, others)
        table[np.array([[one.id == other.id for other in others] for one in told])] = -1.0
        for place, other in np.argwhere((table == table.max(axis=1, keepdims=True)) | (table >= NEAR)):
            kinship = Kinship(told[place].id, others[other].id, language, float(table[place, other]))
            pair = frozenset((kinship.first, kinship.second))
            if len(pair) == 2 and (pair not in pairs or pairs[pair].nearness < kinship.nearness):
                pairs[pair] = kinship
    return sorted(pairs.values(), key=lambda kinship: -kinship.nearness)


def _nearness(encoder: Encoder, first: Sequence[Told], second: Sequence[Told]) -> Vectors:
    surfaces = encoder.cosines([one.surface for one in first], [other.surface for other in second])
    bottoms = encoder.cosines([one.bottom for one in first], [other.bottom for other in second])
    return np.asarray((surfaces + bottoms) / 2, dtype=np.float32)


@cache
def kept_encoder() -> Encoder:
    """The encoder, with vectors kept from one check to the next: a check then pays only for texts that changed."""
    try:
        return Encoder(kept=Results(cache_file("vectors.sqlite"), ENCODER_ID))
    except (OSError, sqlite3.Error):
        return Encoder()  # slower, and as right

"""How near stories are to one another, or to another collection: vectors of surface and bottom, in both languages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.puzzles import LANGUAGES, load_puzzle_set

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


def nearest(stories: Sequence[Story]) -> list[Kinship]:
    """Pairs of stories, nearest first."""
    pairs: dict[tuple[str, str], Kinship] = {}
    for language in LANGUAGES:
        told = [Told(s["id"], s[language]["surface"], s[language]["bottom"]) for s in stories]
        table = _nearness(told, told)
        for place, one in enumerate(told):
            for other in range(place):
                _keep(pairs, Kinship(told[other].id, one.id, language, float(table[place][other])))
    return sorted(pairs.values(), key=lambda kinship: -kinship.nearness)


def nearest_outside(stories: Sequence[Story], data: Path) -> list[Kinship]:
    """For each story the nearest puzzle of another collection, nearest first.

    Args:
        stories: Our stories.
        data: Folder of imported puzzles.
    """
    pairs: dict[tuple[str, str], Kinship] = {}
    for language in LANGUAGES:
        if not (data / language / "test.jsonl").is_file():
            continue
        told = [Told(s["id"], s[language]["surface"], s[language]["bottom"]) for s in stories]
        others = [Told(p.id, p.surface, p.bottom) for p in load_puzzle_set([language], data=data).puzzles]
        for one, row in zip(told, _nearness(told, others), strict=True):
            place = max(range(len(others)), key=row.__getitem__)
            _keep(pairs, Kinship(one.id, others[place].id, language, float(row[place])))
    return sorted(pairs.values(), key=lambda kinship: -kinship.nearness)


def too_near(pairs: Sequence[Kinship]) -> list[Problem]:
    """A problem for each pair that is too near."""
    expected = f"another story, nearer than {NEAR} to none"
    return [
        Problem(pair.second, pair.language, f"a story like {pair.first} ({pair.nearness:.2f})", expected)
        for pair in pairs
        if pair.nearness >= NEAR
    ]


def _keep(pairs: dict[tuple[str, str], Kinship], kinship: Kinship) -> None:
    key = (kinship.first, kinship.second)
    if key not in pairs or pairs[key].nearness < kinship.nearness:
        pairs[key] = kinship


def _nearness(first: Sequence[Told], second: Sequence[Told]) -> list[list[float]]:
    from turtlesoup_bench.similarity.encoder import Encoder

    encoder = Encoder()
    surfaces = encoder.cosines([one.surface for one in first], [other.surface for other in second])
    bottoms = encoder.cosines([one.bottom for one in first], [other.bottom for other in second])
    table: list[list[float]] = ((surfaces + bottoms) / 2).tolist()
    return table

"""The set in numbers: counts, lengths, probes, twists, names and openings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from turtlesoup_bench.puzzles import GENRES, LANGUAGES

from .form import opening
from .stories import Story, length, texts

PLAN = dict(zip(GENRES, (82, 60, 31, 58, 69, 100), strict=True))
"""Stories a genre in the paper's data set (arXiv 2508.10358), which this set aims at."""
TOKENS_A_WORD = 1.3
_NAME = re.compile(r"(?<![.!?'\"“‘] )(?<!\A)\b[A-Z][a-z]{2,}\b")


@dataclass(frozen=True, slots=True)
class Lengths:
    """Means in a language: tokens of surface and bottom (words × 1.3 in English, characters in Chinese)."""

    language: str
    surface: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Stats:
    """The set in numbers.

    Attributes:
        genres: Genre → stories there are and stories aimed at.
        lengths: By language.
        key_clues, logic, details: Mean number a story.
        probes: Answer → count in one language.
        deaths: Share of stories with a death, suicide or murder noted.
        twists: Most used families of mechanism.
        names: Capitalised words that stand in most English stories: names of people and places.
        openings: Most shared first four words of English surfaces.
    """

    genres: dict[str, tuple[int, int]]
    lengths: tuple[Lengths, ...]
    key_clues: float
    logic: float
    details: float
    probes: dict[str, int]
    deaths: float
    twists: list[tuple[str, int]]
    names: list[tuple[str, int]]
    openings: list[tuple[str, int]]


def story_stats(stories: Sequence[Story], most: int = 8) -> Stats:
    """Counts everything.

    Args:
        stories: Checked stories.
        most: How many of the most frequent twists, names and openings to name.
    """
    counts = Counter(story["genre"] for story in stories)
    names: Counter[str] = Counter()
    for story in stories:
        names.update({name for _, text in texts(story, "en") for name in _NAME.findall(text)})
    dark = {"death", "suicide", "murder"}
    return Stats(
        genres={genre: (counts[genre], PLAN[genre]) for genre in GENRES},
        lengths=tuple(
            Lengths(
                language,
                mean(_tokens(story[language]["surface"], language) for story in stories),
                mean(_tokens(story[language]["bottom"], language) for story in stories),
            )
            for language in LANGUAGES
        ),
        key_clues=mean(len(story["key_clues"]) for story in stories),
        logic=mean(len(story["rubric"]["logic"]) for story in stories),
        details=mean(len(story["rubric"]["details"]) for story in stories),
        probes=dict(Counter(probe["answer"] for story in stories for probe in story["probes"])),
        deaths=mean(bool(dark & set(story["content_notes"])) for story in stories),
        twists=Counter(story["twist"] for story in stories).most_common(most),
        names=names.most_common(most),
        openings=Counter(opening(story["en"]["surface"], "en") for story in stories).most_common(most),
    )


def _tokens(text: str, language: str) -> float:
    return length(text, language) * (TOKENS_A_WORD if language == "en" else 1)

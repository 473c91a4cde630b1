"""The set in numbers: counts, lengths, probes, twists, names and openings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from turtlesoup_bench.games.turtle_soup.puzzles import GENRES
from turtlesoup_bench.records import LANGUAGES

from .form import opening
from .stories import Story, length, texts

PLAN = dict(zip(GENRES, (82, 60, 31, 58, 69, 100), strict=True))
"""Stories a genre in the paper's data set (arXiv 2508.10358), which this set aims at."""
TOKENS_A_WORD = 1.3
_NAME = re.compile(r"(?<![.!?'\"“‘:] )(?<!\A)(?<!')\b[A-Z][a-z]{2,}\b")
_PLACE = re.compile(r"\b(?:in|at|near|to|from|off|outside|of) ((?:[A-Z][a-z]{2,} ?)+)\b")
_WORD = re.compile(r"\b[a-z]{3,}\b")
_PEOPLE = re.compile(r"(?:ese|ish|ian|days)\Z")
_CALENDAR = set(
    "January February March April May June July August September October November December "
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday Easter Christmas".split()
) | {"New Year"}
_SURNAME = (
    "[王李张刘陈杨赵黄周吴徐孙马朱胡林郭何高梁郑罗宋谢唐韩曹许邓萧冯曾程蔡彭潘袁于董余苏叶吕魏蒋田杜丁沈姜范江傅钟卢汪"
    "戴崔任陆廖姚方金邱夏谭韦贾邹石熊孟秦阎薛侯雷白龙段郝孔邵史毛常万顾赖武康贺严尹钱施牛洪龚]"
)
_TITLE = "先生|太太|师傅|大夫|老师|婶|嫂|掌柜|大爷|大妈|姑娘|家的"
_CHINESE_NAME = re.compile(f"[老小]{_SURNAME}|{_SURNAME}(?:{_TITLE})")


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
        names: Capitalised words that stand in most English stories; not places, peoples and days, nor what is also
            written small somewhere.
        chinese_names: Forms of address that stand in most Chinese stories.
        places: Capitalised words that follow a preposition of place.
        openings: Most shared first four words of surfaces, in either language.
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
    chinese_names: list[tuple[str, int]]
    places: list[tuple[str, int]]
    openings: list[tuple[str, int]]


def story_stats(stories: Sequence[Story], most: int = 8) -> Stats:
    """Counts everything.

    Args:
        stories: Checked stories.
        most: How many of the most frequent twists, names and openings to name.
    """
    counts = Counter(story["genre"] for story in stories)
    names: Counter[str] = Counter()
    chinese_names: Counter[str] = Counter()
    places: Counter[str] = Counter()
    common: set[str] = set()
    for story in stories:
        told = [text for _, text in texts(story, "en")]
        here = {place.strip() for text in told for place in _PLACE.findall(text)} - _CALENDAR
        places.update(here)
        common.update(word for text in told for word in _WORD.findall(text))
        names.update({name for text in told for name in _NAME.findall(text)})
        chinese_names.update({name for _, text in texts(story, "zh") for name in _CHINESE_NAME.findall(text)})
    common |= _CALENDAR | {word for place in places for word in place.split()}
    for name in [name for name in names if {name, name.lower()} & common or _PEOPLE.search(name)]:
        del names[name]
    dark = {"death", "suicide", "murder"}
    return Stats(
        genres={genre: (counts[genre], PLAN[genre]) for genre in GENRES},
        lengths=tuple(
            Lengths(
                language,
                mean(tokens(story[language]["surface"], language) for story in stories),
                mean(tokens(story[language]["bottom"], language) for story in stories),
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
        chinese_names=chinese_names.most_common(most),
        places=places.most_common(most),
        openings=Counter(
            opening(story[language]["surface"], language) for story in stories for language in LANGUAGES
        ).most_common(most),
    )


def tokens(text: str, language: str) -> float:
    """Length in tokens as the paper counts them: words × 1.3 in English, characters in Chinese."""
    return length(text, language) * (TOKENS_A_WORD if language == "en" else 1)

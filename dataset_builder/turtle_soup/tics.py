"""What only a reader of the whole set notices: numbers, words and phrases that come again and again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.records import LANGUAGES

from .numerals import numbers
from .stories import Story, units

STORIES_A_NUMBER = 20
"""Most stories whose surface or bottom tells one number above two."""
STORIES_A_WORD = {"nobody": 90}
"""Most stories that say a word which this set is fond of."""
STORIES_A_PHRASE = 12
"""Most stories that share four words in a row (eight characters, in Chinese)."""
_T = TypeVar("_T", str, int)
_SIZE = {"en": 4, "zh": 8}


def tic_warnings(stories: Sequence[Story]) -> list[Problem]:
    """A warning for each number, word and phrase that stands in too many stories."""
    return [problem for language in LANGUAGES for problem in _in(stories, language)]


def _in(stories: Sequence[Story], language: str) -> Iterator[Problem]:
    told = [f"{story[language]['surface']} {story[language]['bottom']}" for story in stories]
    told_units = [units(text, language) for text in told]
    for number, count in _stories(numbers(text, language) for text in told):
        if count > STORIES_A_NUMBER:
            yield _problem(language, f"{number} in {count} stories", STORIES_A_NUMBER)
    for word, most in STORIES_A_WORD.items():
        count = sum(word in own for own in told_units)
        if count > most:
            yield _problem(language, f"{word!r} in {count} stories", most)
    size, mark = _SIZE[language], " " if language == "en" else ""
    runs = ({mark.join(own[n : n + size]) for n in range(len(own) - size + 1)} for own in told_units)
    for phrase, count in _stories(runs):
        if count > STORIES_A_PHRASE:
            yield _problem(language, f"{phrase!r} in {count} stories", STORIES_A_PHRASE)


def _stories(told: Iterable[set[_T]]) -> list[tuple[_T, int]]:
    return Counter(one for own in told for one in own).most_common()


def _problem(language: str, found: str, most: int) -> Problem:
    return Problem("all stories", language, found, f"at most {most}")

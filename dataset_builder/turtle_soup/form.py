"""What a story file must satisfy beyond its schema; all problems of all files are reported at once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

from ruamel.yaml import YAML

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.validation import check_record

from ..yaml_files import read_mapping, with_lines
from .stories import Story, length, texts, units

TWISTS = Path(__file__).with_name("twists.yaml")
STORIES_A_TWIST = 16
STORIES_AN_OPENING = 3
_OPENING_WORDS = 4

# (least, most), in words for English and in characters, punctuation included, for Chinese.
SURFACE = {"en": (15, 80), "zh": (20, 110)}
BOTTOM = {"en": (80, 184), "zh": (110, 315)}
ORIGINAL_BOTTOM = {"en": (185, 230), "zh": (180, 350)}
PROBES_AN_ANSWER = 2
_LEAK_WORDS = {"en": 9, "zh": 14}
"""Longest run of words (characters) that surface and bottom may share before the surface gives the bottom away."""

_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]{2,}")
HALF_WIDTH = re.compile(r"(?<=[\u4e00-\u9fff])[,;:!?]+|[,;:!?]+(?=[\u4e00-\u9fff])")
_DOUBLED = re.compile(r"[。！？，、；：]{2,}|(?<!\.)\.\.(?!\.)|[,;:!?]{2,}|  ")
_ENDS = {"en": ".!?'\"”’", "zh": "。！？”’」…"}
_QUESTION_ENDS = {"en": "?", "zh": "？"}


def check_stories(paths: Sequence[Path]) -> tuple[list[Story], list[Problem]]:
    """Checks story files, each by itself and all together.

    Args:
        paths: Story files, ``<genre>/<slug>.yaml``.

    Returns:
        The stories that satisfy their schema, in the order of the paths, and every problem found.
    """
    stories: list[Story] = []
    problems: list[Problem] = []
    for path in paths:
        story, found = read_mapping(path)
        if story is not None:
            found = check_record(story, "turtle_soup/story", str(path))
            if found:
                said = {problem.place for problem in found}
                found += [problem for problem in _readable(story, path) if problem.place not in said]
            else:
                stories.append(story)
                found = list(_check_story(story, path))
            found = with_lines(found, path) if found else found
        problems += found
    problems += _check_together(stories)
    return stories, problems


def _readable(story: Story, path: Path) -> Iterator[Problem]:
    """What is wrong in the content of a story that breaks its schema, as far as it can be read."""
    try:
        yield from _check_story(story, path)
    except (AttributeError, IndexError, KeyError, TypeError):
        return


def _check_story(story: Story, path: Path) -> Iterator[Problem]:
    where = str(path)
    if story["id"] != path.stem:
        yield Problem(where, "id", story["id"], f"{path.stem}, the file's name", fixable=True)
    if story["genre"] != path.parent.name:
        yield Problem(where, "genre", story["genre"], f"{path.parent.name}, the folder's name", fixable=True)
    if story["twist"] not in twists():
        yield Problem(where, "twist", story["twist"], f"a key of {TWISTS.name}; add it there if it is new")
    for language in ("en", "zh"):
        yield from _check_lengths(story, language, where)
        yield from _check_leak(story, language, where)
        for place, text in texts(story, language):
            if text:
                yield from _check_text(text, language, where, place)
    yield from _check_lists(story, where)
    yield from _check_probes(story, where)


def bottom_limits(genre: str) -> dict[str, tuple[int, int]]:
    """The least and the greatest length of a bottom by language; as `length` counts."""
    return ORIGINAL_BOTTOM if genre == "original" else BOTTOM


def _check_lengths(story: Story, language: str, where: str) -> Iterator[Problem]:
    unit = "words" if language == "en" else "characters"
    bottom = bottom_limits(story["genre"])[language]
    for field, (least, most) in (("surface", SURFACE[language]), ("bottom", bottom)):
        text = story[language][field]
        if not least <= length(text, language) <= most:
            found = f"{length(text, language)} {unit}"
            yield Problem(where, f"{language}.{field}", found, f"{least} to {most}")


def _check_leak(story: Story, language: str, where: str) -> Iterator[Problem]:
    surface, bottom = (units(story[language][field], language) for field in ("surface", "bottom"))
    size = _LEAK_WORDS[language]
    runs = {tuple(bottom[start : start + size]) for start in range(len(bottom) - size + 1)}
    for start in range(len(surface) - size + 1):
        run = surface[start : start + size]
        if tuple(run) in runs:
            shared = (" " if language == "en" else "").join(run)
            yield Problem(where, f"{language}.surface", f"'{shared}', which the bottom repeats", "other words")
            return


def _check_text(text: str, language: str, where: str, place: str) -> Iterator[Problem]:
    if "\n" in text:
        yield Problem(where, place, "a line break", "one paragraph", fixable=True)
    doubled = _DOUBLED.search(text)
    if doubled:
        yield Problem(where, place, f"doubled {doubled.group()!r}", "one", fixable=len(set(doubled.group())) == 1)
    if language == "zh":
        if not _HAN.search(text):
            yield Problem(where, place, text[:40], "Chinese text")
        half = HALF_WIDTH.search(text)
        if half:
            yield Problem(where, place, f"half-width {half.group()!r}", "its full-width form", fixable=True)
        if '"' in text or "'" in text:
            yield Problem(where, place, "straight quotes", "“ ” and ‘ ’")
    elif _HAN.search(text) or not _LATIN.search(text):
        yield Problem(where, place, text[:40], "English text")
    if not place.endswith(".title"):
        ends = _QUESTION_ENDS[language] if place.startswith("probes") else _ENDS[language]
        if text[-1] not in ends:
            expected = f"an end in {' '.join(ends)}"
            yield Problem(where, place, f"the end {text[-8:]!r}", expected, fixable=text[-1].isalnum())


def _check_lists(story: Story, where: str) -> Iterator[Problem]:
    for language in ("en", "zh"):
        seen: dict[str, str] = {}
        for place, text in texts(story, language):
            if text and place.startswith(("rubric", "probes")):
                key = "".join(units(text, "zh"))
                if key in seen:
                    yield Problem(where, place, f"{text!r}, as in {seen[key]}", "each statement once")
                seen.setdefault(key, place)
            if (
                text
                and place.startswith("rubric")
                and "".join(units(text, "zh")) in "".join(units(story[language]["surface"], "zh"))
            ):
                yield Problem(where, place, f"{text!r}, which the surface says", "something hidden")


def _check_probes(story: Story, where: str) -> Iterator[Problem]:
    answers = Counter(probe["answer"] for probe in story["probes"])
    for answer in ("yes", "no", "unknown"):
        if answers[answer] < PROBES_AN_ANSWER:
            yield Problem(where, "probes", f"{answers[answer]} answered {answer}", f"at least {PROBES_AN_ANSWER}")
    if sorted_by_answer(story):
        yield Problem(
            where, "probes", "all of one answer in a row, then all of the next", "a mixed order", fixable=True
        )
    clues = len(story["key_clues"])
    for number, probe in enumerate(story["probes"]):
        if (probe["key_clue"] or 0) > clues:
            yield Problem(where, f"probes[{number}].key_clue", str(probe["key_clue"]), f"at most {clues}, or null")


def sorted_by_answer(story: Story) -> bool:
    """Whether the place of a probe tells its answer: those of one answer stand together."""
    answers: list[str] = [probe["answer"] for probe in story["probes"]]
    return sum(first != second for first, second in pairwise(answers)) < len(set(answers))


def _check_together(stories: Sequence[Story]) -> Iterator[Problem]:
    ids = Counter(story["id"] for story in stories)
    for story_id, count in ids.items():
        if count > 1:
            yield Problem(story_id, "id", f"{count} stories", "one")
    for twist, count in Counter(story["twist"] for story in stories).items():
        if count > STORIES_A_TWIST:
            yield Problem("all stories", f"twist {twist}", f"{count} stories", f"at most {STORIES_A_TWIST}")
    for language in ("en", "zh"):
        openings = Counter(opening(story[language]["surface"], language) for story in stories)
        for words, count in openings.items():
            if count > STORIES_AN_OPENING:
                yield Problem(
                    "all stories", f"{language}.surface", f"{count} begin {words!r}", f"at most {STORIES_AN_OPENING}"
                )


def opening(surface: str, language: str) -> str:
    """The first four words of a surface (characters, in Chinese)."""
    return (" " if language == "en" else "").join(units(surface, language)[:_OPENING_WORDS])


@cache
def twists() -> dict[str, str]:
    """The families of mechanism, each with one line on how it works."""
    loaded: dict[str, str] = YAML(typ="safe", pure=True).load(TWISTS)
    return loaded

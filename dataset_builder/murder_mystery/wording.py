"""Texts: both languages state the same facts, times and people, and a span has the clock times of its facts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.murder_mystery.cases import Case
from turtlesoup_bench.games.murder_mystery.facts import Bound
from turtlesoup_bench.games.murder_mystery.texts import all_texts, clock_times, outside, plain, spans, stated
from turtlesoup_bench.records import LANGUAGES

from .clues import times

SCRIPT = {"en": (250, 450), "zh": (400, 800)}
SOLUTION = {"en": (120, 450), "zh": (200, 800)}
INTRODUCTION = {"en": (15, 80), "zh": (20, 140)}
"""(least, most), in words for English and in characters, punctuation included, for Chinese."""
_LIMITS = {".script": SCRIPT, "solution": SOLUTION, ".introduction": INTRODUCTION}
_ANCHORED = re.compile(r"opening|solution|roles\[\d+\]\.script|clues\[\d+\]\.text")
_LINE = re.compile(r"clues\[(\d+)\]\.image\.lines\[(\d+)\]\.text")
Names = Mapping[str, Mapping[str, re.Pattern[str]]]
"""By language and person, a pattern of the parts of the name that are nobody else's."""
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]")


def wording_problems(case: Case) -> Iterator[Problem]:
    """Languages that differ, texts of a wrong length, clock times that no fact has."""
    names = _names(case)
    for place, text in all_texts(case.record):
        yield from _languages(case, place, text, names)
        yield from _lengths(case, place, text)
        for language in LANGUAGES:
            yield from _times(case, f"{place}.{language}", text[language])
        if stated(text) and not _ANCHORED.fullmatch(place):
            found = f"the anchor {min(stated(text))}"
            yield Problem(case.record["id"], place, found, "anchors in opening, scripts, text clues and solution only")


def _languages(case: Case, place: str, text: Mapping[str, str], names: Names) -> Iterator[Problem]:
    name = case.record["id"]
    if _HAN.search(plain(text["en"])) or not _LATIN.search(plain(text["en"])):
        yield Problem(name, f"{place}.en", plain(text["en"])[:40], "English text")
    if not _HAN.search(plain(text["zh"])):
        yield Problem(name, f"{place}.zh", plain(text["zh"])[:40], "Chinese text")
    for what, (english, chinese) in {
        "facts": tuple({fact for span in spans(text[one]) for fact in span.facts} for one in LANGUAGES),
        "times": tuple(clock_times(plain(text[one])) for one in LANGUAGES),
        "people": tuple(_named(plain(text[one]), names, one) for one in LANGUAGES),
    }.items():
        for one, only in (("en", english - chinese), ("zh", chinese - english)):
            if only:
                found = f"{what} that only {one} states: {', '.join(sorted(only))}"
                yield Problem(name, place, found, f"the same {what} in both languages")


def _lengths(case: Case, place: str, text: Mapping[str, str]) -> Iterator[Problem]:
    for ending, limits in _LIMITS.items():
        if place.endswith(ending):
            for language, (least, most) in limits.items():
                words = plain(text[language])
                count, unit = (len(words.split()), "words") if language == "en" else (len(words), "characters")
                if not least <= count <= most:
                    yield Problem(case.record["id"], f"{place}.{language}", f"{count} {unit}", f"{least} to {most}")


def _times(case: Case, place: str, text: str) -> Iterator[Problem]:
    """Clock times that the text gives although its facts have others."""
    base = place.rsplit(".", 1)[0]
    checked: list[tuple[str, set[str]]] = []
    if _ANCHORED.fullmatch(base):
        checked = [(span.words, _times_of(case, span.facts)) for span in spans(text)]
        checked.append((outside(text), set()))
    elif line := _LINE.fullmatch(base):
        shown = case.record["clues"][int(line[1])]["image"]["lines"][int(line[2])]
        if "fact" in shown:
            checked = [(text, _times_of(case, (shown["fact"],)))]
    elif bound := next((one for one in case.of(Bound) if base == f"{one.place}.text"), None):
        checked = [(text, _times_of(case, (bound.id,)))]
    for words, right in checked:
        for time in sorted(clock_times(words) - right):
            found = f"{time} in '{words.strip()[:40]}'"
            expected = " or ".join(sorted(right)) or "no time outside a span that states it"
            yield Problem(case.record["id"], place, found, expected)


def _times_of(case: Case, facts: tuple[str, ...]) -> set[str]:
    return {time for fact in facts for time in times(case, case.facts[fact])}


def _names(case: Case) -> Names:
    names: dict[str, dict[str, re.Pattern[str]]] = {}
    for language in LANGUAGES:
        edge = r"\b" if language == "en" else ""
        parts = {one["id"]: set(re.split(r"[\s·]+", one["name"][language])) for one in case.record["people"]}
        count = Counter(part for own in parts.values() for part in own)
        names[language] = {
            person: re.compile(f"{edge}(?:{'|'.join(map(re.escape, own))}){edge}")
            for person, all_parts in parts.items()
            if (own := [part for part in all_parts if count[part] == 1])
        }
    return names


def _named(text: str, names: Names, language: str) -> set[str]:
    """The people whose name, or part of it, stands in a text."""
    return {person for person, pattern in names[language].items() if pattern.search(text)}

"""The words of a case for its questions: names, what somebody does, and sentences with a gap for a name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from turtlesoup_bench.games.murder_mystery.cases import Case, clock
from turtlesoup_bench.games.murder_mystery.facts import Act, Sighting, Stay, Telling
from turtlesoup_bench.games.murder_mystery.texts import clock_times, plain

from .drafts import Words, both

GAP = Words("____", "＿＿")
_TITLE = r"(?:(?:Mr|Mrs|Miss|Ms|Madame|Madam|Mademoiselle|Monsieur|Señor|Señora|Senhor|Dona|Don|Dr|Master)\.?\s+)?"
_TITLE_AFTER = "(?:先生|小姐|太太|女士|师傅|夫人|姑娘|大娘|老爷|大人)?"
_SEX = Words(
    r"\b(?:he|she|him|her|his|hers|himself|herself|wife|husband|widow|widower)\b",
    r"[他她]|妻|丈夫|寡妇",
)
"""Words that tell whether a man or a woman is meant."""


def tells_sex(words: Words) -> bool:
    """Whether a text tells whether a man or a woman is meant, so that a name alone could fit it or not."""
    return bool(re.search(_SEX.en, words.en, re.IGNORECASE) or re.search(_SEX.zh, words.zh))


def tells_time(words: Words) -> bool:
    """Whether a text contains a time of the clock."""
    return bool(clock_times(words.en) or clock_times(words.zh))


class CaseWords:
    """Names and texts of a case in both languages."""

    def __init__(self, case: Case) -> None:
        self._case = case
        record = case.record
        self.names = {
            thing["id"]: Words(thing["name"]["en"], thing["name"]["zh"])
            for part in ("people", "places", "objects")
            for thing in record[part]
        }
        murder = record["murder"]
        entries = [*record["stays"], *record["acts"]]
        self.doing = {entry["id"]: words(entry["doing"]) for entry in entries}
        stated = [*record["motives"], *record["secrets"], *record["means"], murder["place"], *murder["needs"]]
        self.texts = {entry["id"]: words(entry["text"]) for entry in stated}

    @cached_property
    def people(self) -> tuple[Words, ...]:
        """Names of the people with a role."""
        return tuple(self.names[who] for who in self._case.suspects)

    @cached_property
    def places(self) -> tuple[Words, ...]:
        """Names of the places."""
        return tuple(self.names[place["id"]] for place in self._case.record["places"])

    @cached_property
    def times(self) -> tuple[Words, ...]:
        """The times of all that was noticed, done or told, and of when somebody came or went."""
        case = self._case
        minutes = {act.time for act in case.of(Act)}
        minutes |= {telling.time for telling in case.of(Telling) if telling.time is not None}
        minutes |= {minute for stay in case.of(Stay) for minute in (stay.start, stay.end)}
        minutes |= {minute for seen in case.of(Sighting) for minute in (seen.start, seen.end)}
        return tuple(both(clock(minute)) for minute in sorted(minutes))

    @cached_property
    def _parts(self) -> Mapping[str, tuple[re.Pattern[str], ...]]:
        """For each person a pattern, in each language, of the name and those of its parts that are nobody else's."""
        people = [person["id"] for person in self._case.record["people"]]
        split = {who: [re.split(r"[\s·]+", name) for name in self.names[who]] for who in people}
        count = Counter(part for parts in split.values() for language in parts for part in language)
        patterns = {}
        for who in people:
            english, chinese = (
                "|".join(
                    re.escape(part)
                    for part in (name, *parts)
                    if part == name or (count[part] == 1 and len(part) >= least)
                )
                for name, parts, least in zip(self.names[who], split[who], (3, 2), strict=True)
            )
            patterns[who] = (
                re.compile(rf"{_TITLE}(?:\b[A-ZÀ-Ý]\.\s*)*\b(?:{english})\b(?:\s+(?:{english})\b)*"),
                re.compile(rf"(?:[\u4e00-\u9fff]·)?(?:{chinese})(?:·?(?:{chinese}))*{_TITLE_AFTER}"),
            )
        return patterns

    def named(self, text: Words) -> set[str]:
        """The people whose name, or part of it, stands in a text in either language."""
        return {
            who
            for who, patterns in self._parts.items()
            if any(pattern.search(one) for pattern, one in zip(patterns, text, strict=True))
        }

    def with_gap(self, text: Words, who: str) -> Words | None:
        """The text with a gap for each mention of a person.

        None if the text does not name the person in both languages, or still tells whether it is a man or a woman.
        """
        gapped = []
        for pattern, one, gap in zip(self._parts[who], text, GAP, strict=True):
            rest, count = pattern.subn(gap, one)
            if not count:
                return None
            gapped.append(rest)
        sentence = Words(*gapped)
        return None if tells_sex(sentence) else sentence


def words(text: Mapping[str, str]) -> Words:
    """A text of the case file as a reader sees it."""
    return Words(plain(text["en"]), plain(text["zh"]))

"""Questions before options are chosen: what is asked, the answer, and the evidence for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple


class Words(NamedTuple):
    """The same in both languages."""

    en: str
    zh: str

    def overlaps(self, other: Words) -> bool:
        """Whether the two are equal in either language."""
        return self.en == other.en or self.zh == other.zh


class Hop(NamedTuple):
    """One step of the way to the answer: ids of facts or doors, and the id of the clue, or person, who tells them."""

    facts: tuple[str, ...]
    source: str


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A question without options.

    Attributes:
        kind: One of the game's `KINDS`.
        ask: Name of the phrases that ask for it; answers to the same phrases are each other's distractors.
        about: What the phrases are filled with.
        answer: The right option.
        unfit: What cannot be a wrong option, because it is right as well, or nearly.
        pool: More options where other answers are too few: all places, all people.
        facts: Ids of what is asked about; no fact is asked about more than twice.
        hops: The evidence.
        role: Id of the person whose script is needed.
    """

    kind: str
    ask: str
    about: Mapping[str, Words] = field(default_factory=dict)
    answer: Words
    unfit: tuple[Words, ...] = ()
    pool: tuple[Words, ...] = ()
    facts: tuple[str, ...]
    hops: tuple[Hop, ...]
    clues: tuple[str, ...] = ()
    role: str | None = None

    @cached_property
    def key(self) -> str:
        """Names the draft within its case."""
        return "|".join([self.kind, self.ask, *(words.en for words in self.about.values()), self.answer.en])


def number(*parts: Any) -> int:
    """A number that looks random and depends on the parts alone."""
    return int(sha256("\n".join(map(str, parts)).encode()).hexdigest()[:12], 16)


def both(value: object) -> Words:
    """A number or time of the clock, which both languages write alike."""
    return Words(str(value), str(value))

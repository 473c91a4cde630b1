"""The facts of a case as records: each has an id, its place in the case file, and whom it is about."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What every fact has.

    Attributes:
        id: Its name, by which texts and other facts refer to it.
        place: Where it stands in the case file, such as ``stays[3]``.
        who: The person it is about; None for facts of the murder that name nobody.
    """

    id: str
    place: str
    who: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay(Fact):
    """Somebody is at a place from minute to minute, both included."""

    at: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Fact):
    """Somebody does something at one minute, where the stay says; it may take up or put down an object."""

    time: int
    takes: str | None
    leaves: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting(Fact):
    """A person or an object (`by`) notices the stay or act `of` from minute to minute."""

    by: str
    of: str
    start: int
    end: int
    heard: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling(Fact):
    """A person or a document (`by`) tells somebody a fact; without a time, before the day."""

    by: str
    to: tuple[str, ...]
    fact: str
    time: int | None
    phone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Motive(Fact):
    """Why somebody might have done it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret(Fact):
    """What somebody hides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Means(Fact):
    """Whether somebody has what a need asks for."""

    need: str
    has: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed(Fact):
    """That the murderer killed the victim: the fact that no player is told but the murderer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene(Fact):
    """Where the murder was done."""

    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound(Fact):
    """One bound of the murder's time: just one of the three is set."""

    after: int | None
    before: int | None
    lasts: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Need(Fact):
    """What nobody could do it without; `object` if it is a thing."""

    object: str | None


OfMurder = Deed | Scene | Bound | Need


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A stay that never was: a person says to have been there all this time."""

    at: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Lie:
    """What a role must say though it is false: it denies a fact of its own, or claims a stay.

    Attributes:
        guards: The secret that the lie of an innocent protects.
    """

    id: str
    place: str
    who: str
    denies: str | None
    claims: Claim | None
    guards: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Clue:
    """What comes to the table, and the facts that it states."""

    id: str
    place: str
    states: frozenset[str]
    held_by: str | None
    is_pivotal: bool
    is_image: bool

"""What a picture shows: the lines of an image clue with their names in one language, and the plan where it is drawn."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256

from turtlesoup_bench.games.murder_mystery.cases import Record
from turtlesoup_bench.games.murder_mystery.texts import plain

DRAWING_VERSION = 1
"""To be raised whenever the same content is drawn in another way: then all pictures are stale."""
PLANS = ("floor_plan", "map", "phone_trace")
"""Kinds that show all places."""
RUNNING_TEXT = ("letter", "telegram", "diary", "newspaper", "label")
"""Kinds in which a line with a text shows no names beside it."""
_NAMED = ("people", "places", "objects")
_UNIT = {"en": "min", "zh": "分钟"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the clue as it is drawn; what it does not show is empty."""

    text: str = ""
    time: str = ""
    person: str = ""
    place: str = ""
    object: str = ""

    @property
    def names(self) -> list[str]:
        """Names of person, place and object that the text does not contain."""
        return [name for name in (self.person, self.place, self.object) if name and name not in self.text]

    @property
    def parts(self) -> list[str]:
        """Text and names."""
        return [*([self.text] if self.text else ()), *self.names]

    @property
    def names_first(self) -> list[str]:
        """Names, time and text, for what shows somebody or something and says more of it."""
        return [*self.names, *(part for part in (self.time, self.text) if part)]

    @property
    def words(self) -> str:
        """Time, text and names as one piece of text."""
        return "  ".join(part for part in (self.time, *self.parts) if part)


@dataclass(frozen=True, slots=True)
class Room:
    """A place and where it lies: column from the west, row from the north."""

    name: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Passage:
    """A way between two places, by their names, and how long it takes."""

    ends: tuple[str, str]
    minutes: int
    is_locked: bool


@dataclass(frozen=True, slots=True)
class Content:
    """All that a drawing knows; rooms, passages and the word for minutes only where the kind shows them."""

    kind: str
    entries: tuple[Entry, ...]
    rooms: tuple[Room, ...] = ()
    passages: tuple[Passage, ...] = ()
    unit: str = ""

    @property
    def hash(self) -> str:
        """Equal for equal pictures of the same drawing version."""
        data = json.dumps([DRAWING_VERSION, asdict(self)], ensure_ascii=False, sort_keys=True)
        return sha256(data.encode()).hexdigest()


def content(case: Record, image: Record, language: str) -> Content:
    """What the picture of an image clue shows in a language.

    Args:
        case: A case record.
        image: The field ``image`` of one of its clues.
        language: ``en`` or ``zh``.
    """
    kind = image["kind"]
    names = {thing["id"]: thing["name"][language] for part in _NAMED for thing in case[part]}
    entries = tuple(_entry(line, names, language, kind in RUNNING_TEXT) for line in image["lines"])
    if kind not in PLANS:
        return Content(kind, entries)
    rooms = tuple(Room(names[place["id"]], place["x"], place["y"]) for place in case["places"])
    passages = tuple(
        Passage(
            ends=(names[door["between"][0]], names[door["between"][1]]),
            minutes=door["minutes"],
            is_locked="key" in door,
        )
        for door in case["doors"]
    )
    return Content(kind, entries, rooms, passages, _UNIT[language])


def _entry(line: Record, names: Mapping[str, str], language: str, is_running: bool) -> Entry:
    text = plain(line["text"][language]) if "text" in line else ""
    shown = {
        field: names[line[field]]
        for field in ("person", "place", "object")
        if field in line and not (is_running and text)
    }
    return Entry(text=text, time=line.get("time", ""), **shown)

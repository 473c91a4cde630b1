"""The form of a case file beyond its schema: ids stand once, every reference names a thing of the right kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.murder_mystery.cases import Record
from turtlesoup_bench.games.murder_mystery.texts import all_texts, spans

ROLES = (4, 8)
IMAGE_CLUES = (5, 20)
NOTICED = ("stay", "act")
TOLD = ("stay", "act", "sighting", "telling", "motive", "secret", "means")
FACTS = (*TOLD, "murder", "scene", "bound", "need")
_LISTS = {
    "people": "person",
    "places": "place",
    "doors": "door",
    "objects": "object",
    "stays": "stay",
    "acts": "act",
    "sightings": "sighting",
    "tellings": "telling",
    "motives": "motive",
    "secrets": "secret",
    "means": "means",
    "clues": "clue",
}
_FIELDS: dict[str, dict[str, tuple[str, ...]]] = {
    "doors": {"between": ("place",), "key": ("object",)},
    "objects": {"at": ("place",), "with": ("person",)},
    "stays": {"who": ("person",), "at": ("place",)},
    "acts": {"who": ("person",), "takes": ("object",), "leaves": ("object",)},
    "sightings": {"by": ("person", "object"), "of": NOTICED},
    "tellings": {"by": ("person", "object"), "to": ("person",), "fact": TOLD},
    "motives": {"who": ("person",)},
    "secrets": {"who": ("person",)},
    "means": {"who": ("person",), "need": ("need",)},
    "roles": {"who": ("person",)},
    "clues": {"held_by": ("person",)},
}
"""Fields that refer to something, and to what kinds of thing."""


def form_problems(record: Record) -> Iterator[Problem]:
    """What keeps a file that satisfies the schema from being read as a case."""
    kinds = dict(_ids(record))
    for name, count in Counter(name for name, _ in _ids(record)).items():
        if count > 1:
            yield Problem(record["id"], "", f"the id {name!r} for {count} things", "an id for each thing")
    for place, name, allowed in _references(record):
        if kinds.get(name) not in allowed:
            yield Problem(record["id"], place, _named(name, kinds), _remedy(name, kinds, allowed))
    yield from _choices(record)


def count_problems(record: Record) -> Iterator[Problem]:
    """Too few or too many roles or image clues, or roles that are not the people without the victim."""
    images = sum("image" in clue for clue in record["clues"])
    for place, count, (least, most) in (("roles", len(record["roles"]), ROLES), ("clues", images, IMAGE_CLUES)):
        if not least <= count <= most:
            what = "roles" if place == "roles" else "image clues"
            yield Problem(record["id"], place, f"{count} {what}", f"{least} to {most}")
    roles = Counter(role["who"] for role in record["roles"])
    victim, murderer = record["murder"]["victim"], record["murder"]["murderer"]
    expected = {person["id"] for person in record["people"]} - {victim}
    for person in sorted(expected | roles.keys()):
        if roles[person] != (person in expected):
            found = f"{roles[person]} roles for {person}"
            yield Problem(record["id"], "roles", found, "one role for each person, none for the victim")
    if murderer not in roles:
        yield Problem(record["id"], "murder.murderer", f"{murderer}, who has no role", "one of the roles")


def _ids(record: Record) -> Iterator[tuple[str, str]]:
    """Every id that the file gives, with the kind of thing."""
    for field, kind in _LISTS.items():
        yield from ((entry["id"], kind) for entry in record[field])
    murder = record["murder"]
    yield murder["id"], "murder"
    yield murder["place"]["id"], "scene"
    yield from ((bound["id"], "bound") for bound in murder["bounds"])
    yield from ((need["id"], "need") for need in murder["needs"])
    yield from ((lie["id"], "lie") for role in record["roles"] for lie in role["lies"])


def _references(record: Record) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Every reference: its place, the id that it names, and the kinds of thing that it may name."""
    for field, kinds in _FIELDS.items():
        for number, entry in enumerate(record[field]):
            yield from _named_by(entry, f"{field}[{number}]", kinds)
    murder = record["murder"]
    yield from _named_by(murder, "murder", {"victim": ("person",), "murderer": ("person",)})
    yield from _named_by(murder["place"], "murder.place", {"at": ("place",)})
    for number, need in enumerate(murder["needs"]):
        yield from _named_by(need, f"murder.needs[{number}]", {"object": ("object",)})
    for number, role in enumerate(record["roles"]):
        for position, lie in enumerate(role["lies"]):
            place = f"roles[{number}].lies[{position}]"
            yield from _named_by(lie, place, {"denies": TOLD, "guards": ("secret",)})
            yield from _named_by(lie.get("claims", {}), f"{place}.claims", {"at": ("place",)})
    line_kinds = {"fact": FACTS, "person": ("person",), "place": ("place",), "object": ("object",)}
    for number, clue in enumerate(record["clues"]):
        for position, line in enumerate(clue.get("image", {}).get("lines", [])):
            yield from _named_by(line, f"clues[{number}].image.lines[{position}]", line_kinds)
    for place, text in all_texts(record):
        for language, words in text.items():
            yield from ((f"{place}.{language}", fact, FACTS) for span in spans(words) for fact in span.facts)


def _named_by(entry: Any, place: str, kinds: dict[str, tuple[str, ...]]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    for field, allowed in kinds.items():
        names = entry.get(field, [])
        for name in [names] if isinstance(names, str) else names:
            yield f"{place}.{field}", name, allowed


def _named(name: str, kinds: dict[str, str]) -> str:
    return f"{name!r}, the id of a {kinds[name]}" if name in kinds else f"{name!r}, the id of nothing"


def _remedy(name: str, kinds: dict[str, str], allowed: Iterable[str]) -> str:
    near = get_close_matches(name, [other for other, kind in kinds.items() if kind in allowed], n=1)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    return f"the id of a {' or '.join(allowed)}{hint}"


def _choices(record: Record) -> Iterator[Problem]:
    """Entries that must have just one of several fields."""
    for place, entry, fields in (
        *((f"objects[{number}]", thing, ("at", "with")) for number, thing in enumerate(record["objects"])),
        *((f"clues[{number}]", clue, ("text", "image")) for number, clue in enumerate(record["clues"])),
        *(
            (f"murder.bounds[{number}]", bound, ("after", "before", "lasts"))
            for number, bound in enumerate(record["murder"]["bounds"])
        ),
        *(
            (f"roles[{number}].lies[{position}]", lie, ("denies", "claims"))
            for number, role in enumerate(record["roles"])
            for position, lie in enumerate(role["lies"])
        ),
    ):
        present = [field for field in fields if field in entry]
        if len(present) != 1:
            yield Problem(record["id"], place, f"{' and '.join(present) or 'none'} of {', '.join(fields)}", "just one")

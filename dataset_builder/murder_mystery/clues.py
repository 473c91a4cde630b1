"""Clues: each states facts of the case, shows nothing that is false, and does not name the murderer by itself."""

from __future__ import annotations

from collections.abc import Iterator

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.murder_mystery.cases import Case, Record, clock, minutes
from turtlesoup_bench.games.murder_mystery.facts import Act, Bound, Deed, Fact, Scene, Sighting, Stay, Telling
from turtlesoup_bench.games.murder_mystery.solver import presences, suspects_left
from turtlesoup_bench.games.murder_mystery.texts import clock_times

PLANS = ("floor_plan", "map")
"""Kinds of image that show all places, and the minutes from door to door."""


def clue_problems(case: Case) -> Iterator[Problem]:
    """Clues without facts, that tell too much, or whose image differs from the facts; and no plan to reckon with."""
    name = case.record["id"]
    if not any(_is_plan(record) for record in case.record["clues"]):
        found = "no plan with the minutes to walk that everybody sees from the start"
        yield Problem(name, "clues", found, f"a clue of kind {' or '.join(PLANS)} with revealed: 0")
    deeds = {deed.id for deed in case.of(Deed)}
    for clue, record in zip(case.clues, case.record["clues"], strict=True):
        if not clue.states:
            yield Problem(name, clue.place, f"{clue.id}, which states no fact", "an anchor, or a line with a fact")
        left = suspects_left(case, case.public | clue.states)
        if clue.states & deeds or len(left) < 2:
            found = f"{clue.id}, which alone names the murderer"
            yield Problem(name, clue.place, found, "a clue that leaves at least two suspects")
        if clue.held_by and clue.held_by not in case.suspects:
            found = f"{clue.held_by}, who has no role"
            yield Problem(name, f"{clue.place}.held_by", found, "a role")
        for number, line in enumerate(record.get("image", {}).get("lines", [])):
            yield from _line(case, line, f"{clue.place}.image.lines[{number}]")


def _is_plan(clue: Record) -> bool:
    return clue.get("image", {}).get("kind") in PLANS and clue["revealed"] == 0 and "held_by" not in clue


def times(case: Case, fact: Fact) -> set[str]:
    """The times of the clock that a fact states, such as ``23:10``; empty if it states none."""
    match fact:
        case Stay() | Sighting():
            return {clock(fact.start), clock(fact.end)}
        case Act() | Telling(time=int()):
            return {clock(fact.time or 0)}
        case Bound(lasts=None):
            return {clock((fact.after if fact.before is None else fact.before) or 0)}
        case Deed():
            return {clock(case.start), clock(case.end)}
    return {time for text in _own_text(case, fact).values() for time in clock_times(text)}


def _own_text(case: Case, fact: Fact) -> Record:
    """The sentence that the case file gives for a fact that is no event."""
    murder = case.record["murder"]
    entries = [*case.record["motives"], *case.record["secrets"], *case.record["means"], murder["place"]]
    texts = {entry["id"]: entry["text"] for entry in [*entries, *murder["bounds"], *murder["needs"]]}
    text: Record = texts.get(fact.id, {})
    return text


def _line(case: Case, line: Record, place: str) -> Iterator[Problem]:
    """What one line of an image shows: the values of its fact, or at least nothing that the timeline contradicts."""
    name = case.record["id"]
    if "fact" not in line:
        if {"person", "place", "time"} <= line.keys() and not _was_there(case, line):
            found = f"{line['person']} in {line['place']} at {line['time']}"
            yield Problem(name, place, found, "what the timeline says, or no such line")
        return
    fact = case.facts[line["fact"]]
    shown = {"time": times(case, fact), "person": _people(case, fact), "place": _places(case, fact)}
    shown |= {"object": _objects(fact)}
    for field, right in shown.items():
        if field in line and right and line[field] not in right:
            found = f"{line[field]}, but {fact.id} says {' or '.join(sorted(right))}"
            yield Problem(name, f"{place}.{field}", found, "the same as the fact")


def _was_there(case: Case, line: Record) -> bool:
    minute = minutes(line["time"]) + (24 * 60 if minutes(line["time"]) < case.begin else 0)
    stay = case.stay_during(line["person"], minute, minute)
    return stay is not None and stay.at == line["place"]


def _people(case: Case, fact: Fact) -> set[str]:
    match fact:
        case Sighting():
            return _people(case, case.facts[fact.of]) | ({fact.by} & case.stays.keys())
        case Telling():
            return {fact.by, *fact.to} & case.stays.keys()
        case Deed():
            return {case.murderer, case.victim}
    return {fact.who} if fact.who else set()


def _places(case: Case, fact: Fact) -> set[str]:
    return {fact.at} if isinstance(fact, Scene) else {one.at for one in presences(case, fact.id)}


def _objects(fact: Fact) -> set[str]:
    return {thing for thing in (fact.takes, fact.leaves) if thing} if isinstance(fact, Act) else set()

"""Where people are: nobody in two places at once, no walk shorter than the doors allow, every witness there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import inf

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.murder_mystery.cases import Case, clock
from turtlesoup_bench.games.murder_mystery.facts import Act, Fact, Sighting, Stay, Telling

from .objects import holder

LOITERING = 5
"""Most minutes between two stays beyond the walk: what is longer leaves open where somebody was."""


def presence_problems(case: Case) -> Iterator[Problem]:
    """Stays, acts, sightings and tellings that cannot all be true."""
    for stay in case.of(Stay):
        if not case.begin <= stay.start <= stay.end <= case.finish:
            found = f"from {clock(stay.start)} to {clock(stay.end)}"
            day = f"{clock(case.begin)} to {clock(case.finish)}"
            yield _problem(case, stay, found, f"a time that does not run backwards, within the day, {day}")
    for stays in case.stays.values():
        for one, other in pairwise(stays):
            yield from _walk(case, one, other)
    for act in case.of(Act):
        if not case.stay_during(act.who or "", act.time, act.time):
            yield _problem(case, act, f"{act.who} has no stay at {clock(act.time)}", "a time within a stay")
    for sighting in case.of(Sighting):
        yield from _sighting(case, sighting)
    for telling in case.of(Telling):
        yield from _telling(case, telling)


def _walk(case: Case, one: Stay, other: Stay) -> Iterator[Problem]:
    """From one stay of a person to the next."""
    if other.start < one.end or (other.start == one.end and other.at != one.at):
        found = f"{one.who} is in {other.at} at {clock(other.start)}, but in {one.at} until {clock(one.end)} ({one.id})"
        yield _problem(case, other, found, "one place at a time")
        return
    gap = other.start - one.end
    minutes = case.plan.walk(one.at, other.at, lambda key: holder(case, key, one.end) == one.who)
    if minutes == inf:
        found = f"no way that {one.who} could walk from {one.at} to {other.at} at {clock(one.end)}"
        yield _problem(case, other, found, "doors that lead there, and their keys in hand")
    elif gap < minutes:
        found = f"{gap} min for the walk from {one.at} to {other.at}, which takes {minutes:.0f}"
        yield _problem(case, other, found, f"a stay from {clock(one.end + int(minutes))} or later")
    elif gap > minutes + LOITERING:
        found = f"{gap} min for the walk from {one.at} to {other.at}, which takes {minutes:.0f}"
        yield _problem(case, other, found, f"a stay for the time between, or one gap of at most {LOITERING} min more")


def _sighting(case: Case, sighting: Sighting) -> Iterator[Problem]:
    noticed = case.facts[sighting.of]
    first, last = _minutes(noticed)
    if not first <= sighting.start <= sighting.end <= last:
        found = f"{clock(sighting.start)} to {clock(sighting.end)}"
        yield _problem(case, sighting, found, f"a time within {noticed.id}, {clock(first)} to {clock(last)}")
        return
    there = case.stay_during(noticed.who or "", sighting.start, sighting.end)
    here = _place_of(case, sighting.by, sighting.start, sighting.end)
    if there is None:
        return
    heard = sighting.heard and here is not None and case.plan.are_neighbours(here, there.at)
    if here != there.at and not heard:
        found = f"{sighting.by} is in {here or 'no one place'} at {clock(sighting.start)}, {noticed.who} in {there.at}"
        yield _problem(case, sighting, found, "a witness in the same place, or next door if it was only heard")
    if sighting.by == noticed.who:
        yield _problem(case, sighting, f"{sighting.by} sees itself", "another witness")


def _telling(case: Case, telling: Telling) -> Iterator[Problem]:
    if telling.time is None:
        return
    here = _place_of(case, telling.by, telling.time, telling.time)
    for hearer in telling.to:
        there = _place_of(case, hearer, telling.time, telling.time)
        if here is None or there is None:
            found = f"{telling.by if here is None else hearer} has no stay at {clock(telling.time)}"
            yield _problem(case, telling, found, "a time within a stay of both")
        elif here != there and not telling.phone:
            found = f"{telling.by} is in {here} at {clock(telling.time)}, {hearer} in {there}"
            yield _problem(case, telling, found, "both in the same place, or phone: true")


def _minutes(noticed: Fact) -> tuple[int, int]:
    """First and last minute of a stay or an act."""
    match noticed:
        case Stay():
            return noticed.start, noticed.end
        case Act():
            return noticed.time, noticed.time
    raise TypeError(noticed)  # the form is checked before


def _place_of(case: Case, one: str, start: int, end: int) -> str | None:
    """The place of a person or an object in these minutes; an object that is carried is where its holder is."""
    if one in case.held:
        at = holder(case, one, start)
        if at not in case.stays:
            return at
        one = at
    stay = case.stay_during(one, start, end)
    return stay.at if stay else None


def _problem(case: Case, fact: Fact, found: str, expected: str) -> Problem:
    return Problem(case.record["id"], fact.place, found, expected)

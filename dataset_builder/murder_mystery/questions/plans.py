"""Questions on plans and tables seen from above: walking times, ways, neighbours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import combinations, permutations

from turtlesoup_bench.games.murder_mystery.cases import Case, Record

from .drafts import Draft, Hop, both
from .wording import CaseWords

PLANS = ("floor_plan", "map")
"""Kinds that show every place, every way and its minutes."""


def plan_drafts(case: Case, said: CaseWords) -> Iterator[Draft]:
    """Questions on plans of all places, and on seating plans."""
    for clue in case.record["clues"]:
        kind = clue.get("image", {}).get("kind")
        if kind in PLANS:
            yield from _walks(case, said, clue["id"])
            yield from _doors(case, said, clue["id"])
        if kind == "seating_plan":
            yield from _seats(said, clue)


def plan_clue(case: Case) -> str | None:
    """The first clue that shows the plan."""
    kinds = {clue["id"]: clue.get("image", {}).get("kind") for clue in case.record["clues"]}
    return next((clue for clue, kind in kinds.items() if kind in PLANS), None)


def shortest_way(case: Case, start: str, goal: str) -> list[str] | None:
    """Ids of the doors of the one shortest way; None if there are two, or if a locked door would make it shorter.

    Only then the way, and each place on it, can be read from the plan without doubt.
    """
    ways = sorted(_ways(case, start, goal, frozenset()), key=lambda way: way[0])
    if not ways or (len(ways) > 1 and ways[1][0] == ways[0][0]):
        return None
    doors = {door.id: door for door in case.plan.doors}
    return None if any(doors[door].key for door in ways[0][1]) else ways[0][1]


def _ways(case: Case, here: str, goal: str, passed: frozenset[str]) -> Iterator[tuple[int, list[str]]]:
    """Every way that passes no place twice, with its minutes."""
    if here == goal:
        yield 0, []
        return
    for door in case.plan.doors:
        if here in door.between:
            there = door.between[here == door.between[0]]
            if there not in passed:
                for minutes, rest in _ways(case, there, goal, passed | {here}):
                    yield minutes + door.minutes, [door.id, *rest]


def _walks(case: Case, said: CaseWords, clue: str) -> Iterator[Draft]:
    """Minutes of a walk over two doors or more, and a place on the way; wrong options lie on other ways."""
    doors = {door.id: door for door in case.plan.doors}
    for start, goal in combinations([place["id"] for place in case.record["places"]], 2):
        way = shortest_way(case, start, goal)
        if way is None or len(way) < 2:
            continue
        about = {"place": said.names[start], "other": said.names[goal]}
        minutes = both(sum(doors[door].minutes for door in way))
        hops = (Hop(tuple(way), clue),)
        yield Draft(
            kind="media_rich",
            ask="minutes_of_walk",
            about=about,
            answer=minutes,
            facts=tuple(way),
            hops=hops,
            clues=(clue,),
        )
        passed = [name for door in way for name in doors[door].between if name not in (start, goal)]
        if len(set(passed)) == 1:
            yield Draft(
                kind="media_rich",
                ask="place_on_way",
                about=about,
                answer=said.names[passed[0]],
                unfit=tuple(about.values()),
                facts=tuple(way),
                hops=hops,
                clues=(clue,),
            )


def _doors(case: Case, said: CaseWords, clue: str) -> Iterator[Draft]:
    """Which of the places with one door opens on a place; a hall that every room opens on would too often be right."""
    doors = Counter(place for door in case.plan.doors for place in door.between)
    for door in case.plan.doors:
        for here, there in permutations(door.between):
            if doors[here] > 1 == doors[there]:
                next_doors = [other for other in doors if case.plan.are_neighbours(here, other)]
                yield Draft(
                    kind="media_rich",
                    ask="place_next_to",
                    about={"place": said.names[here]},
                    answer=said.names[there],
                    unfit=tuple(said.names[other] for other in next_doors if other != there),
                    facts=(door.id,),
                    hops=(Hop((door.id,), clue),),
                    clues=(clue,),
                )


def _seats(said: CaseWords, clue: Record) -> Iterator[Draft]:
    """Who sits where at a table with five seats or more, clockwise in the order of the lines."""
    seats = [(line["person"], line.get("fact")) for line in clue["image"]["lines"] if "person" in line]
    if len(seats) != len(clue["image"]["lines"]) or len(seats) < 5:
        return
    for number, (person, fact) in enumerate(seats):
        (before, _), (after, after_fact) = seats[number - 1], seats[(number + 1) % len(seats)]
        names = {who: said.names[who] for who in (person, before, after)}
        facts = tuple(one for one in (fact, after_fact) if one)
        if not facts:  # both sit there for decoration
            continue
        ask = partial(
            Draft,
            kind="media_rich",
            facts=facts,
            hops=(Hop(facts, clue["id"]),),
            clues=(clue["id"],),
            pool=tuple(said.names[who] for who, _ in seats),
        )
        about = {"person": names[person]}
        yield ask(ask="seat_after", about=about, answer=names[after], unfit=(names[person],))
        about = {"person": names[before], "other": names[after]}
        yield ask(ask="seat_between", about=about, answer=names[person], unfit=(names[before], names[after]))

"""Where objects are: each begins somewhere, and acts take it up and put it down."""

from __future__ import annotations

from collections.abc import Iterator

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.murder_mystery.cases import Case, clock
from turtlesoup_bench.games.murder_mystery.facts import Act


def holder(case: Case, thing: str, minute: int) -> str:
    """The id of the place where an object lies, or of the person who has it, when this minute is over."""
    return _after(case, thing, [act for act in _moves(case, thing) if act.time <= minute])


def object_problems(case: Case) -> Iterator[Problem]:
    """Objects that are taken up where they do not lie, or put down by somebody who has them not."""
    for thing in case.held:
        moves = _moves(case, thing)
        for number, act in enumerate(moves):
            stay = case.stay_during(act.who or "", act.time, act.time)
            now = _after(case, thing, moves[:number])
            if act.takes == thing and stay and now != stay.at:
                found = f"{act.who} takes {thing} in {stay.at} at {clock(act.time)}, but it is with or in {now}"
                yield Problem(case.record["id"], act.place, found, f"an act before it that leaves {thing} there")
            if act.leaves == thing and now != act.who:
                found = f"{act.who} leaves {thing} at {clock(act.time)}, but it is with or in {now}"
                yield Problem(case.record["id"], act.place, found, f"an act before it by which {act.who} takes {thing}")


def _moves(case: Case, thing: str) -> list[Act]:
    return sorted((act for act in case.of(Act) if thing in (act.takes, act.leaves)), key=lambda act: act.time)


def _after(case: Case, thing: str, moves: list[Act]) -> str:
    if not moves:
        return case.held[thing]
    last = moves[-1]
    stay = case.stay_during(last.who or "", last.time, last.time)
    return (last.who or "") if last.takes == thing or stay is None else stay.at

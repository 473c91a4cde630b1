"""How hard a case is to solve together: how many of the innocents must lay open what they know and hold."""

from __future__ import annotations

from itertools import combinations

from turtlesoup_bench.games.murder_mystery.cases import Case
from turtlesoup_bench.games.murder_mystery.solver import suspects_left
from turtlesoup_bench.games.murder_mystery.texts import stated

EASY, MEDIUM, HARD = DIFFICULTIES = ("easy", "medium", "hard")
_MEDIUM = 4
"""So many innocents make a case medium; fewer make it easy, more make it hard."""


def difficulty_of(case: Case) -> str:
    """``easy`` if at most three innocents are needed, ``medium`` if four, ``hard`` if more or if all do not suffice."""
    needed = innocents_needed(case)
    if needed > _MEDIUM or needed == len(case.suspects):
        return HARD
    return MEDIUM if needed == _MEDIUM else EASY


def innocents_needed(case: Case) -> int:
    """The fewest innocents whose scripts and held clues, with all that comes to the table, leave one suspect.

    Returns:
        From 0 to the number of innocents; one more than that if all of them together leave several.
    """
    innocents = [who for who in case.suspects if who != case.murderer]
    scripts = {role["who"]: stated(role["script"]) for role in case.record["roles"]}
    told = {who: scripts[who] | _held(case, who) for who in innocents}
    table = case.public | _held(case, None)
    for number in range(len(innocents) + 1):
        for some in combinations(innocents, number):
            if len(suspects_left(case, table.union(*(told[who] for who in some)))) == 1:
                return number
    return len(innocents) + 1


def _held(case: Case, holder: str | None) -> frozenset[str]:
    return frozenset().union(*(clue.states for clue in case.clues if clue.held_by == holder))

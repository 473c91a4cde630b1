"""The solution: all clues leave just the murderer, no pivotal clue is missing, and the text tells how it is proved."""

from __future__ import annotations

from collections.abc import Iterator

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.murder_mystery.cases import Case, clock
from turtlesoup_bench.games.murder_mystery.facts import Deed, Motive, Need, Scene
from turtlesoup_bench.games.murder_mystery.solver import bounds, proof_facts, suspects_left, suspicions
from turtlesoup_bench.games.murder_mystery.texts import stated
from turtlesoup_bench.text_tables import counted

PIVOTAL = 3
"""Fewest pivotal clues, so that no one or two of them are the case."""


def solution_problems(case: Case) -> Iterator[Problem]:
    """More or fewer suspects than one, clues that are wrongly called pivotal, a solution that leaves something out."""
    name = case.record["id"]
    left = suspects_left(case, case.known)
    for who in left:
        if who != case.murderer:
            found = f"{who}, whom all clues together do not rule out"
            yield Problem(name, "clues", found, "a clue against this suspect's means or opportunity")
    if case.murderer not in left:
        found = f"{case.murderer}, the murderer, whom the clues rule out"
        yield Problem(name, "clues", found, "no fact that leaves the murderer without means or opportunity")
    pivotal = set()
    for clue in case.clues:
        others = case.public.union(*(other.states for other in case.clues if other is not clue))
        needed = len(suspects_left(case, others)) > 1
        if needed:
            pivotal.add(clue.id)
        if clue.is_pivotal and not needed:
            found = f"pivotal, but without {clue.id} the others still leave one suspect"
            yield Problem(name, f"{clue.place}.pivotal", found, "no such mark, or its facts in no other clue")
        if needed and not clue.is_pivotal:
            found = f"no mark, but without {clue.id} several suspects are left"
            yield Problem(name, clue.place, found, "pivotal: true")
    if len(pivotal) < PIVOTAL:
        found = f"{len(pivotal)} clues without which several suspects are left"
        yield Problem(name, "clues", found, f"at least {PIVOTAL}")
    yield from _told(case)


def _told(case: Case) -> Iterator[Problem]:
    """The solution states the murder, the murderer's motive, and each fact of the proof."""
    required = {fact.id for kind in (Deed, Scene, Need) for fact in case.of(kind)}
    required |= {motive.id for motive in case.of(Motive) if motive.who == case.murderer}
    for fact in sorted((required | proof_facts(case, case.known)) - stated(case.record["solution"])):
        yield Problem(case.record["id"], "solution", f"nothing of {fact}", f"[words]({fact})")


def proof_lines(case: Case) -> list[str]:
    """The proof as a table: for each suspect opportunity and means, with the facts that leave none."""
    first, last, lasts = bounds(case, case.known)
    rows = [("suspect", "opportunity", "means")]
    for row in suspicions(case, case.known):
        opportunity = f"no: {', '.join(row.no_opportunity)}" if row.no_opportunity else "yes"
        means = "; ".join(f"no {need}: {fact}" for need, fact in row.no_means) or "yes"
        rows.append((row.who, opportunity, means))
    who_width, opportunity_width = (max(len(row[column]) for row in rows) for column in range(2))
    return [
        f"{case.record['id']}: in {case.scene.at}, {clock(first)} to {clock(last)}, {counted(lasts, 'minute')} or more",
        *(f"  {who:<{who_width}}  {opportunity:<{opportunity_width}}  {means}" for who, opportunity, means in rows),
    ]

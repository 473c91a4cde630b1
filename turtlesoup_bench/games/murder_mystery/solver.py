"""Who can have done it: elimination over facts, by ids only.

A suspect is ruled out by opportunity if no minute is left in which the act could begin: what is known of its time, of
the place, and of where the suspect was leaves no time to walk there, do it, and walk back. A suspect is ruled out by
means if something is known to be needed that the suspect is known not to have. Motives play no part. Only facts that
are passed in count, so that the same code says what a part of the clues proves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations

from .cases import Case
from .facts import Act, Bound, Means, Need, Sighting, Stay


@dataclass(frozen=True, slots=True)
class Presence:
    """A fact that puts a person at a place, from minute to minute."""

    fact: str
    who: str
    at: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Suspicion:
    """What is left of the suspicion of one person.

    Attributes:
        who: Id of the suspect.
        no_opportunity: The fewest facts on the suspect's whereabouts that leave no time for it; empty if time is left.
        no_means: Pairs of a need and the fact that the suspect has it not; empty if nothing is known to be lacking.
    """

    who: str
    no_opportunity: tuple[str, ...]
    no_means: tuple[tuple[str, str], ...]

    @property
    def is_left(self) -> bool:
        """Whether nothing rules the suspect out."""
        return not self.no_opportunity and not self.no_means


def suspicions(case: Case, known: Set[str]) -> list[Suspicion]:
    """What the known facts leave of each suspicion, in the order of the roles."""
    could = _could(case, known)
    return [
        Suspicion(who, _no_opportunity(where, could), _no_means(case, known, who))
        for who, where in _elsewhere(case, known).items()
    ]


def suspects_left(case: Case, known: Set[str]) -> list[str]:
    """Who is not ruled out by the known facts, in the order of the roles: `suspicions` without their proofs."""
    could = _could(case, known)
    return [
        who
        for who, where in _elsewhere(case, known).items()
        if (not where or could(where)) and not _no_means(case, known, who)
    ]


def presences(case: Case, fact_id: str) -> Iterator[Presence]:
    """Whom a fact puts where: a stay or an act its person, a sighting also the person who saw it."""
    fact = case.facts[fact_id]
    match fact:
        case Stay(who=str(who)):
            yield Presence(fact_id, who, fact.at, fact.start, fact.end)
        case Act(who=str(who)):
            if stay := case.stay_during(who, fact.time, fact.time):
                yield Presence(fact_id, who, stay.at, fact.time, fact.time)
        case Sighting():
            for seen in presences(case, fact.of):
                yield Presence(fact_id, seen.who, seen.at, fact.start, fact.end)
            if fact.by in case.stays and (stay := case.stay_during(fact.by, fact.start, fact.end)):
                yield Presence(fact_id, fact.by, stay.at, fact.start, fact.end)


def bounds(case: Case, known: Set[str]) -> tuple[int, int, int]:
    """First and last minute of the time in which it was done, and its least length, as far as known."""
    stated = [bound for bound in case.of(Bound) if bound.id in known]
    return (
        max([case.begin, *(bound.after for bound in stated if bound.after is not None)]),
        min([case.finish, *(bound.before for bound in stated if bound.before is not None)]),
        max([0, *(bound.lasts for bound in stated if bound.lasts is not None)]),
    )


def proof_facts(case: Case, known: Set[str]) -> set[str]:
    """All facts that rule somebody out, with those on the murder that they rest on."""
    rows = suspicions(case, known)
    used = {fact for row in rows for fact in row.no_opportunity}
    used |= {fact for row in rows for pair in row.no_means for fact in pair}
    if any(row.no_opportunity for row in rows):
        first, last, lasts = bounds(case, known)
        tightest = (
            bound for bound in case.of(Bound) if first == bound.after or last == bound.before or lasts == bound.lasts
        )
        used |= {case.scene.id, *(bound.id for bound in tightest if bound.id in known)}
    return used


def _elsewhere(case: Case, known: Set[str]) -> dict[str, list[Presence]]:
    """For each suspect where it is known to have been, but for the scene."""
    elsewhere: dict[str, list[Presence]] = {who: [] for who in case.suspects}
    if case.scene.id in known:
        for presence in (presence for fact in case.facts if fact in known for presence in presences(case, fact)):
            if presence.who in elsewhere and presence.at != case.scene.at:
                elsewhere[presence.who].append(presence)
    return elsewhere


def _no_opportunity(where: Sequence[Presence], could: Callable[[Sequence[Presence]], bool]) -> tuple[str, ...]:
    """The fewest facts by which somebody who was at these places, none of them the scene, cannot have done it."""
    if not where or could(where):
        return ()
    fewest = next(some for size in range(len(where) + 1) for some in combinations(where, size) if not could(some))
    return tuple(presence.fact for presence in fewest)


def _could(case: Case, known: Set[str]) -> Callable[[Sequence[Presence]], bool]:
    """Whether somebody who was at these places could have done it in some minute."""
    first, last, lasts = bounds(case, known)
    walk = cache(partial(case.plan.walk, case.scene.at))

    def could(where: Sequence[Presence]) -> bool:
        """Looks for the earliest minute in which it could begin: one that is after each presence or before it."""
        minute: float = first
        for begin, end in sorted((one.start - lasts - walk(one.at), one.end + walk(one.at)) for one in where):
            if begin < minute < end:
                minute = end
        return minute <= last - lasts

    return could


def _no_means(case: Case, known: Set[str], who: str) -> tuple[tuple[str, str], ...]:
    needs = {need.id for need in case.of(Need) if need.id in known}
    return tuple(
        (fact.need, fact.id)
        for fact in case.of(Means)
        if fact.id in known and fact.who == who and fact.need in needs and not fact.has
    )

"""What each role knows, and what can be held against a lie."""

from __future__ import annotations

from .cases import Case
from .facts import Act, Bound, Deed, Fact, Lie, Means, Motive, Need, Scene, Secret, Sighting, Stay, Telling
from .solver import presences


def own_facts(case: Case, person: str) -> set[str]:
    """What a person did, noticed, told, was told, wants, hides and can; the murderer also knows of the murder."""
    own = {fact.id for fact in case.facts.values() if is_own(fact, person)}
    own |= {telling.fact for telling in case.of(Telling) if person in telling.to}
    return own


def knowable(case: Case, person: str) -> set[str]:
    """All that a role may know: its own facts, acts that it noticed, clues that it holds, and what is public."""
    known = own_facts(case, person) | case.public
    known |= {sighting.of for sighting in sightings_of_acts(case, person)}
    known |= {fact for clue in case.clues if clue.held_by == person for fact in clue.states}
    if person == case.murderer:
        known |= {fact.id for kind in (Scene, Bound, Need) for fact in case.of(kind)}
    return known


def is_own(fact: Fact, person: str) -> bool:
    """Whether a person knows a fact first hand: did it, saw it, told it, was told it, wants, hides or can it."""
    match fact:
        case Stay() | Act() | Motive() | Secret() | Means() | Deed():
            return fact.who == person
        case Sighting():
            return fact.by == person
        case Telling():
            return person == fact.by or person in fact.to
    return False


def sightings_of_acts(case: Case, person: str) -> list[Sighting]:
    """The acts of others that a person noticed."""
    return [one for one in case.of(Sighting) if one.by == person and isinstance(case.facts[one.of], Act)]


def contradictions(case: Case, lie: Lie) -> list[str]:
    """Facts that contradict a lie and that everybody, or another player, can hold against it."""
    held = set(case.known).union(*(knowable(case, who) for who in case.suspects if who != lie.who))
    return [fact for fact in case.facts if fact in held and _contradicts(case, fact, lie)]


def _contradicts(case: Case, fact: str, lie: Lie) -> bool:
    if lie.denies:
        noticed = case.facts[fact]
        return fact == lie.denies or (isinstance(noticed, Sighting) and noticed.of == lie.denies)
    return lie.claims is not None and any(
        presence.start < lie.claims.end + way and lie.claims.start < presence.end + way
        for presence in presences(case, fact)
        if presence.who == lie.who and presence.at != lie.claims.at
        for way in (case.plan.walk(presence.at, lie.claims.at),)
    )

"""Scripts: each says all that its role did, saw and was told, and nothing that it cannot know."""

from __future__ import annotations

from collections.abc import Iterator

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.murder_mystery.cases import Case, clock
from turtlesoup_bench.games.murder_mystery.facts import (
    Act,
    Fact,
    Sighting,
    Stay,
    Telling,
)
from turtlesoup_bench.games.murder_mystery.knowledge import is_own, knowable, own_facts, sightings_of_acts
from turtlesoup_bench.games.murder_mystery.texts import stated


def knowledge_problems(case: Case) -> Iterator[Problem]:
    """Tellers that do not know what they tell, and scripts that say too much or too little."""
    yield from _tellings(case)
    for number, role in enumerate(case.record["roles"]):
        person, script = role["who"], stated(role["script"])
        place = f"roles[{number}].script"
        for fact in sorted(script - knowable(case, person)):
            found = f"{fact}, which {person} cannot know"
            expected = "what the role did, saw or was told; or a sighting or telling that says how it knows"
            yield Problem(case.record["id"], place, found, expected)
        for fact in sorted(own_facts(case, person) - case.public - script):
            yield Problem(case.record["id"], place, f"nothing of {fact}, which {person} knows", f"[words]({fact})")


def _tellings(case: Case) -> Iterator[Problem]:
    """In order of time, so that nobody tells what it hears only later."""
    before_the_day = case.begin - 1
    learned: set[tuple[str, str]] = set()
    for telling in sorted(case.of(Telling), key=lambda one: before_the_day if one.time is None else one.time):
        time = before_the_day if telling.time is None else telling.time
        fact = case.facts[telling.fact]
        noticed = {one.of for one in sightings_of_acts(case, telling.by)}
        knows = is_own(fact, telling.by) or fact.id in noticed or (telling.by, fact.id) in learned
        if telling.by in case.stays and not knows:
            found = f"{telling.by} tells {fact.id}, which it does not know then"
            yield Problem(case.record["id"], telling.place, found, "a teller who did it, saw it or was told before")
        if _begins(case, fact) > time:
            found = f"{fact.id} is told before it happens at {clock(_begins(case, fact))}"
            yield Problem(case.record["id"], telling.place, found, "a later time, or a fact from before")
        learned |= {(hearer, fact.id) for hearer in telling.to}


def _begins(case: Case, fact: Fact) -> int:
    """The minute from which a fact can be told: a stay from its end, since only then it is whole."""
    match fact:
        case Stay() | Sighting():
            return fact.end
        case Act():
            return fact.time
        case Telling(time=int(time)):
            return time
    return case.begin - 1

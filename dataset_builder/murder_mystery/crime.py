"""The murder itself: the murderer was there and able, nobody looked on, and what bounds its time is true."""

from __future__ import annotations

from collections.abc import Iterator

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.murder_mystery.cases import Case, clock
from turtlesoup_bench.games.murder_mystery.facts import Bound, Means, Motive, Need

from .objects import holder


def crime_problems(case: Case) -> Iterator[Problem]:
    """What the file says of the murder that its own timeline contradicts, and roles without a motive."""
    name, scene = case.record["id"], case.scene.at
    stay = case.stay_during(case.murderer, case.start, case.end)
    time = f"{clock(case.start)} to {clock(case.end)}"
    if stay is None or stay.at != scene or case.end < case.start:
        found = f"{case.murderer} is not in {scene} from {time}"
        yield Problem(name, "murder", found, "a stay of the murderer at the place of the murder, all that time")
    for person, stays in case.stays.items():
        if person not in (case.murderer, case.victim):
            for one in stays:
                if one.at == scene and one.start <= case.end and case.start <= one.end:
                    found = f"{person} is in {scene} while the murder is done, {time}"
                    yield Problem(name, one.place, found, "another place or time: nobody looked on")
    for bound in case.of(Bound):
        if not _is_true(case, bound):
            yield Problem(name, bound.place, f"a bound that is false for {time}", "what is true of the murder's time")
    yield from _needs(case)
    for who in case.suspects:
        if not any(motive.who == who for motive in case.of(Motive)):
            found = f"no motive of {who}"
            yield Problem(name, "motives", found, "one for each role, so that motive decides nothing")


def _is_true(case: Case, bound: Bound) -> bool:
    return (
        (bound.after is None or bound.after <= case.start)
        and (bound.before is None or case.end <= bound.before)
        and (bound.lasts is None or bound.lasts <= case.end - case.start)
    )


def _needs(case: Case) -> Iterator[Problem]:
    """The murderer had what the murder needs, and what is said of the others agrees with where the objects were."""
    name = case.record["id"]
    objects = {need.id: need.object for need in case.of(Need)}
    for need in case.of(Need):
        said = [means.has for means in case.of(Means) if means.need == need.id and means.who == case.murderer]
        if need.object and holder(case, need.object, case.start) != case.murderer:
            found = f"{need.object} is not with {case.murderer} at {clock(case.start)}"
            yield Problem(name, need.place, found, "an act by which the murderer takes it")
        if said != [True] and not (need.object and not said):
            found = f"{need.id}, of which means do not say that {case.murderer} has it"
            yield Problem(name, need.place, found, "one entry of means: who: the murderer, has: true")
    for means in case.of(Means):
        thing = objects[means.need]
        if thing and means.who != case.murderer and means.has == (holder(case, thing, case.start) != means.who):
            found = f"{means.who} {'has' if means.has else 'has not'} {thing}"
            yield Problem(name, means.place, found, f"what the acts say of {thing} at {clock(case.start)}")

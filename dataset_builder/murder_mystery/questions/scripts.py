"""Questions on one role's script: what it did where and when, whom it noticed, and what it was told."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from turtlesoup_bench.games.murder_mystery.cases import Case, clock
from turtlesoup_bench.games.murder_mystery.facts import Act, Motive, Secret, Sighting, Stay, Telling

from .drafts import Draft, Hop, both, number
from .sight import Sight
from .wording import CaseWords, tells_sex, tells_time


def script_drafts(case: Case, said: CaseWords, sight: Sight) -> Iterator[Draft]:
    """All questions on the scripts; only what is stated there with its time, and not in the opening."""
    for role in case.suspects:
        facts = [case.facts[fact] for fact in sorted(sight.of_script(role)) if sight.hides([fact])]
        for fact in facts:
            ask = partial(Draft, kind="long_script", facts=(fact.id,), hops=(Hop((fact.id,), role),), role=role)
            match fact:
                case Stay() if fact.who == role:
                    yield from _stay(case, said, sight, fact, ask)
                case Act() if fact.who == role:
                    yield from _act(case, said, sight, fact, ask)
                case Sighting() if fact.by == role:
                    yield from _sighting(case, said, sight, fact, ask)
                case Telling():
                    yield from _telling(case, said, sight, role, fact, ask)
                case Motive() | Secret():
                    yield from _sentence(said, fact, ask)
        yield from _next_places(case, said, sight, role)


def overlapping(case: Case, stay: Stay) -> tuple[str, ...]:
    """Stays whose activity might be said of this one as well: at the same place and by the same person or then."""
    return tuple(
        other.id
        for other in case.of(Stay)
        if other.at == stay.at and (other.who == stay.who or (other.start <= stay.end and stay.start <= other.end))
    )


def _stay(case: Case, said: CaseWords, sight: Sight, stay: Stay, ask: partial[Draft]) -> Iterator[Draft]:
    role, doing = stay.who or "", said.doing[stay.id]
    person = {"person": said.names[role]}
    start, end = (sight.says_time(role, stay.id, minute) for minute in (stay.start, stay.end))
    length = stay.end - stay.start
    inside = stay.start + number(case.record["id"], stay.id) % (length + 1)
    moment = inside if start and end else stay.start if start else stay.end if end else None
    if moment is not None:
        then = person | {"time": both(clock(moment))}
        if sight.says_place(role, stay.id, said.names[stay.at]):
            yield ask(ask="place_at", about=then, answer=said.names[stay.at], pool=sight.said_places(said))
        if not tells_sex(doing):
            unfit = tuple(said.doing[other] for other in overlapping(case, stay))
            yield ask(ask="doing_at", about=then, answer=doing, unfit=unfit)
    alone = sum(said.doing[other.id].overlaps(doing) for other in case.stays[role]) == 1
    if length and alone and not tells_time(doing):
        about = person | {"doing": doing}
        if start:
            yield ask(ask="doing_from", about=about, answer=both(clock(stay.start)), pool=said.times)
        if end:
            yield ask(ask="doing_until", about=about, answer=both(clock(stay.end)), pool=said.times)
        if start and end:
            yield ask(ask="minutes_of", about=about, answer=both(length))


def _act(case: Case, said: CaseWords, sight: Sight, act: Act, ask: partial[Draft]) -> Iterator[Draft]:
    role, doing = act.who or "", said.doing[act.id]
    if not sight.says_time(role, act.id, act.time) or tells_time(doing):
        return
    person = {"person": said.names[role]}
    own = [other for other in case.of(Act) if other.who == role]
    if sum(said.doing[other.id].overlaps(doing) for other in own) == 1:
        yield ask(ask="act_when", about=person | {"doing": doing}, answer=both(clock(act.time)), pool=said.times)
    if not tells_sex(doing):
        near = tuple(said.doing[other.id] for other in own if abs(other.time - act.time) <= 2)
        yield ask(ask="act_at", about=person | {"time": both(clock(act.time))}, answer=doing, unfit=near)


def _sighting(case: Case, said: CaseWords, sight: Sight, seen: Sighting, ask: partial[Draft]) -> Iterator[Draft]:
    noticed = case.facts[seen.of].who or ""
    about = {"person": said.names[seen.by], "time": both(clock(seen.start))}
    if not sight.says_time(seen.by, seen.id, seen.start):
        return
    near = {
        stay.who or ""
        for stay in case.of(Stay)
        if stay.start <= seen.end
        and seen.start <= stay.end
        and stay.at in {here.at for here in case.of(Stay) if here.id == seen.of or _holds(here, seen, noticed)}
    }
    unfit = tuple(said.names[who] for who in {*near, seen.by})
    verb = "heard" if seen.heard else "saw"
    yield ask(ask=f"{verb}_whom", about=about, answer=said.names[noticed], unfit=unfit, pool=said.people)
    same = [one for one in case.of(Sighting) if one.by == seen.by and case.facts[one.of].who == noticed]
    if len(same) == 1:
        whom = {"person": said.names[seen.by], "other": said.names[noticed]}
        yield ask(ask=f"{verb}_when", about=whom, answer=about["time"], pool=said.times)
        if seen.end > seen.start and not seen.heard and sight.says_time(seen.by, seen.id, seen.end):
            yield ask(ask="saw_until", about=whom, answer=both(clock(seen.end)), pool=said.times)


def _holds(stay: Stay, seen: Sighting, noticed: str) -> bool:
    return stay.who == noticed and stay.start <= seen.start and seen.end <= stay.end


def _telling(
    case: Case, said: CaseWords, sight: Sight, role: str, told: Telling, ask: partial[Draft]
) -> Iterator[Draft]:
    text = said.texts.get(told.fact)
    if told.by not in case.stays or not text or tells_time(text):
        return
    teller, hearers = said.names[told.by], tuple(said.names[who] for who in told.to)
    named = tuple(said.names[who] for who in said.named(text))
    same = [one for one in case.of(Telling) if one.fact == told.fact]
    if told.time is not None and sight.says_time(role, told.id, told.time):
        about = {"person": teller, "other": hearers[0], "text": text}
        yield ask(ask="told_when", about=about, answer=both(clock(told.time)), pool=said.times)
    if len(told.to) == 1 and len(same) == 1 and hearers[0] not in named:
        about = {"person": teller, "text": text}
        yield ask(ask="told_whom", about=about, answer=hearers[0], unfit=(teller, *named), pool=said.people)


def _sentence(said: CaseWords, fact: Motive | Secret, ask: partial[Draft]) -> Iterator[Draft]:
    """A sentence with a gap for the name, and the name for which a sentence holds."""
    who, text = fact.who or "", said.texts[fact.id]
    gapped = said.with_gap(text, who)
    if gapped is None:
        return
    unfit = tuple(said.names[other] for other in said.named(text) if other != who)
    yield ask(ask="name_in_gap", about={"text": gapped}, answer=said.names[who], unfit=unfit, pool=said.people)
    yield ask(ask="true_of", about={"person": said.names[who]}, answer=gapped)


def _next_places(case: Case, said: CaseWords, sight: Sight, role: str) -> Iterator[Draft]:
    for one, other in pairwise(case.stays[role]):
        stated = {one.id, other.id} <= sight.of_script(role) and sight.hides([one.id, other.id])
        stated &= sum(said.doing[stay.id].overlaps(said.doing[one.id]) for stay in case.stays[role]) == 1
        if one.at != other.at and stated and sight.says_place(role, other.id, said.names[other.at]):
            yield Draft(
                kind="long_script",
                ask="place_after",
                about={"person": said.names[role], "doing": said.doing[one.id]},
                answer=said.names[other.at],
                unfit=(said.names[one.at],),
                pool=sight.said_places(said),
                facts=(one.id, other.id),
                hops=(Hop((one.id, other.id), role),),
                role=role,
            )

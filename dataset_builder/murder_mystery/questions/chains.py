"""Questions over several sources: pictures, the plan, a script; each step with its evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from math import inf

from turtlesoup_bench.games.murder_mystery.cases import Case, clock
from turtlesoup_bench.games.murder_mystery.facts import Act, Stay
from turtlesoup_bench.games.murder_mystery.solver import presences, proof_facts, suspects_left, suspicions

from .drafts import Draft, Hop, Words, both
from .pictures import Line, lines
from .plans import plan_clue, shortest_way
from .sight import Sight
from .wording import CaseWords, tells_time

MOST_HOPS = 6


def chain_drafts(case: Case, said: CaseWords, sight: Sight) -> Iterator[Draft]:
    """Questions of two to six hops."""
    shown = [line for line in lines(case, said, sight) if line.fact in case.facts]
    dated = [line for line in shown if line.minute is not None and line.quoted]
    plan = plan_clue(case)
    for role in case.suspects:
        for fact in sorted(sight.of_script(role)):
            one = case.facts[fact]
            if one.who != role or not sight.hides([fact]):
                continue
            if isinstance(one, Act) and sight.says_time(role, fact, one.time):
                yield from _apart(said, sight, one, dated)
            if isinstance(one, Stay):
                yield from _meanwhile(case, said, sight, one, dated, plan)
                yield from _earliest(case, said, sight, one, plan)
    yield from _two_pictures(dated)
    yield from _alibis(case, said, dated)
    yield from _excluded(case, said)


def _apart(said: CaseWords, sight: Sight, act: Act, dated: list[Line]) -> Iterator[Draft]:
    """Minutes between what a picture dates and an act in a script."""
    role = act.who or ""
    for line in dated:
        if line.minute in (None, act.time) or line.quoted is None or tells_time(said.doing[act.id]):
            continue
        if sight.hides([line.fact], role=role, time=line.minute):
            yield Draft(
                kind="multi_hop",
                ask="minutes_apart",
                about={"text": line.quoted, "person": said.names[role], "doing": said.doing[act.id]},
                answer=both(abs(act.time - (line.minute or 0))),
                facts=(line.fact, act.id),
                hops=(line.hop, Hop((act.id,), role)),
                clues=(line.clue,),
                role=role,
            )


def _meanwhile(
    case: Case, said: CaseWords, sight: Sight, stay: Stay, dated: list[Line], plan: str | None
) -> Iterator[Draft]:
    """Where somebody was, and how far from somewhere, when a picture dates something."""
    role, place = stay.who or "", said.names[stay.at]
    if not all(sight.says_time(role, stay.id, minute) for minute in (stay.start, stay.end)):
        return
    if not sight.says_place(role, stay.id, place):
        return
    for line in dated:
        minute, text = line.minute, line.quoted
        if minute is None or text is None or not stay.start <= minute <= stay.end or line.person == role:
            continue
        if role in said.named(text) or not sight.hides([line.fact], role=role, time=minute):
            continue
        ask = partial(Draft, kind="multi_hop", facts=(line.fact, stay.id), role=role)
        about = {"person": said.names[role], "text": text}
        hops = (line.hop, Hop((stay.id,), role))
        yield ask(
            ask="place_when", about=about, answer=place, pool=sight.said_places(said), hops=hops, clues=(line.clue,)
        )
        way = shortest_way(case, stay.at, case.scene.at) if plan and stay.at != case.scene.at else None
        if plan and way:
            minutes = both(int(case.plan.walk(stay.at, case.scene.at)))
            yield ask(
                ask="walk_when",
                about=about | {"place": said.names[case.scene.at]},
                answer=minutes,
                pool=_walks_to_scene(case),
                hops=(*hops, Hop(tuple(way), plan)),
                clues=(line.clue, plan),
            )


def _walks_to_scene(case: Case) -> tuple[Words, ...]:
    """The minutes from every other place that can be reached."""
    walks = {case.plan.walk(place["id"], case.scene.at) for place in case.record["places"]}
    return tuple(both(int(walk)) for walk in sorted(walks) if 0 < walk < inf)


def _earliest(case: Case, said: CaseWords, sight: Sight, stay: Stay, plan: str | None) -> Iterator[Draft]:
    """When somebody who left a place could be in another."""
    role, doing = stay.who or "", said.doing[stay.id]
    if plan is None or not sight.says_time(role, stay.id, stay.end) or tells_time(doing):
        return
    if not sight.says_place(role, stay.id, said.names[stay.at]):
        return
    after = next((other for other in case.stays[role] if other.start > stay.end), None)
    for place in case.record["places"]:
        goal = place["id"]
        way = shortest_way(case, stay.at, goal) if goal != stay.at else None
        if way and (after is None or after.at != goal):
            yield Draft(
                kind="multi_hop",
                ask="earliest_at",
                about={"person": said.names[role], "doing": doing, "place": said.names[goal]},
                answer=both(clock(stay.end + int(case.plan.walk(stay.at, goal)))),
                facts=(stay.id,),
                hops=(Hop((stay.id,), role), Hop(tuple(way), plan)),
                clues=(plan,),
                role=role,
            )


def _two_pictures(dated: list[Line]) -> Iterator[Draft]:
    """Minutes between what two pictures date."""
    for number, one in enumerate(dated):
        for other in dated[number + 1 :]:
            if one.clue == other.clue or one.minute == other.minute or not (one.quoted and other.quoted):
                continue
            yield Draft(
                kind="multi_hop",
                ask="minutes_between",
                about={"text": one.quoted, "other": other.quoted},
                answer=both(abs((one.minute or 0) - (other.minute or 0))),
                facts=(one.fact, other.fact),
                hops=(one.hop, other.hop),
                clues=(one.clue, other.clue),
            )


def _alibis(case: Case, said: CaseWords, dated: list[Line]) -> Iterator[Draft]:
    """Whom what a picture dates rules out, given when, where and how long it was done, and the ways."""
    plan, ground = plan_clue(case), case.public | _ground(case)
    before = suspects_left(case, ground)
    times = Counter(line.minute for line in dated)
    for clue in case.clues:
        known = ground | clue.states
        rows = [row for row in suspicions(case, known) if row.who in before and not row.is_left]
        own: dict[str, list[int]] = {}
        for line in dated:
            if line.clue == clue.id and line.minute is not None and times[line.minute] == 1:
                own.setdefault(line.fact, []).append(line.minute)
        if plan is None or len(rows) != 1 or rows[0].no_means or not set(rows[0].no_opportunity) <= own.keys():
            continue
        used = sorted(rows[0].no_opportunity, key=lambda fact: own[fact])
        evidence = sorted({*used, *(proof_facts(case, ground | set(used)) & ground)})
        hops = (*_hops(case, evidence, clue.id), Hop(_ways_to_scene(case, used), plan))
        clocks = [clock(minute) for fact in used for minute in own[fact]]
        if len(hops) <= MOST_HOPS and all(hop.source and hop.facts for hop in hops):
            yield Draft(
                kind="multi_hop",
                ask="alibi_by",
                about={"time": Words(" and ".join(clocks), "和".join(clocks))},
                answer=said.names[rows[0].who],
                pool=said.people,
                facts=tuple(used),
                hops=hops,
                clues=_images(case, hops),
            )


def _ground(case: Case) -> frozenset[str]:
    """Where, when and for how long it was done, as far as clues tell it."""
    murder = {case.scene.id, *(fact.id for fact in case.facts.values() if fact.place.startswith("murder.bounds"))}
    return case.known & murder


def _ways_to_scene(case: Case, used: Iterable[str]) -> tuple[str, ...]:
    places = {one.at for fact in used for one in _presences(case, fact)}
    ways = [shortest_way(case, place, case.scene.at) or [] for place in sorted(places)]
    return tuple(dict.fromkeys(door for way in ways for door in way))


def _presences(case: Case, fact: str) -> Iterator[Stay]:
    for one in presences(case, fact):
        stay = case.stay_during(one.who, one.start, one.end)
        if stay and one.at != case.scene.at:
            yield stay


def _hops(case: Case, facts: list[str], first: str = "") -> list[Hop]:
    """The facts by their source: the opening, or the first clue that states them."""
    by_source: dict[str, list[str]] = {}
    clues = sorted(case.clues, key=lambda clue: clue.id != first)
    for fact in facts:
        source = "opening" if fact in case.public else next((one.id for one in clues if fact in one.states), "")
        by_source.setdefault(source, []).append(fact)
    return [Hop(tuple(stated), source) for source, stated in by_source.items()]


def _images(case: Case, hops: tuple[Hop, ...]) -> tuple[str, ...]:
    pictures = {clue.id for clue in case.clues if clue.is_image}
    return tuple(dict.fromkeys(hop.source for hop in hops if hop.source in pictures))


def _excluded(case: Case, said: CaseWords) -> Iterator[Draft]:
    """Who lacks what was needed, among people who lack nothing."""
    rows = suspicions(case, case.known)
    lacking = {row.who for row in rows if row.no_means}
    for row in rows:
        if not row.no_means:
            continue
        evidence = sorted(set(row.no_means[0]))
        hops = tuple(_hops(case, evidence))
        if len(hops) >= 2 and all(hop.source for hop in hops) and _images(case, hops):
            yield Draft(
                kind="multi_hop",
                ask="who_lacks",
                answer=said.names[row.who],
                unfit=tuple(said.names[who] for who in lacking - {row.who}),
                pool=said.people,
                facts=(row.no_means[0][1],),
                hops=hops,
                clues=_images(case, hops),
            )

"""The evidence of a drawn case: what rules out each innocent, motives and secrets, who saw whom, and the clues."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from turtlesoup_bench.games.murder_mystery.cases import clock

from .evening import Evening
from .phrases import Text, anchored, filled, phrases

NEEDS = (1, 2)
SEEN = 5
"""Most chance meetings that are told."""
REVEALED = 3
"""Last round before which clues come to the table."""

Record = dict[str, Any]


@dataclass
class Evidence:
    """Parts of the case file that are no places and times, with the sentences by which roles tell of them.

    Attributes:
        own: By fact: how its person says it.
    """

    objects: list[Record] = field(default_factory=list)
    acts: list[Record] = field(default_factory=list)
    sightings: list[Record] = field(default_factory=list)
    tellings: list[Record] = field(default_factory=list)
    motives: list[Record] = field(default_factory=list)
    secrets: list[Record] = field(default_factory=list)
    means: list[Record] = field(default_factory=list)
    bounds: list[Record] = field(default_factory=list)
    needs: list[Record] = field(default_factory=list)
    clues: list[Record] = field(default_factory=list)
    own: dict[str, Text] = field(default_factory=dict)
    way: tuple[Text, Text] = field(default_factory=lambda: ({}, {}))


def draw_evidence(rng: Random, evening: Evening) -> Evidence:
    """Everything by which the case can be solved, and what leads astray."""
    evidence = Evidence()
    _way(rng, evening, evidence)
    _time(rng, evening, evidence)
    _exclusions(rng, evening, evidence)
    _motives(rng, evening, evidence)
    _meetings(rng, evening, evidence)
    _plan_of_house(rng, evening, evidence)
    rng.shuffle(evidence.clues)
    evidence.clues.sort(key=lambda clue: int(clue["revealed"]))
    return evidence


def _way(rng: Random, evening: Evening, evidence: Evidence) -> None:
    told, own = rng.choice(phrases("bounds")["ways"])
    victim, murderer = (evening.names[who] for who in (evening.victim, evening.murderer))
    evidence.way = (filled(told, murderer=murderer, victim=victim), filled(own, victim=victim))
    found = {"en": "finds the body", "zh": "发现尸体"}
    evidence.acts.append({"id": "found", "who": evening.finder, "at": clock(evening.window.found), "doing": found})


def _time(rng: Random, evening: Evening, evidence: Evidence) -> None:
    """The bounds of the time, each with a clue."""
    window = evening.window
    scene = next(place["name"] for place in evening.places if place["id"] == evening.scene)
    named = {"victim": evening.names[evening.victim], "scene": scene}
    for name, minute in (("after", window.after), ("before", window.before)):
        form = rng.choice(phrases("bounds")[name])
        text = filled(form["text"], time=clock(minute), **named)
        evidence.bounds.append({"id": name, "text": text, name: clock(minute)})
        line = {"fact": name, "time": clock(minute), "text": filled(form["line"], **named)}
        evidence.clues.append(_picture(f"{name}_clue", 1, form, [line], **named))
    form = rng.choice(phrases("bounds")["lasts"])
    text = filled(form["text"], minutes=window.lasts)
    evidence.bounds.append({"id": "lasts", "text": text, "lasts": window.lasts})
    words = anchored(filled(form["words"], minutes=window.lasts), "lasts")
    told = filled(["Whoever looked closely saw that {words}.", "细看就知道，{words}。"], words=words)
    evidence.clues.append({"id": "traces", "revealed": 1, "text": told})


def _exclusions(rng: Random, evening: Evening, evidence: Evidence) -> None:
    """Each innocent is ruled out once: by a record of another place, or by the lack of what was needed."""
    needs = rng.sample(phrases("needs"), rng.randint(*NEEDS))
    recorders = rng.sample(phrases("recorders"), len(evening.innocents))
    order = rng.sample(evening.innocents, len(evening.innocents))
    alibis = rng.randint(1, len(order) - len(needs))
    for number, need in enumerate(needs):
        fact = f"need_{number}"
        evidence.needs.append({"id": fact, "text": filled(need["text"])})
        line = {"fact": fact, "text": filled(need["found"]["line"])}
        evidence.clues.append(_picture(f"{fact}_clue", 1, need["found"], [line]))
        _means(evidence, evening, need, fact, evening.murderer, has=True)
    for who, recorder in zip(order[:alibis], recorders, strict=False):
        _alibi(evidence, evening, recorder, who, rng.randint(2, REVEALED))
    for number, who in enumerate(order[alibis:]):
        place = number % len(needs)
        fact = _means(evidence, evening, needs[place], f"need_{place}", who, has=False)
        form = needs[place]["shown"]
        line = {"fact": fact, "text": filled(form["line"], who=evening.names[who])}
        clue = _picture(f"{fact}_clue", rng.randint(2, REVEALED), form, [line])
        if rng.random() < 0.4:
            clue["held_by"] = rng.choice(evening.innocents)
        evidence.clues.append(clue)


def _means(evidence: Evidence, evening: Evening, need: Record, fact: str, who: str, *, has: bool) -> str:
    """States whether somebody has what is needed; gives the id of the fact."""
    name = f"{fact}_{who}"
    text = filled(need["has" if has else "lacks"], who=evening.names[who])
    evidence.means.append({"id": name, "who": who, "need": fact, "has": has, "text": text})
    evidence.own[name] = filled(need["own" if has else "own_lacks"])
    return name


def _alibi(evidence: Evidence, evening: Evening, recorder: Record, who: str, revealed: int) -> None:
    """A thing records somebody's stay over the window."""
    stay, thing = evening.during(who), f"recorder_{len(evidence.objects)}"
    evidence.objects.append({"id": thing, "name": filled(recorder["thing"]), "at": stay.at})
    fact = f"{thing}_{who}"
    evidence.sightings.append(
        {"id": fact, "by": thing, "of": stay.id, "at": clock(stay.start), "to": clock(stay.end)}
    )  # fmt: skip
    lines = [
        {"fact": fact, "person": who, "place": stay.at, "time": clock(minute), "text": filled(text)}
        for minute, text in zip((stay.start, stay.end), recorder["lines"], strict=True)
    ]
    evidence.clues.append(_picture(f"{thing}_clue", revealed, recorder, lines))


def _motives(rng: Random, evening: Evening, evidence: Evidence) -> None:
    """A motive for each role, told by documents in pairs; a secret for each innocent; two who confided in another."""
    victim = evening.names[evening.victim]
    roles = rng.sample([*evening.innocents, evening.murderer], len(evening.innocents) + 1)
    lines: list[Record] = []
    for who, motive in zip(roles, rng.sample(phrases("motives"), len(roles)), strict=True):
        fact, named = f"motive_{who}", {"who": evening.names[who], "victim": victim}
        evidence.motives.append({"id": fact, "who": who, "text": filled(motive["text"], **named)})
        evidence.own[fact] = filled(motive["own"], **named)
        lines.append({"fact": fact, "text": filled(motive["shown"], **named)})
    forms = [
        {"kind": "letter", "caption": ["Sheets from the victim's drawer", "死者抽屉里的几页纸"]},
        {"kind": "diary", "caption": ["Notes of the victim", "死者的札记"]},
        {"kind": "newspaper", "caption": ["A page that the victim had set for print", "死者排好要印的一版"]},
        {"kind": "telegram", "caption": ["A telegram that was never sent", "一封没发出的电报"]},
    ]
    rng.shuffle(forms)
    for number, form in enumerate(forms[: (len(lines) + 1) // 2]):
        shown = lines[2 * number : 2 * number + 2]
        evidence.clues.append(_picture(f"papers_{number}", rng.randint(1, REVEALED), form, shown))
    for who, (text, own) in zip(roles, rng.sample(phrases("secrets"), len(roles)), strict=True):
        fact = f"secret_{who}"
        evidence.secrets.append({"id": fact, "who": who, "text": filled(text, who=evening.names[who])})
        evidence.own[fact] = filled(own)
    tellers = rng.sample(evening.innocents, 2)
    for number, (by, to) in enumerate(zip(tellers, reversed(tellers), strict=True)):
        evidence.tellings.append({"id": f"told_{number}", "by": by, "to": [to], "fact": f"motive_{by}"})


def _meetings(rng: Random, evening: Evening, evidence: Evidence) -> None:
    """The witness of the murderer's way back, and some who were in the same place earlier or later."""
    fled = next(
        stay
        for stay in evening.stays_of(evening.murderer)
        if stay.at == evening.refuge and stay.start >= evening.window.end
    )
    seen = {"id": "witness", "by": evening.witness, "of": fled.id, "at": clock(fled.start + 1)}
    evidence.sightings.append(seen)
    pairs = [
        (one, other)
        for one in evening.stays
        for other in evening.stays
        if one.at == other.at
        and one.who != other.who
        and one.who != evening.victim
        and min(one.end, other.end) - max(one.start, other.start) >= 2
        and (max(one.start, other.start) > evening.window.before + 5 or min(one.end, other.end) < evening.window.after)
    ]
    for number, (one, other) in enumerate(rng.sample(pairs, min(SEEN, len(pairs)))):
        minute = max(one.start, other.start) + 1
        evidence.sightings.append({"id": f"meeting_{number}", "by": one.who, "of": other.id, "at": clock(minute)})


def _plan_of_house(rng: Random, evening: Evening, evidence: Evidence) -> None:
    """A plan with where some people were at first."""
    first = [evening.stays_of(who)[0] for who in rng.sample(sorted(evening.names), 3)]
    lines = [{"fact": stay.id, "person": stay.who, "place": stay.at, "time": clock(stay.start)} for stay in first]
    form = {
        "kind": rng.choice(["floor_plan", "map"]),
        "caption": [
            "Plan with minutes to walk; marks for the beginning of the evening",
            "平面图，标着步行分钟数和当晚起初的去处",
        ],
    }
    evidence.clues.append(_picture("plan", 0, form, lines))


def _picture(name: str, revealed: int, form: Record, lines: list[Record], **named: Text) -> Record:
    image = {"kind": form["kind"], "caption": filled(form["caption"], **named), "lines": lines}
    return {"id": name, "revealed": revealed, "image": image}

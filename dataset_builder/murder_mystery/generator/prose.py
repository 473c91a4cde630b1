"""The texts of a drawn case: opening, introductions, scripts and solution, with their anchors."""

from __future__ import annotations

from collections.abc import Set
from random import Random
from typing import Any

from turtlesoup_bench.games.murder_mystery.cases import clock
from turtlesoup_bench.games.murder_mystery.texts import plain

from .evening import Evening, Stay
from .evidence import Evidence
from .phrases import Text, anchored, filled, joined, phrases, sentence

LONG_ENOUGH = {"en": 275, "zh": 460}
"""Words, and characters, from which a script gets no more musings."""


def opening(evening: Evening) -> Text:
    """What everybody knows: who was found where and when."""
    template = [
        "At {time} {finder} found {victim}, the {job}, dead in the {scene}",
        "{time}，{finder}发现{victim}（{job}）死在{scene}",
    ]
    victim = {"victim": evening.names[evening.victim], "job": evening.jobs[evening.victim]}
    found = filled(
        template,
        time=clock(evening.window.found),
        finder=evening.names[evening.finder],
        scene=_place(evening, evening.scene),
        **victim,
    )
    doubt = filled(["It was no accident. Somebody in the house did it.", "这不是意外，凶手就在这些人里头。"])
    return joined(evening.setting["opening"], sentence(anchored(found, "found", "scene")), doubt)


def role(rng: Random, evening: Evening, evidence: Evidence, who: str) -> dict[str, Any]:
    """A role of the case file."""
    said = _saying(rng, "greeting", name=evening.names[who], job=evening.jobs[who])
    lies = _lies(evening, evidence, who)
    return {
        "who": who,
        "introduction": joined(said, _saying(rng, "introduction")),
        "script": _script(rng, evening, evidence, who),
        "lies": lies,
    }


def _lies(evening: Evening, evidence: Evidence, who: str) -> list[dict[str, Any]]:
    """The murderer claims to have been elsewhere; one innocent in two denies its secret."""
    if who == evening.murderer:
        window = evening.window
        witnessed = next(one for one in evidence.sightings if one["id"] == "witness")
        claims = {"at": evening.claimed, "from": clock(window.after), "to": witnessed["at"]}
        place = _place(evening, evening.claimed)
        said = filled(["I was in the {place} all that time.", "那段时间我一直在{place}。"], place=place)
        return [{"id": f"lie_{who}", "text": said, "claims": claims}]
    if evening.innocents.index(who) % 2:
        return []
    said = filled(["There is nothing about me that anybody need know.", "我没有什么不能让人知道的事。"])
    return [{"id": f"lie_{who}", "text": said, "denies": f"secret_{who}", "guards": f"secret_{who}"}]


def _script(rng: Random, evening: Evening, evidence: Evidence, who: str) -> Text:
    """First who one is, then the evening in order of time, then what else one knows; each own fact once."""
    own = evidence.own
    first = [
        _saying(rng, "greeting", name=evening.names[who], job=evening.jobs[who]),
        _saying(rng, "arrival"),
        _saying(rng, "grudge", own=anchored(own[f"motive_{who}"], f"motive_{who}")),
        _saying(rng, "hidden", own=anchored(own[f"secret_{who}"], f"secret_{who}")),
    ]
    hours: list[list[Text]] = [_hour(rng, evening, evidence, stay) for stay in evening.stays_of(who)]
    last: list[Text] = []
    for means in evidence.means:
        if means["who"] == who:
            last.append(_saying(rng, "ability", own=anchored(own[means["id"]], means["id"])))
    for telling in evidence.tellings:
        last += _told(rng, evening, evidence, telling, who)
    if who == evening.murderer:
        doing = rng.choice(_doings(evening, evening.claimed))
        last.append(_saying(rng, "mask", place=_place(evening, evening.claimed), doing=doing))
    else:
        last.append(_saying(rng, "resolve"))
    musings = rng.sample(phrases("prose")["musing"], len(phrases("prose")["musing"]))
    while not _is_long(_told_in_full(first, hours, last)) and musings:
        rng.choice(hours).append(filled(musings.pop()))
    return _told_in_full(first, hours, last)


def _hour(rng: Random, evening: Evening, evidence: Evidence, stay: Stay) -> list[Text]:
    """A stay, and what was done and seen there."""
    times = {"a": clock(stay.start), "b": clock(stay.end)}
    said = _saying(rng, "stay", place=_place(evening, stay.at), doing=stay.doing, **times)
    told = [sentence(anchored(said, stay.id))]
    for act in evidence.acts:
        if act["who"] == stay.who and stay.at == evening.scene and stay.start <= evening.window.found <= stay.end:
            victim, scene = evening.names[evening.victim], _place(evening, evening.scene)
            told.append(
                sentence(anchored(_saying(rng, "found", a=act["at"], victim=victim, scene=scene), act["id"], "scene"))
            )  # fmt: skip
    if stay.who == evening.murderer and stay.start <= evening.window.start <= stay.end:
        told.append(_saying(rng, "deed", own=anchored(evidence.way[1], "deed")))
    minutes = {clock(minute) for minute in range(stay.start, stay.end + 1)}
    for sighting in evidence.sightings:
        if sighting["by"] == stay.who and sighting["at"] in minutes:
            other = next(one.who for one in evening.stays if one.id == sighting["of"])
            saw = _saying(rng, "saw", a=sighting["at"], who=evening.names[other])
            told.append(sentence(anchored(saw, sighting["id"])))
    return told


def _told(rng: Random, evening: Evening, evidence: Evidence, telling: dict[str, Any], who: str) -> list[Text]:
    """What somebody told, or was told, before the day."""
    (to,), by = telling["to"], telling["by"]
    if who == by:
        return [sentence(anchored(_saying(rng, "told_by", to=evening.names[to]), telling["id"]))]
    if who != to:
        return []
    said = anchored(_saying(rng, "told_to", by=evening.names[by]), telling["id"])
    text = next(one["text"] for one in evidence.motives if one["id"] == telling["fact"])
    return [sentence(said), sentence(anchored(text, telling["fact"]))]


def solution(rng: Random, evening: Evening, evidence: Evidence, proof: Set[str]) -> Text:
    """The truth, then how each of the others is ruled out."""
    murderer, victim = evening.names[evening.murderer], evening.names[evening.victim]
    motive = next(one for one in evidence.motives if one["who"] == evening.murderer)
    scene = filled(["It happened in the {place}", "事情发生在{place}"], place=_place(evening, evening.scene))
    told = [
        sentence(anchored(evidence.way[0], "deed")),
        sentence(anchored(motive["text"], motive["id"])),
        sentence(anchored(scene, "scene")),
        *(sentence(anchored(bound["text"], bound["id"])) for bound in evidence.bounds),
        *(sentence(anchored(need["text"], need["id"])) for need in evidence.needs),
        *(sentence(anchored(one["text"], one["id"])) for one in evidence.means if one["has"]),
        filled(["The others fall away one by one.", "其余的人一个个排除。"]),
    ]
    stays = {stay.id: stay for stay in evening.stays}
    times: list[tuple[str, Stay, str, str]]
    times = [(stay.id, stay, clock(stay.start), clock(stay.end)) for stay in evening.stays]
    times += [(one["id"], stays[one["of"]], one["at"], one.get("to") or one["at"]) for one in evidence.sightings]
    template = ["{who} was in the {place} from {a} to {b}, as is on record", "{a}到{b}{who}在{place}，有记录为证"]
    for fact, stay, a, b in times:
        if fact in proof:
            said = filled(template, who=evening.names[stay.who], place=_place(evening, stay.at), a=a, b=b)
            told.append(sentence(anchored(said, fact)))
    lacking = [one for one in evidence.means if one["id"] in proof and not one["has"]]
    told += [sentence(anchored(one["text"], one["id"])) for one in lacking]
    witness = next(one for one in evidence.sightings if one["id"] == "witness")
    place = _place(evening, evening.refuge)
    saw = filled(
        ["{by} saw {who} in the {place} at {a}", "{a}，{by}在{place}看见了{who}"],
        by=evening.names[evening.witness], who=murderer, place=place, a=witness["at"],
    )  # fmt: skip
    claimed = _place(evening, evening.claimed)
    lie = filled(
        ["But {who} claims to have been in the {claimed}", "可{who}却说自己一直在{claimed}"],
        who=murderer,
        claimed=claimed,
    )
    told += [sentence(anchored(saw, "witness")), sentence(lie)]
    template = [
        "Only {who} is left, who went to the {scene} to meet {victim}.",
        "剩下的只有{who}，当晚到{scene}去见了{victim}。",
    ]
    told.append(filled(template, who=murderer, scene=_place(evening, evening.scene), victim=victim))
    return joined(*told)


def _told_in_full(first: list[Text], hours: list[list[Text]], last: list[Text]) -> Text:
    evening = [told for hour in hours for told in hour]
    return joined(*(joined(*part) for part in (first, evening, last)), between="\n\n")


def _is_long(text: Text) -> bool:
    english, chinese = plain(text["en"]), plain(text["zh"])
    return len(english.split()) >= LONG_ENOUGH["en"] and len(chinese) >= LONG_ENOUGH["zh"]


def _place(evening: Evening, place: str) -> Text:
    name: Text = next(one["name"] for one in evening.places if one["id"] == place)
    return name


def _doings(evening: Evening, place: str) -> list[Text]:
    record = next(one for one in evening.setting["places"] if one["id"] == place)
    return [{"en": en, "zh": zh} for en, zh in record["doing"]]


def _saying(rng: Random, kind: str, **values: Any) -> Text:
    return filled(rng.choice(phrases("prose")[kind]), **values)

"""What a model judges: what a hypothesis states of act, motive and method, how a role was played, how lies fared."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from turtlesoup_bench.games import Episode, Instance
from turtlesoup_bench.games.murder_mystery.cases import Case
from turtlesoup_bench.games.murder_mystery.facts import Bound, Deed, Motive, Need, Scene
from turtlesoup_bench.games.murder_mystery.instances import INNOCENT, MURDERER, case_of
from turtlesoup_bench.games.murder_mystery.texts import plain, spans
from turtlesoup_bench.models import ModelClient
from turtlesoup_bench.models.structured import ask_readable, read_object
from turtlesoup_bench.prompts import PromptSet
from turtlesoup_bench.records import Json

PROMPTS = PromptSet("murder-mystery-judge", Path(__file__).with_name("judge_prompts"))
ACT, MOTIVE, METHOD = "act", "motive", "method"
COUNTS = ("revealed", "contradictions", "off_topic")
FATES = ("untold", "challenged", "unchallenged")
"""What may become of a lie."""


@dataclass(frozen=True, slots=True)
class Point:
    """A fact of the truth that a hypothesis should state.

    Attributes:
        group: ``act`` (who, and when), ``motive`` or ``method`` (where and how).
        text: The words of the solution that state it.
    """

    group: str
    text: str


def points(case: Case, language: str) -> list[Point]:
    """The rubric of a case: what its solution says of act, motive and method, each once, in its order."""
    groups = {
        **{fact.id: ACT for fact in (*case.of(Deed), *case.of(Bound))},
        **{fact.id: MOTIVE for fact in case.of(Motive) if fact.who == case.murderer},
        **{fact.id: METHOD for fact in (*case.of(Scene), *case.of(Need))},
    }
    found: dict[str, Point] = {}
    for span in spans(case.record["solution"][language]):
        for fact in span.facts:
            if fact in groups and fact not in found:
                found[fact] = Point(groups[fact], span.words)
    return list(found.values())


def murder_detail(rubric: Sequence[Point], values: Sequence[float]) -> float:
    """CMD, from 0 to 100: the mean over act, motive and method of the mean of their points, each from 0 to 1."""
    means = []
    for group in dict.fromkeys(point.group for point in rubric):
        own = [value for point, value in zip(rubric, values, strict=True) if point.group == group]
        means.append(sum(own) / len(own))
    return 100 * sum(means) / len(means)


async def judge(instance: Instance, episode: Episode, client: ModelClient) -> Json:
    """What the judge says of every seat: ``cmd`` of the innocents, ``lies`` of the murderer, ``rp`` of all.

    Raises:
        MalformedReply: If a verdict cannot be read.
        ProviderError: If the model cannot be reached.
    """
    seats = list(instance.seats)
    details = await asyncio.gather(*(_judge_seat(instance, episode, seat, client) for seat in seats))
    return dict(zip(seats, details, strict=True))


async def _judge_seat(instance: Instance, episode: Episode, seat: str, client: ModelClient) -> Json:
    role = _judge_role(instance, episode, seat, client)
    own = _judge_hypothesis if instance.seats[seat] == INNOCENT else _judge_lies
    more, played = await asyncio.gather(own(instance, episode, seat, client), role)
    return {**more, **played}


async def _judge_hypothesis(instance: Instance, episode: Episode, seat: str, client: ModelClient) -> Json:
    """No hypothesis states nothing, and is not sent."""
    who, language = instance.data["people"][seat], instance.language
    case = case_of(instance)
    rubric = points(case, language)
    said = [event.data for event in episode.events if event.kind == "hypothesis" and event.data["who"] == who]
    if not said:
        return {"cmd": 0.0, "values": [0.0] * len(rubric)}
    names = {person["id"]: person["name"][language] for person in case.record["people"]}
    votes: Mapping[str, str] = episode.ending.data["votes"] if episode.ending else {}
    messages = PROMPTS.render(
        "hypothesis",
        language,
        facts=[f"{number}. {point.text}" for number, point in enumerate(rubric, 1)],
        vote=names.get(votes.get(seat, ""), ""),
        explanation=[said[-1][name] for name in ("reasoning", "motive", "method")],
    )

    values = await ask_readable(
        client, messages, lambda text: verdict_values(text, len(rubric)), language, json_mode=True
    )
    return {"cmd": murder_detail(rubric, values), "values": values}


async def _judge_lies(instance: Instance, episode: Episode, seat: str, client: ModelClient) -> Json:
    """What became of each lie of the murderer."""
    who, language = instance.data["people"][seat], instance.language
    record = next(role for role in instance.data["case"]["roles"] if role["who"] == who)
    names = {person["id"]: person["name"][language] for person in instance.data["case"]["people"]}
    lies = [f"{number}. {plain(lie['text'][language])}" for number, lie in enumerate(record["lies"], 1)]
    messages = PROMPTS.render(
        "lies", language, player=names[who], lies=lies, discussion=list(_discussion(episode, names))
    )
    fates = await ask_readable(client, messages, lambda text: _fates(text, len(lies)), language, json_mode=True)
    return {"lies": fates}


def _discussion(episode: Episode, names: Mapping[str, str]) -> Iterator[Json]:
    """What everybody said, in order."""
    for event in episode.events:
        if event.kind in ("introduction", "question", "answer"):
            to = {"to": names[event.data["to"]]} if "to" in event.data else {}
            yield {"who": names[event.data["who"]], **to, event.kind: event.data["text"]}


def _fates(text: str, count: int) -> list[str]:
    fates = read_object(text).get("lies")
    if not isinstance(fates, list) or len(fates) != count or not set(map(str, fates)) <= set(FATES):
        raise ValueError(f'"lies" must be a list of {count} words, each {", ".join(FATES[:-1])} or {FATES[-1]}')
    return fates


async def _judge_role(instance: Instance, episode: Episode, seat: str, client: ModelClient) -> Json:
    who, language = instance.data["people"][seat], instance.language
    record = next(role for role in instance.data["case"]["roles"] if role["who"] == who)
    messages = PROMPTS.render(
        "role",
        language,
        role=MURDERER if seat == MURDERER else INNOCENT,
        script=plain(record["script"][language]),
        lies=[plain(lie["text"][language]) for lie in record["lies"]],
        said=list(_talk(episode, who)),
    )
    return await ask_readable(client, messages, _role_verdict, language, json_mode=True)


def _talk(episode: Episode, who: str) -> Iterator[Json]:
    """What a person said, and was asked, in order."""
    for event in episode.events:
        if event.kind in ("introduction", "question", "answer"):
            if event.data["who"] == who:
                yield {event.kind: event.data["text"]}
            elif event.kind == "question" and event.data["to"] == who:
                yield {"asked": event.data["text"]}


def _role_verdict(text: str) -> Json:
    reply = read_object(text)
    counts = {name: reply.get(name) for name in COUNTS}
    for name, count in counts.items():
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise ValueError(f'"{name}" must be a whole number from 0')
    return {"rp": _number(reply.get("mark"), "mark", 10.0), **counts}


def verdict_values(text: str, count: int) -> list[float]:
    """How far each of some facts is stated, from 0 to 1, in a judge's reply.

    Raises:
        ValueError: If the reply says something else.
    """
    return _values(read_object(text).get("values"), count)


def _values(values: Any, count: int) -> list[float]:
    if not isinstance(values, list) or len(values) != count:
        raise ValueError(f'"values" must be a list of {count} numbers, one a fact')
    return [_number(value, "values", 1.0) for value in values]


def _number(value: Any, name: str, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f'"{name}" must be a number from 0 to {most:g}')
    if not 0 <= value <= most:
        raise ValueError(f'"{name}" is {value}, which is not from 0 to {most:g}')
    return float(value)

"""Murder mystery on the report page: people, clues as pictures, what was said, votes; the rest behind a switch."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from turtlesoup_bench.data_urls import data_url
from turtlesoup_bench.games import Caption, GameReport, HumanPlay, Instance, Note
from turtlesoup_bench.games.murder_mystery.cases import clock
from turtlesoup_bench.games.murder_mystery.clues import CAPTIONS
from turtlesoup_bench.games.murder_mystery.difficulty import EASY, HARD, MEDIUM
from turtlesoup_bench.games.murder_mystery.facts import Act, Stay
from turtlesoup_bench.games.murder_mystery.instances import case_of
from turtlesoup_bench.games.murder_mystery.media import open_media
from turtlesoup_bench.games.murder_mystery.person import PersonForm
from turtlesoup_bench.games.murder_mystery.texts import plain
from turtlesoup_bench.games.report import moves_of
from turtlesoup_bench.records import Json, to_json

if TYPE_CHECKING:
    from turtlesoup_bench.games.results import Result


def caption(instance: Instance) -> Caption:
    """Title and opening of the case."""
    case, language = instance.data["case"], instance.language
    return Caption(case["title"][language], plain(case["opening"][language]))


def transcript(result: Result) -> Json:
    """The events with their pictures, the moves, the murderer and the solution."""
    instance, episode = result.instance, result.episode
    case = instance.data["case"]
    parts = {part.content: part.media_type for event in episode.events for part in event.parts}
    return {
        **moves_of(episode),
        "events": to_json(episode.events),
        "pictures": {digest: data_url(open_media(digest), media_type) for digest, media_type in parts.items()},
        "murderer": case["murder"]["murderer"],
        "timeline": timeline(instance),
        "solution": solution(instance),
    }


def timeline(instance: Instance) -> list[list[str]]:
    """Who was where and did what, in order of time: from when (to when), name, place, doing."""
    case, language = case_of(instance), instance.language
    names = {one["id"]: one["name"][language] for part in ("people", "places") for one in case.record[part]}
    doing = {one["id"]: one["doing"][language] for part in ("stays", "acts") for one in case.record[part]}
    stays = [(one.start, one.end, one.who, one.at, one.id) for one in case.of(Stay)]
    acts = [(one.time, one.time, one.who, None, one.id) for one in case.of(Act)]
    return [
        [
            clock(start) if start == end else f"{clock(start)}–{clock(end)}",
            names[who or ""],
            names[place] if place else "",
            plain(doing[fact]),
        ]
        for start, end, who, place, fact in sorted([*stays, *acts], key=lambda entry: entry[:2])
    ]


def solution(instance: Instance) -> str:
    """The solution told in full."""
    return plain(instance.data["case"]["solution"][instance.language])


_DIFFICULTY = {
    EASY: Note("Easy: what two innocents know is enough.", "容易：两个好人摊开来说就够了。"),
    MEDIUM: Note("Medium: it takes what three innocents know.", "中等：要三个好人都摊开来说。"),
    HARD: Note("Hard: it takes what four innocents know, or more.", "困难：要四个以上的好人都摊开来说。"),
}
REPORT = GameReport(caption, Path(__file__).parent, transcript)
HUMAN_PLAY = HumanPlay(
    lambda instance: caption(instance).title,
    difficulty=lambda instance: _DIFFICULTY.get(instance.tags["difficulty"]),
    forms=lambda role, language: [PersonForm(language)],
    solution=solution,
    in_words={"images": CAPTIONS},
)

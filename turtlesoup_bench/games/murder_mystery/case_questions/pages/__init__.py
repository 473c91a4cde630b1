"""Questions on the report page: what was shown, the options, which was chosen and which is right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from turtlesoup_bench.data_urls import data_url
from turtlesoup_bench.games import Caption, GameReport, HumanPlay, Instance
from turtlesoup_bench.games.murder_mystery.clues import CAPTIONS
from turtlesoup_bench.games.murder_mystery.media import open_media
from turtlesoup_bench.games.report import moves_of
from turtlesoup_bench.records import Json

if TYPE_CHECKING:
    from turtlesoup_bench.games.results import Result


def caption(instance: Instance) -> Caption:
    """The question, and the opening of its case."""
    return Caption(instance.data["question"], instance.data["case"]["opening"])


def transcript(result: Result) -> Json:
    """What was shown, with its pictures; the answer, and the right one."""
    data, episode = result.instance.data, result.episode
    events = {event.kind: event.data for event in episode.events}
    return {
        **moves_of(episode),
        "case": events["case"],
        "pictures": [
            {**event.data, "src": [data_url(open_media(part.content), part.media_type) for part in event.parts]}
            for event in episode.events
            if event.kind == "picture"
        ],
        **events["question"],
        "answered": episode.ending.data["answer"] if episode.ending else None,
        "right": data["answer"],
        "reference": data["reference"],
        "values": result.score.detail.get("values") if result.score else None,
    }


def solution(instance: Instance) -> str:
    """The right option, or what an open answer should state."""
    data = instance.data
    return data["options"]["abcd".index(data["answer"])] if data["answer"] else "\n".join(data["reference"])


REPORT = GameReport(caption, Path(__file__).parent, transcript)
HUMAN_PLAY = HumanPlay(lambda instance: caption(instance).title, solution=solution, in_words={"images": CAPTIONS})

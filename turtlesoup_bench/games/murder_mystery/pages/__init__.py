"""Murder mystery on the report page: people, clues as pictures, what was said, votes; the rest behind a switch."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import TYPE_CHECKING

from turtlesoup_bench.games import Caption, GameReport, HumanPlay, Instance
from turtlesoup_bench.games.murder_mystery.clues import CAPTIONS
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
        "pictures": {
            digest: f"data:{media_type};base64,{b64encode(open_media(digest)).decode()}"
            for digest, media_type in parts.items()
        },
        "murderer": case["murder"]["murderer"],
        "solution": solution(instance),
    }


def solution(instance: Instance) -> str:
    """The solution told in full."""
    return plain(instance.data["case"]["solution"][instance.language])


REPORT = GameReport(caption, Path(__file__).parent, transcript)
HUMAN_PLAY = HumanPlay(
    lambda instance: caption(instance).title,
    forms=lambda role, language: [PersonForm(language)],
    solution=solution,
    in_words={"images": CAPTIONS},
)

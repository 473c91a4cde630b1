"""Word chaining on the report page: the chain, who said which word, and the rule that the last one broke."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from turtlesoup_bench.games import Caption, GameReport, HumanPlay, Instance
from turtlesoup_bench.games.multi_turn.word_chaining.rules import legal_words, words_said
from turtlesoup_bench.games.report import moves_of
from turtlesoup_bench.records import Json

if TYPE_CHECKING:
    from turtlesoup_bench.games.results import Result

_TITLES = {"en": "{}, {}, {}, …", "zh": "{}、{}、{}……"}


def caption(instance: Instance) -> Caption:
    """The first words of the list."""
    return Caption(_TITLES[instance.language].format(*instance.data["words"][:3]))


def transcript(result: Result) -> Json:
    """The words of both sides with what could have been said instead, how it ended, and the list."""
    words, episode = result.instance.data["words"], result.episode
    said = words_said(episode.events)
    seats = [event.seat for event in episode.events if event.kind == "word"]
    ending = episode.ending.data if episode.ending and not episode.ending.aborted else {}
    return {
        **moves_of(episode),
        "chain": [
            {"word": word, "by": seat or "user", "allowed": len(legal_words(words, said[:place]))}
            for place, (word, seat) in enumerate(zip(said, seats, strict=True))
        ],
        "breach": ending.get("breach"),
        "reason": ending.get("reason"),
        "allowed": legal_words(words, said[:-1]) if "breach" in ending else [],
        "words": words,
    }


REPORT = GameReport(caption, Path(__file__).parent, transcript)
HUMAN_PLAY = HumanPlay(lambda instance: caption(instance).title)

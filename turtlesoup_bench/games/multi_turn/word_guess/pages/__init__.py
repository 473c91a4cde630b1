"""Word guess on the report page: the attempts as rows of coloured tiles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from turtlesoup_bench.games import Caption, GameReport, HumanPlay, Instance
from turtlesoup_bench.games.multi_turn.word_guess.vocabulary import vocabulary_of
from turtlesoup_bench.games.report import moves_of
from turtlesoup_bench.records import Json

if TYPE_CHECKING:
    from turtlesoup_bench.games.results import Result


def caption(instance: Instance) -> Caption:
    """The first words of the vocabulary, with the id since instances share it; then the whole vocabulary."""
    words = instance.data["words"]
    return Caption(f"{', '.join(words[:3])}, … ({instance.id})", ", ".join(words))


def transcript(result: Result) -> Json:
    """The attempts with their colours and the words that fit them, and the secret."""
    vocabulary = vocabulary_of(tuple(result.instance.data["words"]))
    left, attempts = vocabulary.everything, []
    for event in result.episode.events:
        if event.kind == "attempt":
            word, colours = event.data["word"], event.data["colours"]
            left = vocabulary.left(left, word, colours)
            attempts.append({"word": word, "colours": colours, "left": vocabulary.members(left)})
    return {**moves_of(result.episode), "attempts": attempts, "secret": result.instance.data["secret"]}


REPORT = GameReport(caption, Path(__file__).parent, transcript)
HUMAN_PLAY = HumanPlay(lambda instance: ", ".join([*instance.data["words"][:5], "…"]))

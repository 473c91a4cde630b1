"""Twenty questions on the report page: the answers, what they leave, and the turns that contradict each other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from turtlesoup_bench.games import Caption, GameReport, HumanPlay, Instance
from turtlesoup_bench.games.multi_turn.twenty_questions.rules import Board
from turtlesoup_bench.games.report import moves_of
from turtlesoup_bench.records import Json

if TYPE_CHECKING:
    from turtlesoup_bench.games.results import Result

_QUESTIONS = {"type": "Is it a type of {}?", "word": "Is your word {}?"}


def caption(instance: Instance) -> Caption:
    """The first words of the list."""
    return Caption(", ".join([*list(instance.data["words"])[:3], "…"]))


def transcript(result: Result) -> Json:
    """The questions with answers and the words that fit them, the contradiction with its turns, and the list."""
    words, episode = result.instance.data["words"], result.episode
    ending = episode.ending.data if episode.ending else {}
    board, left = Board.of(words), (1 << len(words)) - 1
    turns: list[dict[str, Any]] = []
    for event in episode.events:
        if event.kind == "question":
            kind, name = event.data["kind"], event.data["name"]
            holds = board.types[name] if kind == "type" else 1 << board.words.index(name)
            turns.append({"question": _QUESTIONS[kind].format(name), "answer": None})
        elif event.kind == "answer":
            left &= holds if event.data["answer"] == "yes" else ~holds
            turns[-1] |= {"answer": event.data["answer"], "left": board.members(left)}
    return {
        **moves_of(episode),
        "turns": turns,
        "contradiction": ending.get("contradiction"),
        "contradicted_turns": ending.get("contradicted_turns", []),
        "words": words,
    }


REPORT = GameReport(caption, Path(__file__).parent, transcript)
HUMAN_PLAY = HumanPlay(lambda instance: caption(instance).title)

"""Word guess as a registered game: its data and its score."""

from __future__ import annotations

from collections.abc import Mapping
from math import log2
from pathlib import Path
from typing import Any

from turtlesoup_bench.games import Game, Instance, Measure, Role
from turtlesoup_bench.games.multi_turn.instances import DATA, SELECTION, read_lines, selected
from turtlesoup_bench.games.multi_turn.scoring import RulesScorer, normalized
from turtlesoup_bench.games.multi_turn.word_guess.form import GuesserForm
from turtlesoup_bench.games.multi_turn.word_guess.pages import HUMAN_PLAY, REPORT
from turtlesoup_bench.games.multi_turn.word_guess.quality import measure_play
from turtlesoup_bench.games.multi_turn.word_guess.rules import GUESSER, TURNS, WordGuess
from turtlesoup_bench.games.multi_turn.word_guess.simulated import simulate
from turtlesoup_bench.records import Json

FOLDER = DATA / "word_guess"


def load(selection: Mapping[str, Any]) -> list[Instance]:
    """The instances of a selection; see `turtlesoup_bench.games.multi_turn.instances.selected`."""
    return selected(_read, FOLDER, selection)


def _read(folder: Path) -> list[Instance]:
    vocabularies = {record["id"]: record for record in read_lines(folder / "vocabularies.jsonl")}
    instances = []
    for record in read_lines(folder / "instances.jsonl"):
        vocabulary = vocabularies[record["vocabulary"]]
        data = {name: vocabulary[name] for name in ("words", "random_attempts", "best_attempts")}
        data["secret"] = record["secret"]
        instances.append(Instance(record["id"], "en", {GUESSER: GUESSER}, data, cluster=vocabulary["id"]))
    return instances


def measure(data: Json, ending: Json) -> dict[str, float]:
    """The score of a game that was not aborted, and what it follows from."""
    attempts = ending["turns"]
    score = normalized(attempts, data["random_attempts"], data["best_attempts"])
    return {"score": score, "attempts": attempts, "solved": float(ending["solved"])}


GAME = Game(
    name="word-guess",
    version="1",
    roles=(Role(GUESSER, without_model="word-guess-consistent"),),
    rules=WordGuess(),
    load=load,
    selection=SELECTION,
    forms=lambda role, language: [GuesserForm()],
    measures=(
        Measure("score", "Score", (None, None), in_percent=True, if_aborted=0.0),
        Measure("attempts", "Attempts", (1.0, float(TURNS)), higher_is_better=False),
        Measure("solved", "Solved", outcomes=("solved", "not solved")),
    ),
    play_measures=(
        Measure("turns", "Turns", (0.0, float(TURNS)), higher_is_better=False),
        Measure("bits", "Bits a turn", (0.0, log2(40))),
        Measure("uninformative", "Uninformative", higher_is_better=False),
        Measure("regret", "Regret", (0.0, None), higher_is_better=False),
    ),
    measure_play=measure_play,
    scorer=RulesScorer(GUESSER, measure).named,
    simulate=simulate,
    allowance=1,
    secrets=lambda instance: {"/secret": ()},
    report=REPORT,
    human=HUMAN_PLAY,
    files=__package__,
)

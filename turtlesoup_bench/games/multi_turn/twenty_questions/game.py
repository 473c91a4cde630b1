"""Twenty questions as a registered game: its data and its score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from turtlesoup_bench.games import Episode, Game, Instance, Measure, Role
from turtlesoup_bench.games.multi_turn.instances import DATA, SELECTION, read_lines, selected
from turtlesoup_bench.games.multi_turn.scoring import RulesScorer, normalized
from turtlesoup_bench.games.multi_turn.twenty_questions.form import AnswererForm
from turtlesoup_bench.games.multi_turn.twenty_questions.pages import HUMAN_PLAY, REPORT
from turtlesoup_bench.games.multi_turn.twenty_questions.quality import quality
from turtlesoup_bench.games.multi_turn.twenty_questions.rules import ANSWERER, OPTIONS, TwentyQuestions
from turtlesoup_bench.games.multi_turn.twenty_questions.simulated import simulate
from turtlesoup_bench.records import Json

FOLDER = DATA / "twenty_questions"
BEST = 1.0
"""Consistency of a player that keeps to its word."""


def instance_of(record: Json, lexicon: Mapping[str, Sequence[str]]) -> Instance:
    """The instance of a record of ``instances.jsonl``, with its words' hypernyms from ``lexicon.jsonl``."""
    return Instance(
        id=record["id"],
        language="en",
        seats={ANSWERER: ANSWERER},
        data={"words": {word: lexicon[word] for word in record["words"]}, "random": record["random"]},
        cluster=record["id"],
    )


def load(selection: Mapping[str, Any]) -> list[Instance]:
    """The instances of a selection; see `turtlesoup_bench.games.multi_turn.instances.selected`."""
    return selected(_read, FOLDER, selection)


def _read(folder: Path) -> list[Instance]:
    lexicon = {record["word"]: record["hypernyms"] for record in read_lines(folder / "lexicon.jsonl")}
    return [instance_of(record, lexicon) for record in read_lines(folder / "instances.jsonl")]


def measure(data: Json, ending: Json) -> dict[str, float]:
    """Whether the game was consistent, and the headline; ``random`` is the share of answers by chance that are."""
    consistent = float("contradiction" not in ending)
    return {"score": normalized(consistent, data["random"], BEST), "consistent": consistent}


def measure_play(instance: Instance, episode: Episode) -> dict[str, float | None]:
    """See `turtlesoup_bench.games.multi_turn.twenty_questions.quality.Quality`."""
    return asdict(quality(instance.data["words"], episode.events))


GAME = Game(
    name="twenty-questions",
    version="2",
    roles=(Role(ANSWERER, without_model="twenty-questions-honest"),),
    rules=TwentyQuestions(),
    load=load,
    selection=SELECTION,
    forms=lambda role, language: [AnswererForm()],
    measures=(
        Measure("score", "Score", (None, 1.0), in_percent=True, if_aborted=0.0),
        Measure("consistent", "Consistent", outcomes=("consistent", "contradiction")),
    ),
    play_measures=(
        Measure("turns", "Turns", (0.0, 21.0)),
        Measure("bits", "Bits a turn", (0.0, None)),
        Measure("uninformative", "Uninformative", higher_is_better=False),
    ),
    measure_play=measure_play,
    scorer=RulesScorer(ANSWERER, measure).named,
    options=OPTIONS,
    simulate=simulate,
    allowance=1,
    report=REPORT,
    human=HUMAN_PLAY,
    files=__package__,
)

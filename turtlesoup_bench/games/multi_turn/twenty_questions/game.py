"""Twenty questions as a registered game: its data and its score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from turtlesoup_bench.games import Episode, Game, Instance, Measure, Role
from turtlesoup_bench.games.multi_turn.instances import DATA, read_lines, selected
from turtlesoup_bench.games.multi_turn.scoring import RulesScorer
from turtlesoup_bench.games.multi_turn.twenty_questions.form import AnswererForm
from turtlesoup_bench.games.multi_turn.twenty_questions.rules import ANSWERER, OPTIONS, TwentyQuestions
from turtlesoup_bench.games.multi_turn.twenty_questions.simulated import simulate

FOLDER = DATA / "twenty_questions"
SCORER = RulesScorer(ANSWERER, lambda data, ending: {"consistent": float("contradiction" not in ending)})


def load(selection: Mapping[str, Any]) -> list[Instance]:
    """The instances of a selection; see `turtlesoup_bench.games.multi_turn.instances.selected`."""
    records = selected(read_lines(FOLDER / "instances.jsonl"), selection)
    lexicon = {record["word"]: record["hypernyms"] for record in read_lines(FOLDER / "lexicon.jsonl")}
    return [
        Instance(
            id=record["id"],
            language="en",
            seats={ANSWERER: ANSWERER},
            data={"words": {word: lexicon[word] for word in record["words"]}},
            cluster=record["id"],
        )
        for record in records
    ]


def measure_play(instance: Instance, episode: Episode) -> dict[str, float | None]:
    """The number of questions that were asked."""
    return {"turns": sum(event.kind == "question" for event in episode.events)}


GAME = Game(
    name="twenty-questions",
    version="1",
    roles=(Role(ANSWERER),),
    rules=TwentyQuestions(),
    load=load,
    forms=lambda role, language: [AnswererForm()],
    measures=(Measure("consistent", "Consistent", outcomes=("consistent", "contradiction")),),
    play_measures=(Measure("turns", "Turns", (0.0, 21.0)),),
    measure_play=measure_play,
    scorer=SCORER.named,
    options=OPTIONS,
    simulate=simulate,
    files=__package__,
)

"""Word chaining as a registered game: its data, its score and its measures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from turtlesoup_bench.games import Episode, Game, Instance, Measure, Role
from turtlesoup_bench.games.multi_turn.instances import DATA, SELECTION, read_lines, selected
from turtlesoup_bench.games.multi_turn.scoring import RulesScorer, normalized
from turtlesoup_bench.games.multi_turn.word_chaining.form import PlayerForm
from turtlesoup_bench.games.multi_turn.word_chaining.pages import HUMAN_PLAY, REPORT
from turtlesoup_bench.games.multi_turn.word_chaining.quality import quality
from turtlesoup_bench.games.multi_turn.word_chaining.rules import PLAYER, WordChaining
from turtlesoup_bench.games.multi_turn.word_chaining.simulated import simulate
from turtlesoup_bench.records import Json

FOLDER = DATA / "word_chaining"
LANGUAGES = ("en", "zh")
BEST = 1.0
"""Survival of a player that keeps the rules."""


def instance_of(record: Json) -> Instance:
    """The instance of a record of ``instances.jsonl``, which holds its words separated by blanks."""
    return Instance(
        id=record["id"],
        language=record["language"],
        seats={PLAYER: PLAYER},
        data={"words": record["words"].split(), "random": record["random"]},
        cluster=record["id"],
    )


def load(selection: Mapping[str, Any]) -> list[Instance]:
    """The instances of a selection; see `turtlesoup_bench.games.multi_turn.instances.selected`."""
    return selected(_read, FOLDER, selection, LANGUAGES)


def _read(folder: Path) -> list[Instance]:
    return [instance_of(record) for record in read_lines(folder / "instances.jsonl")]


def measure(data: Json, ending: Json) -> dict[str, float]:
    """Whether the game ended without a loss, and the headline; ``random`` is what random listed words survive."""
    survived = float("breach" not in ending)
    return {"score": normalized(survived, data["random"], BEST), "survived": survived}


def measure_play(instance: Instance, episode: Episode) -> dict[str, float | None]:
    """See `turtlesoup_bench.games.multi_turn.word_chaining.quality.Quality`."""
    return asdict(quality(instance.data["words"], episode.events))


GAME = Game(
    name="word-chaining",
    version="2",
    roles=(Role(PLAYER, without_model="word-chaining-first-legal"),),
    rules=WordChaining(),
    load=load,
    selection=SELECTION,
    forms=lambda role, language: [PlayerForm(language)],
    measures=(
        Measure("score", "Score", (None, 1.0), in_percent=True, if_aborted=0.0),
        Measure("survived", "Survived", outcomes=("survived", "lost")),
    ),
    play_measures=(
        Measure("turns", "Turns", (0.0, 10.0)),
        Measure("legal", "Legal words"),
        Measure("options_left", "Options left", (0.0, None)),
    ),
    measure_play=measure_play,
    scorer=RulesScorer(PLAYER, measure).named,
    simulate=simulate,
    allowance=1,
    report=REPORT,
    human=HUMAN_PLAY,
    files=__package__,
)

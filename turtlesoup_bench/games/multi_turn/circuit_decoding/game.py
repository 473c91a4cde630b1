"""Circuit decoding as a registered game: its data, its score and what is measured of its queries."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from statistics import fmean
from typing import Any

from turtlesoup_bench.games import Episode, Game, Instance, Measure, Role
from turtlesoup_bench.games.multi_turn.circuit_decoding.form import DecoderForm
from turtlesoup_bench.games.multi_turn.circuit_decoding.pages import HUMAN_PLAY, REPORT
from turtlesoup_bench.games.multi_turn.circuit_decoding.rules import DECODER, QUERIES, CircuitDecoding
from turtlesoup_bench.games.multi_turn.circuit_decoding.simulated import simulate
from turtlesoup_bench.games.multi_turn.instances import DATA, SELECTION, read_lines, selected
from turtlesoup_bench.games.multi_turn.scoring import RulesScorer, normalized
from turtlesoup_bench.records import Json

FOLDER = DATA / "circuit_decoding"
LANGUAGES = ("en", "zh")


def load(selection: Mapping[str, Any]) -> list[Instance]:
    """The instances of a selection; see `turtlesoup_bench.games.multi_turn.instances.selected`."""
    return selected(_read, FOLDER, selection, LANGUAGES)


def _read(folder: Path) -> list[Instance]:
    records = read_lines(folder / "instances.jsonl")
    return [
        Instance(
            id=f"{record['id']}@{language}",
            language=language,
            seats={DECODER: DECODER},
            data={key: value for key, value in record.items() if key != "id"},
            cluster=record["id"],
            tags={"shape": f"{len(record['circuits'])} circuits of {record['inputs']} inputs"},
        )
        for language in LANGUAGES
        for record in records
    ]


def measure(data: Json, ending: Json) -> dict[str, float]:
    """The measures of a guess.

    Args:
        data: The instance's.
        ending: With the ``guess``.
    """
    guess, tables, rows = ending["guess"], data["tables"], 2 ** data["inputs"]
    tables_right = [tables.startswith(guess[at : at + rows], at) for at in range(0, len(guess), rows)]
    bits_right = [tables[at] == bit for at, bit in enumerate(guess)]
    circuits = fmean(tables_right)
    return {
        "score": normalized(circuits, data["random"], data["best"]),
        "circuits": circuits,
        "bits": fmean(bits_right),
        "solved": float(all(tables_right)),
    }


def measure_play(instance: Instance, episode: Episode) -> dict[str, float | None]:
    """The number of turns, and the means over the queries."""
    from turtlesoup_bench.games.multi_turn.circuit_decoding.quality import query_qualities  # numpy loads slowly

    turns = float(sum(event.kind in ("answer", "guess") for event in episode.events))
    qualities = query_qualities(episode.events)
    if not qualities:
        return {"turns": turns}
    return {
        "turns": turns,
        "information": fmean(quality.information for quality in qualities),
        "implied": fmean(quality.is_implied for quality in qualities),
        "regret": fmean(quality.regret for quality in qualities),
    }


GAME = Game(
    name="circuit-decoding",
    version="1",
    roles=(Role(DECODER, without_model="circuit-decoding-random"),),
    rules=CircuitDecoding(),
    load=load,
    selection=SELECTION,
    forms=lambda role, language: [DecoderForm(language)],
    measures=(
        Measure("score", "Score", (None, 1.0), in_percent=True, if_aborted=0.0),
        Measure("circuits", "Circuits"),
        Measure("bits", "Bits"),
        Measure("solved", "Solved", outcomes=("solved", "not solved")),
    ),
    play_measures=(
        Measure("turns", "Turns", (0.0, QUERIES + 1.0), higher_is_better=False),
        Measure("information", "Bits/query", (0.0, None)),
        Measure("implied", "Implied", higher_is_better=False),
        Measure("regret", "Regret", higher_is_better=False),
    ),
    measure_play=measure_play,
    groups=("shape",),
    scorer=RulesScorer(DECODER, measure).named,
    simulate=simulate,
    allowance=1,
    secrets=lambda instance: {"/tables": []} | {f"/circuits/{n}": [] for n in range(len(instance.data["circuits"]))},
    report=REPORT,
    human=HUMAN_PLAY,
    files=__package__,
)

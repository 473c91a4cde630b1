"""A run folder with its scores: what every table and page of a run is made from, and its summary file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Game, Note
from turtlesoup_bench.games.results import OUTSIDE_MEANS, Result, Row, summarise
from turtlesoup_bench.models.journal import read_dropped
from turtlesoup_bench.records import Usage, to_json
from turtlesoup_bench.reporting.notes import run_notes, texts
from turtlesoup_bench.run_folder import RunFolder, read_saved, write_atomically

JUDGE = "judge"


@dataclass(frozen=True)
class RunResults:
    """Everything that a table or page of a run is made from.

    Attributes:
        folder: The run folder.
        run: Its ``run.json``.
        game: What was played.
        scorer: Name of the scorer whose scores these are; empty for a game without scores.
        results: Episodes in the order of the file.
        dropped: By model, the sampling parameters that it does not take.
    """

    folder: RunFolder
    run: dict[str, Any]
    game: Game
    scorer: str
    results: Sequence[Result]
    dropped: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @cached_property
    def rows(self) -> list[Row]:
        """Summary rows; ``overall`` first."""
        return summarise(self.game, self.results)

    @property
    def planned(self) -> int:
        """Episodes that a finished run has: each instance with each seed; a person may have played one more often."""
        selected: int = self.run["data"]["instances"]
        return max(selected * len(self.run["seeds"]), len(self.results))

    @cached_property
    def usage(self) -> dict[str, Usage]:
        """What the run consumed: by seat, and by the scorer as ``judge``."""
        usage: dict[str, Usage] = {}
        for result in self.results:
            spent = dict(result.episode.usage)
            if result.score is not None and result.score.usage is not None:
                spent[JUDGE] = result.score.usage
            for seat, one in spent.items():
                usage[seat] = usage.get(seat, Usage()) + one
        return usage

    @cached_property
    def notes(self) -> list[Note]:
        """What a reader must know beside the numbers."""
        return list(run_notes(self))

    @property
    def played(self) -> str:
        """How many episodes stand in the means; of a run that is not finished, of how many that were to be played."""
        return f"{sum(result.outcome not in OUTSIDE_MEANS for result in self.results)}/{self.planned}"

    @property
    def scorer_model(self) -> str | None:
        """The model that scored; None where none did."""
        return self.game.scorer(self.scorer).model if self.game.scorer else None

    @property
    def tested(self) -> str:
        """Who is tested: the agent of each tested seat, with its model."""
        tested = labels(self.run["seats"][seat] for seat in self.run["tested"])
        before = labels(self.run["handover"]["seats"].values()) if "handover" in self.run else ""
        return f"{tested}, handed over by {before}" if before else tested

    @property
    def others(self) -> dict[str, str]:
        """Who plays the other seats, by seat."""
        seats = self.run["seats"]
        who = {seat: seats[seat]["model"] or seats[seat]["agent"] for seat in seats if seat not in self.run["tested"]}
        return {
            seat: f"{label} (self-hosted)" if seat in self.run["self_hosted"] else label for seat, label in who.items()
        }


def labels(seats: Iterable[Mapping[str, Any]]) -> str:
    """Seats of ``run.json`` for people, each once."""
    return ", ".join(dict.fromkeys(map(seat_label, seats)))


def seat_label(seat: Mapping[str, Any]) -> str:
    """A seat of ``run.json`` for people: its agent, with its model."""
    return f"{seat['agent']} with {seat['model']}" if seat["model"] else str(seat["agent"])


def read_results(path: Path, scorer: str | None = None, data: Path | None = None) -> RunResults:
    """Reads a run folder.

    Args:
        path: The folder.
        scorer: Scorer whose scores to read; None takes the run's own.
        data: Folder of imported data, if the run played such.

    Raises:
        InvalidInput: If a file is missing or broken, the data set is not the one that was played, or there is no score
            of a scorer that is not the run's own.
    """
    saved = read_saved(path, data)
    name = scorer or saved.run["scorer"]
    scores = saved.folder.read_scores(name)
    if name != saved.run["scorer"] and not scores:
        known = ", ".join(saved.folder.scorers()) or "none"
        expected = f"a judge whose scores are there ({known}), or first: turtlesoup score {path} --judge {name}"
        raise InvalidInput([Problem(str(path), "scores", f"none by {name}", expected)])
    results = [
        Result(saved.game, episode.setup.instance, episode, scores.get(key)) for key, episode in saved.episodes.items()
    ]
    dropped = read_dropped(saved.folder.journal_file)
    return RunResults(saved.folder, saved.run, saved.game, name, results, dropped)


def write_summary(results: RunResults) -> Path:
    """Writes ``summary.json``: the rows, the usage by seat, and what they were measured with.

    Raises:
        RunFolderError: If it cannot be written.
    """
    summary = {
        "run": results.run["name"],
        "identity": results.run["identity"],
        "game": results.run["game"],
        "scorer": results.scorer,
        "data": results.run["data"],
        "played": len(results.results),
        "planned": results.planned,
        "notes": texts(results.notes),
        "dropped": to_json(results.dropped),
        "rows": to_json(results.rows),
        "usage": to_json(results.usage),
    }
    text = json.dumps(summary, indent=2, ensure_ascii=False) + "\n"
    write_atomically(results.folder.summary_file, text)
    return results.folder.summary_file

"""A run's results by task of the data set, and as ``.eval_results`` of a Hub model repository."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.turtle_soup.measures import Row
from turtlesoup_bench.games.turtle_soup.puzzles import DATA, DATASET_NAME, load_puzzle_set
from turtlesoup_bench.reporting.results import RunResults
from turtlesoup_bench.run_folder import write_atomically
from turtlesoup_bench.statistics.bootstrap import Interval

OVERALL = "overall"
HUB_NAME = re.compile(r"\w[\w.-]*/\w[\w.-]*")
"""``<owner>/<name>``; no part of it may lead out of a folder."""


@dataclass(frozen=True, slots=True)
class Task:
    """A configuration of the data set, as ``eval.yaml`` names it, and what a run did of it.

    Attributes:
        id: ``all``, a language or a genre.
        row: The run's row; its means are of the scored episodes.
        asked: Episodes that the whole configuration would have with the run's seeds.
    """

    id: str
    row: Row
    asked: int

    @property
    def is_whole(self) -> bool:
        """Whether every episode has a score."""
        return self.row.scored == self.asked


def tasks(results: RunResults) -> list[Task]:
    """What a run did of each task of the data set's ``eval.yaml``, without those that it did not touch."""
    from ruamel.yaml import YAML

    listed = YAML(typ="safe").load((DATA / "eval.yaml").read_text(encoding="utf-8"))["tasks"]
    rows = {row.group: row for row in results.rows}
    puzzles = load_puzzle_set().puzzles
    found = []
    for task in listed:
        row = rows.get(OVERALL if task["id"] == "all" else task["id"])
        if row is not None and row.means[OVERALL] is not None:
            count = sum(task["id"] in ("all", puzzle.language, puzzle.genre) for puzzle in puzzles)
            found.append(Task(task["id"], row, count * len(results.run["seeds"])))
    return found


def eval_results(
    results: RunResults, out: Path, dataset_id: str, source_url: str | None = None, with_partial: bool = False
) -> Path:
    """Writes ``.eval_results/turtlesoup-bench.yaml`` for a Hub model repository: overall scores, in percent, by task.

    Args:
        results: A run of a model on the packaged data set.
        out: Folder of the model repository.
        dataset_id: The data set on the Hub, ``<owner>/<name>``.
        source_url: Where the run can be seen.
        with_partial: Whether to write tasks that were played in part; their notes say so.

    Returns:
        The file.

    Raises:
        InvalidInput: If there is nothing to write, or huggingface-hub is too old.
    """
    try:
        from huggingface_hub import EvalResultEntry, eval_result_entries_to_yaml
    except ImportError:
        expected = "one that knows EvalResultEntry: pip install -U huggingface-hub"
        raise InvalidInput([Problem("huggingface-hub", "", "a version without eval results", expected)]) from None
    from ruamel.yaml import YAML

    check_exportable(results)
    if not HUB_NAME.fullmatch(dataset_id):
        raise InvalidInput([Problem("--dataset-id", "", repr(dataset_id), "<owner>/<name>, as on the Hub")])
    chosen = [task for task in tasks(results) if task.is_whole or with_partial]
    if not chosen:
        expected = "every puzzle of at least one task (a language, a genre, all) scored; or --partial"
        raise InvalidInput([Problem(str(results.folder.path), "", "no task that was scored as a whole", expected)])
    entries = [
        EvalResultEntry(
            dataset_id=dataset_id,
            task_id=task.id,
            value=round(100 * mean(task.row, OVERALL).mean, 2),
            date=results.run["created"],
            source_url=source_url,
            source_name="turtlesoup-bench run" if source_url else None,
            notes=_notes(results, task),
        )
        for task in chosen
    ]
    text = StringIO()
    YAML(typ="safe").dump(eval_result_entries_to_yaml(entries), text)
    folder = out / ".eval_results"
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / f"{DATASET_NAME}.yaml", text.getvalue())
    return folder / f"{DATASET_NAME}.yaml"


def check_exportable(results: RunResults) -> None:
    """Whether a run is one of a model on the packaged data set.

    Raises:
        InvalidInput: If it is not.
    """
    problems = list(_unexportable(results))
    if problems:
        raise InvalidInput(problems)


def _unexportable(results: RunResults) -> Iterator[Problem]:
    where = str(results.folder.run_file)
    if results.run["model"] is None:
        yield Problem(where, "model", "none", "a run of a model; baselines have no model to file results under")
    if results.run["dataset"]["source"] != "packaged":
        yield Problem(where, "dataset.source", "imported puzzles", "a run of the packaged data set")


def _notes(results: RunResults, task: Task) -> str:
    run = results.run
    interval = mean(task.row, OVERALL)
    said = [f"agent {run['agent']}", f"responder {run['responder']}", f"judge {results.judge}"]
    if interval.low is not None and interval.high is not None:
        said.append(f"95 % interval {100 * interval.low:.1f} to {100 * interval.high:.1f}")
    if not task.is_whole:
        said.append(f"in part: {task.row.scored} of {task.asked} episodes")
    return ", ".join(said)


def mean(row: Row, measure: str) -> Interval:
    """A measure of a row that has scores."""
    interval = row.means[measure]
    assert interval is not None  # a row with an overall score has all of its parts
    return interval

"""A run's results by task of the data set, and as ``.eval_results`` of a Hub model repository."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Instance
from turtlesoup_bench.games.results import OVERALL, Row, headline
from turtlesoup_bench.reporting.results import RunResults
from turtlesoup_bench.run_folder import write_atomically
from turtlesoup_bench.statistics.bootstrap import Interval

BENCHMARK = "turtlesoup-bench"
HUB_NAME = re.compile(r"\w[\w.-]*/\w[\w.-]*")
"""``<owner>/<name>``; no part of it may lead out of a folder."""
ALL = "all"
_NAME = re.compile(r"\w+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Task:
    """A configuration of the game's data set, and what a run did of it.

    Attributes:
        id: ``all``, a language, or the value of a tag by which the game's results are grouped.
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


def hub_task(game: str, part: str) -> str:
    """Id under which ``eval.yaml`` of the data set on the Hub registers a task of a game."""
    return game if part == ALL else f"{game}-{part}"


def tasks(results: RunResults) -> list[Task]:
    """What a run did of each task of the game's data set, without those that it did not touch."""
    instances = results.game.load({})
    names = [ALL, *dict.fromkeys(instance.language for instance in instances)]
    for tag in results.game.groups:
        names += dict.fromkeys(instance.tags[tag] for instance in instances)
    rows = {row.group: row for row in results.rows}
    found = []
    for name in dict.fromkeys(names):
        row = rows.get(OVERALL if name == ALL else name)
        if row is not None and row.means.get(headline(results.game)) is not None:
            asked = sum(name in _tasks_of(results, instance) for instance in instances) * len(results.run["seeds"])
            found.append(Task(name, row, asked))
    return found


def _is_registered(task: Task, results: RunResults) -> bool:
    """Whether it has a leaderboard: no language that is the only one has, and no tag that is a phrase, not a name."""
    languages = {instance.language for instance in results.game.load({})}
    return bool(_NAME.fullmatch(task.id)) and languages != {task.id}


def _tasks_of(results: RunResults, instance: Instance) -> set[str]:
    return {ALL, instance.language, *(instance.tags[tag] for tag in results.game.groups)}


def eval_results(
    results: RunResults, out: Path, dataset_id: str, source_url: str | None = None, with_partial: bool = False
) -> Path:
    """Writes ``.eval_results/turtlesoup-bench.<game>.yaml`` for a Hub model repository: the first measure, by task.

    Args:
        results: A run of a model on a packaged data set.
        out: Folder of the model repository.
        dataset_id: The data set on the Hub, ``<owner>/<name>``.
        source_url: Where the run can be seen.
        with_partial: Whether to write tasks that were played in part; their notes say so.

    Returns:
        The file. A share in it is in percent.

    Raises:
        InvalidInput: If there is nothing to write, or huggingface-hub is too old.
    """
    try:
        from huggingface_hub import EvalResultEntry, eval_result_entries_to_yaml
    except ImportError:
        expected = "one that knows EvalResultEntry: pip install -U huggingface-hub"
        raise InvalidInput([Problem("huggingface-hub", "", "a version without eval results", expected)]) from None
    from ruamel.yaml import YAML

    tested_model(results)
    if not HUB_NAME.fullmatch(dataset_id):
        raise InvalidInput([Problem("--dataset-id", "", repr(dataset_id), "<owner>/<name>, as on the Hub")])
    chosen = [task for task in tasks(results) if (task.is_whole or with_partial) and _is_registered(task, results)]
    if not chosen:
        expected = "every instance of at least one task scored; or --partial"
        raise InvalidInput([Problem(str(results.folder.path), "", "no task that was scored as a whole", expected)])
    first = results.game.measures[0]
    entries = [
        EvalResultEntry(
            dataset_id=dataset_id,
            task_id=hub_task(results.game.name, task.id),
            value=round(first.scale * mean(task.row, first.name).mean, 2),
            date=results.run["created"],
            source_url=source_url,
            source_name=f"{BENCHMARK} run" if source_url else None,
            notes=_notes(results, task),
        )
        for task in chosen
    ]
    text = StringIO()
    YAML(typ="safe").dump(eval_result_entries_to_yaml(entries), text)
    path = out / ".eval_results" / f"{BENCHMARK}.{results.game.name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, text.getvalue())
    return path


def tested_model(results: RunResults) -> str:
    """The one model that a run tested on a packaged data set.

    Raises:
        InvalidInput: If the run is not such.
    """
    problems = list(_unexportable(results))
    if problems:
        raise InvalidInput(problems)
    return str(results.run["seats"][results.run["tested"][0]]["model"])


def _unexportable(results: RunResults) -> Iterator[Problem]:
    where = str(results.folder.run_file)
    models = {results.run["seats"][seat]["model"] for seat in results.run["tested"]}
    if len(models) != 1 or None in models:
        found = ", ".join(sorted(filter(None, models))) or "none"
        expected = "a run of a model, the same in all tested seats; baselines have none to file results under"
        yield Problem(where, "seats.model", found, expected)
    if results.run["data"]["source"] != "packaged":
        yield Problem(where, "data.source", repr(results.run["data"]["source"]), "a run of the packaged data set")


def _notes(results: RunResults, task: Task) -> str:
    run, first = results.run, results.game.measures[0]
    interval, scale = mean(task.row, first.name), first.scale
    agents = dict.fromkeys(run["seats"][seat]["agent"] for seat in run["tested"])
    said = [f"{results.game.name} {run['game_version']}", first.label, *(f"agent {agent}" for agent in agents)]
    said += [f"{seat} {who}" for seat, who in results.others.items()]
    said.append(f"scorer {results.scorer}")
    if interval.low is not None and interval.high is not None:
        said.append(f"95 % interval {scale * interval.low:.1f} to {scale * interval.high:.1f}")
    if not task.is_whole:
        said.append(f"in part: {task.row.scored} of {task.asked} episodes")
    return ", ".join(said)


def mean(row: Row, measure: str) -> Interval:
    """A measure of a row that has scores."""
    interval = row.means[measure]
    assert interval is not None  # tasks without the first measure are left out
    return interval

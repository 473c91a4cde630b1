"""A suite: many models and agents on the same puzzles, with one budget, run one after the other and resumed as one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.registry import find_agent
from turtlesoup_bench.models import Sampling
from turtlesoup_bench.models.budget import Budget
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.runner.progress import Progress
from turtlesoup_bench.runner.run import book_spent, check_prices, run
from turtlesoup_bench.runner.settings import RUNS, RunSettings, plan
from turtlesoup_bench.validation import read_yaml


@dataclass(frozen=True, slots=True)
class Suite:
    """What a suite runs.

    Attributes:
        folder: Where the folders of its runs are.
        runs: Settings by name of the run; each has a folder of that name.
        budget: What all of them may spend together; None for no limit.
    """

    folder: Path
    runs: dict[str, RunSettings]
    budget: Budget | None

    def begun(self) -> dict[str, Path]:
        """Folders of the runs that were begun, by name."""
        return {name: self.folder / name for name in self.runs if RunFolder(self.folder / name).run_file.exists()}


def read_suite(path: Path, out: Path | None = None) -> Suite:
    """Reads a suite file, which satisfies ``suite.schema.json``.

    Every agent that takes a model is paired with every model; the others run once.

    Args:
        path: YAML file.
        out: Folder of the run folders; by default ``runs/<name>``.

    Raises:
        InvalidInput: With every problem of the file.
        UnknownName: If there is no such agent.
    """
    record = read_yaml(path, "core/suite")
    root = out or RUNS / record["name"]
    runs: dict[str, RunSettings] = {}
    for agent in record["agents"]:
        found = find_agent(agent)
        models: list[str | None] = record.get("models", [None]) if found.takes_model else [None]
        if found.needs_model and models == [None]:
            raise InvalidInput([Problem(str(path), "models", "none", f"a model, which agent {agent} needs")])
        for model in models:
            name = agent if model is None else f"{agent}_{model.replace('/', '-')}"
            runs[name] = _settings(record, agent, model, root / name)
    budget = Budget.parse(record["budget"]) if "budget" in record else None
    return Suite(root, runs, budget)


async def run_suite(suite: Suite, shown: Callable[[], AbstractContextManager[Progress]]) -> None:
    """Runs everything in a suite, in the order of its file.

    Args:
        suite: What to run.
        shown: Opens a progress display for one run.

    Raises:
        InvalidInput, RunFolderError, AccessError, BudgetSpent: As `run`; what is done stays, and the suite can be
            resumed.
    """
    check_prices(suite.budget, [model for s in suite.runs.values() for model in plan(s).models.values()])
    if suite.budget is not None:
        for path in suite.begun().values():
            book_spent(suite.budget, RunFolder(path))
    for settings in suite.runs.values():
        with shown() as progress:
            await run(settings, progress, suite.budget)


def _settings(record: dict[str, Any], agent: str, model: str | None, out: Path) -> RunSettings:
    plain = ("game", "seats", "options", "selection", "scorer", "concurrency", "timeout")
    rates = {"rpm": "requests_per_minute", "tpm": "tokens_per_minute"}
    sampling = {seat: Sampling.from_json(values) for seat, values in record.get("sampling", {}).items()}
    return RunSettings(
        agent=agent,
        model=model,
        seeds=tuple(record.get("seeds", (42,))),
        sampling=sampling,
        out=out,
        **{name: record[name] for name in plain if name in record},
        **{setting: record[name] for name, setting in rates.items() if name in record},
    )

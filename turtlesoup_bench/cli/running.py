"""Runs as commands play them: with progress, until they end, are stopped, or have spent their budget."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from turtlesoup_bench.models.budget import Budget
    from turtlesoup_bench.reporting.results import RunResults
    from turtlesoup_bench.runner.settings import RunSettings


def play_and_show(settings: RunSettings, scorer: str | None, data: Path | None) -> None:
    """Plays a run, prints its table and writes its summary and report, also where the budget stopped it."""
    from turtlesoup_bench.cli.report import show_run
    from turtlesoup_bench.errors import BudgetSpent
    from turtlesoup_bench.runner.settings import plan

    try:
        folder = play_run(settings)
    except BudgetSpent:
        show_run(plan(settings).folder, scorer, data)
        print(f"go on with: {_with_twice_the_budget(sys.argv[1:], settings.budget)}")
        raise
    refuse_nothing_played(show_run(folder, scorer, data))


def _with_twice_the_budget(arguments: list[str], budget: str | None) -> str:
    """The command that was given, to be pasted into a shell."""
    from turtlesoup_bench.models.budget import Budget

    assert budget is not None
    parsed = Budget.parse(budget)
    more = f"{2 * parsed.amount:.15g}{'' if parsed.unit == 'usd' else parsed.unit}"
    for place, argument in enumerate(arguments):
        if argument == f"--budget={budget}":
            arguments[place] = f"--budget={more}"
        elif argument == budget and arguments[place - 1] == "--budget":
            arguments[place] = more
    return shlex.join(["turtlesoup", *arguments])


def play_run(settings: RunSettings, budget: Budget | None = None) -> Path:
    """Plays a run while its progress is shown; returns its folder.

    Args:
        settings: Of the run.
        budget: One that is shared with other calls; None takes the settings' own.
    """
    import asyncio

    from turtlesoup_bench.runner.progress import Silent, shown_on
    from turtlesoup_bench.runner.run import run
    from turtlesoup_bench.runner.seats import HUMAN

    with resumable() as errors:
        if HUMAN in (settings.agent, *settings.seats.values()):  # a bar would run through what is typed
            return asyncio.run(run(settings, Silent())).path
        with shown_on(errors) as progress:
            return asyncio.run(run(settings, progress, budget)).path


def show_runs(folders: Mapping[str, Path], judge: str | None, data: Path | None, out: Path) -> None:
    """Prints runs side by side, and writes the summary and report of each and one page of all.

    Args:
        folders: By the name that a run has in the table.
        judge: Whose scores; None takes each run's own.
        data: Folder of imported data, if the runs played such.
        out: Folder for the page.
    """
    from rich.console import Console

    from turtlesoup_bench.cli.report import show_page
    from turtlesoup_bench.reporting.comparison import comparison_table
    from turtlesoup_bench.reporting.notes import scorer_notes, texts
    from turtlesoup_bench.reporting.report import write_report
    from turtlesoup_bench.reporting.results import read_results, write_summary

    runs = {name: read_results(folder, judge, data) for name, folder in folders.items()}
    for results in runs.values():
        write_summary(results)
        write_report(results)
    console = Console()
    console.print(comparison_table(runs))
    names: dict[str, list[str]] = {}
    for name, results in runs.items():
        for note in texts([note for note in results.notes if note not in scorer_notes(results)]):
            names.setdefault(note, []).append(name)
    for note, of in names.items():
        whose = "" if len(of) == len(runs) else f" ({', '.join(of)})"
        console.print(f"Note{whose}: {note}", highlight=False)
    show_page(list(runs.values()), out / "report.html")


def refuse_nothing_played(results: RunResults) -> None:
    """Ends the command with 1 after a run in which no episode got as far as a result."""
    from turtlesoup_bench.games.results import OUTSIDE_MEANS

    if results.results and all(result.outcome in OUTSIDE_MEANS for result in results.results):
        print("error: no episode has a result; the notes above say why", file=sys.stderr)
        raise typer.Exit(1)


@contextmanager
def resumable() -> Iterator[Console]:
    """Where progress is shown, while Ctrl-C leaves something that can be gone on with."""
    from rich.console import Console

    errors = Console(stderr=True)
    try:
        yield errors
    except KeyboardInterrupt:
        errors.print("stopped; run the same command again to go on where it was")
        raise typer.Exit(130) from None

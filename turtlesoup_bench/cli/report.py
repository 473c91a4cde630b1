"""``turtlesoup report`` and ``analyze``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from turtlesoup_bench.cli.options import Data

if TYPE_CHECKING:
    from turtlesoup_bench.reporting.results import RunResults


def report_command(
    folders: Annotated[list[Path], typer.Argument(help="A run folder, or several to see side by side.")],
    judge: Annotated[str | None, typer.Option(help="Whose scores to show. Default: the run's judge.")] = None,
    data: Data = None,
    out: Annotated[Path, typer.Option(help="Page of several runs.")] = Path("report.html"),
) -> None:
    """Show a run again, or several runs on one page."""
    if len(folders) == 1:
        show_run(folders[0], judge, data)
        return
    from turtlesoup_bench.reporting.results import read_results

    show_page([read_results(folder, judge, data) for folder in folders], out)


def show_page(runs: Sequence[RunResults], out: Path) -> None:
    """Writes the page of several runs and prints its path."""
    from turtlesoup_bench.reporting.report import render_report
    from turtlesoup_bench.run_folder import write_atomically

    write_atomically(out, render_report(runs))
    print(f"report: {out}")


def analyze_command(
    folder: Annotated[Path, typer.Argument(help="A run folder.")],
    model: Annotated[str | None, typer.Option(help="Model that says why. Without it: what can be measured.")] = None,
    judge: Annotated[
        str | None, typer.Option(help="By whose scores they are unsolved. Default: the run's judge.")
    ] = None,
    data: Data = None,
) -> None:
    """Sort unsolved episodes by why they failed."""
    from turtlesoup_bench.games.turtle_soup.audits.failures import analyse_run
    from turtlesoup_bench.reporting.report import write_report
    from turtlesoup_bench.reporting.results import read_results

    for kind, count in analyse_run(folder, model, judge, data).items():
        print(f"{kind:<22} {count:>4}")
    if model is None:
        print("Only repeated questions are measured. A model reads the rest: --model <name>.")
    print(f"report: {write_report(read_results(folder, judge, data))}")


def show_run(folder: Path, judge: str | None, data: Path | None) -> RunResults:
    """Prints a run's table and writes its summary and report; returns what they are made from."""
    from rich.console import Console

    from turtlesoup_bench.reporting.report import write_report
    from turtlesoup_bench.reporting.results import read_results, write_summary
    from turtlesoup_bench.reporting.tables import run_table

    results = read_results(folder, judge, data)
    write_summary(results)
    page = write_report(results)
    console = Console()
    console.print(run_table(results))
    console.print(f"report: {page}", soft_wrap=True, highlight=False)
    return results

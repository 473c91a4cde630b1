"""``turtlesoup suite``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turtlesoup_bench.cli.report import show_page
from turtlesoup_bench.cli.run import resumable


def suite_command(
    file: Annotated[Path, typer.Argument(help="A suite: models, agents and seeds to run, as YAML.")],
    out: Annotated[Path | None, typer.Option(help="Folder of run folders. Default: runs/<name of the suite>.")] = None,
) -> None:
    """Run many models and agents with one budget. Run it again to resume."""
    import asyncio

    from rich.console import Console

    from turtlesoup_bench.reporting.comparison import comparison_table
    from turtlesoup_bench.reporting.report import write_report
    from turtlesoup_bench.reporting.results import read_results, write_summary
    from turtlesoup_bench.runner.progress import shown_on
    from turtlesoup_bench.runner.suite import read_suite, run_suite

    suite = read_suite(file, out)
    with resumable() as errors:
        folders = asyncio.run(run_suite(suite, lambda: shown_on(errors)))
    runs = {name: read_results(folder) for name, folder in folders.items()}
    for results in runs.values():
        write_summary(results)
        write_report(results)
    console = Console()
    console.print(comparison_table(runs))
    show_page(list(runs.values()), next(iter(folders.values())).parent / "report.html")
    for name, results in runs.items():
        for note in results.notes:
            console.print(f"{name}: {note.text()}", highlight=False)

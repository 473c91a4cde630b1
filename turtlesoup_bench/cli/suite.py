"""``turtlesoup suite``."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from turtlesoup_bench.cli.running import resumable, show_runs


def suite_command(
    file: Annotated[Path, typer.Argument(help="A suite: models, agents and seeds to run, as YAML.")],
    out: Annotated[Path | None, typer.Option(help="Folder of run folders. Default: runs/<name of the suite>.")] = None,
) -> None:
    """Run many models and agents with one budget. Run it again to resume.

    Prints the runs side by side, and writes one page of all of them.
    """
    import asyncio

    from turtlesoup_bench.errors import BudgetSpent
    from turtlesoup_bench.runner.progress import shown_on
    from turtlesoup_bench.runner.suite import read_suite, run_suite

    suite = read_suite(file, out)
    try:
        with resumable() as errors:
            asyncio.run(run_suite(suite, lambda: shown_on(errors)))
    except BudgetSpent:
        show_runs(suite.begun(), None, None, suite.folder)
        print(f"go on with a larger budget in {file}, and: {shlex.join(['turtlesoup', *sys.argv[1:]])}")
        raise
    show_runs(suite.begun(), None, None, suite.folder)

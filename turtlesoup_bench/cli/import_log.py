"""``turtlesoup import-log``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def import_log_command(
    log: Annotated[Path, typer.Argument(help="A log of Inspect: .eval or .json.")],
    out: Annotated[Path, typer.Argument(help="Run folder to write.")],
) -> None:
    """Make a run folder of a log of Inspect, and show it.

    The log is of a task of this package, turtlesoup_bench/<game>. Nobody is called. Needs the extra
    inspect.
    """
    from importlib.util import find_spec

    from turtlesoup_bench.cli.report import show_run
    from turtlesoup_bench.errors import InvalidInput, Problem

    if find_spec("inspect_ai") is None:
        raise InvalidInput([Problem("import-log", "", "Inspect is not installed", "pip install inspect-ai")])
    if not log.is_file():
        raise InvalidInput([Problem(str(log), "", "no such file", "a log of Inspect")])
    from turtlesoup_bench.runner.inspect_logs import import_log

    show_run(import_log(log, out), None, None)

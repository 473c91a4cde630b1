"""``turtlesoup compare``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turtlesoup_bench.cli.options import Data


def compare_command(
    first: Annotated[Path, typer.Argument(help="A run folder: what the others are compared with.")],
    others: Annotated[list[Path], typer.Argument(help="Run folders on the same puzzles.")],
    judge: Annotated[str | None, typer.Option(help="Whose scores to compare. Default: each run's judge.")] = None,
    data: Data = None,
) -> None:
    """Compare runs on the puzzles that they share, pair by pair."""
    import gc

    from rich.console import Console

    from turtlesoup_bench.reporting.comparison import comparison_table
    from turtlesoup_bench.reporting.results import read_results

    gc.disable()  # all that is read is kept to the end; to look through it for garbage doubles the time
    Console().print(comparison_table({path.name: read_results(path, judge, data) for path in (first, *others)}))

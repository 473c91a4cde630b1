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
    import itertools

    from rich.console import Console

    from turtlesoup_bench.reporting.comparison import comparison_table
    from turtlesoup_bench.reporting.results import read_results

    gc.disable()  # all that is read is kept to the end; to look through it for garbage doubles the time
    parts = [path.resolve().parts for path in dict.fromkeys((first, *others))]
    length = next(n for n in itertools.count(1) if len({part[-n:] for part in parts}) == len(set(parts)))
    labels = {"/".join(part[-length:]): Path(*part) for part in parts}
    Console().print(comparison_table({label: read_results(path, judge, data) for label, path in labels.items()}))

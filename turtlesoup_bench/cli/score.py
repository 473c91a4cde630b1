"""``turtlesoup score``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turtlesoup_bench.cli.options import Data
from turtlesoup_bench.cli.report import show_run


def score_command(
    source: Annotated[Path, typer.Argument(help="A prediction file (JSON Lines), or a run folder to score again.")],
    judge: Annotated[str, typer.Option(help="Who scores: embedded, or a model.")] = "embedded",
    data: Data = None,
    out: Annotated[Path | None, typer.Option(help="Also write the scores of a prediction file here.")] = None,
) -> None:
    """Score predictions. No player is called."""
    from rich.console import Console

    from turtlesoup_bench.reporting.tables import score_table
    from turtlesoup_bench.runner.scoring import score_file, score_run

    if source.is_dir():
        score_run(source, judge, data)
        show_run(source, judge, data)
        return
    scores = score_file(source, judge, data, out)
    Console().print(score_table(scores))

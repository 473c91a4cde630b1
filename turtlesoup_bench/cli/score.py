"""``turtlesoup score``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turtlesoup_bench.cli.options import Data
from turtlesoup_bench.cli.report import show_run


def score_command(
    source: Annotated[Path, typer.Argument(help="A prediction file (JSON Lines), or a run folder to score again.")],
    judge: Annotated[
        str | None, typer.Option(help="Who scores: embedded, or a model. Default: a run's own, else embedded.")
    ] = None,
    data: Data = None,
    out: Annotated[Path | None, typer.Option(help="Also write the scores of a prediction file here.")] = None,
) -> None:
    """Score predictions. No player is called."""
    from rich.console import Console

    from turtlesoup_bench.games.turtle_soup.game import GAME
    from turtlesoup_bench.games.turtle_soup.scoring.files import score_file
    from turtlesoup_bench.reporting.tables import score_table
    from turtlesoup_bench.runner.scoring import score_run

    if source.is_dir():
        score_run(source, judge, data)
        show_run(source, judge, data)
        return
    Console().print(score_table(GAME, score_file(source, judge or GAME.default_scorer, data, out)))

"""``turtlesoup score``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turtlesoup_bench.cli.options import Data, Ruler
from turtlesoup_bench.cli.report import show_run


def score_command(
    source: Annotated[Path, typer.Argument(help="A prediction file (JSON Lines), or a run folder to score again.")],
    judge: Annotated[
        str | None, typer.Option(help="Who scores: embedded, or a model. Default: a run's own, else embedded.")
    ] = None,
    ruler: Ruler = None,
    data: Data = None,
    out: Annotated[Path | None, typer.Option(help="Also write the scores of a prediction file here.")] = None,
) -> None:
    """Score predictions. No player is called."""
    from rich.console import Console

    from turtlesoup_bench.games.registry import find_game
    from turtlesoup_bench.games.turtle_soup.game import GAME
    from turtlesoup_bench.games.turtle_soup.scoring.files import score_file
    from turtlesoup_bench.models import GREEDY
    from turtlesoup_bench.reporting.tables import score_table
    from turtlesoup_bench.ruler_file import find_ruler
    from turtlesoup_bench.run_folder import RunFolder
    from turtlesoup_bench.runner.rulers import scorer_of
    from turtlesoup_bench.runner.scoring import score_run

    sampling = None
    if ruler is not None:
        game = find_game(RunFolder(source).read_run()["game"]) if source.is_dir() else GAME
        judge, sampling = scorer_of(find_ruler(ruler, game.name, game.version), judge)
    if source.is_dir():
        score_run(source, judge, data, sampling)
        show_run(source, judge, data)
        return
    scored = score_file(source, judge or GAME.default_scorer, data, out, sampling or GREEDY)
    Console().print(score_table(GAME, scored))

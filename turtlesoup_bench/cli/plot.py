"""``turtlesoup plot``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turtlesoup_bench.cli.options import Data

app = typer.Typer(help="Draw runs (extra: plot).", no_args_is_help=True)


@app.command("cost")
def cost_command(
    folders: Annotated[list[Path], typer.Argument(help="Run folders of one game, a point each.")],
    judge: Annotated[str | None, typer.Option(help="Whose scores. Default: each run's own scorer.")] = None,
    data: Data = None,
    out: Annotated[Path, typer.Option(help="An .svg, .png or .pdf file.")] = Path("cost.svg"),
) -> None:
    """Draw the score of runs against their cost.

    An episode's dollars where the price of every model is known, else its tokens; without the judge's.
    """
    from turtlesoup_bench.reporting.plot import check_figure, plot_cost
    from turtlesoup_bench.reporting.results import read_results

    check_figure(out)
    plot_cost({str(folder): read_results(folder, judge, data) for folder in folders}, out)
    print(f"wrote {out}")

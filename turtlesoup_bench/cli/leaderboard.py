"""``turtlesoup leaderboard``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="The leaderboard of all submissions.", no_args_is_help=True)


@app.command("build")
def build_command(
    submissions: Annotated[Path, typer.Argument(help="Folder of submissions.")] = Path("submissions"),
    out: Annotated[Path, typer.Option(help="Folder for index.html and leaderboard.json.")] = Path("runs/leaderboard"),
) -> None:
    """Build the leaderboard's page and its JSON."""
    from turtlesoup_bench.leaderboard.board import build

    for path in build(submissions, out)[1]:
        print(f"wrote {path}")

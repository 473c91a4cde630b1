"""``turtlesoup ruler``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="The rulers that leaderboards measure with.", no_args_is_help=True)


@app.callback()
def ruler() -> None:
    """The rulers that leaderboards measure with."""


@app.command("check")
def check_command(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Ruler files. Default: the official one of each game's rules of today.")
    ] = None,
    fix: Annotated[
        bool, typer.Option("--fix", help="Record hashes of prompts anew, where nobody was scored by the ruler yet.")
    ] = False,
) -> None:
    """Check that rulers fit the games, agents and prompts at hand."""
    from turtlesoup_bench.errors import InvalidInput
    from turtlesoup_bench.ruler_file import read_ruler
    from turtlesoup_bench.runner.rulers import official_rulers, renew, unfit

    rulers = [read_ruler(path) for path in files] if files else official_rulers()
    if fix:
        rulers = [read_ruler(renew(one)) for one in rulers]
    problems = [problem for one in rulers for problem in unfit(one)]
    if problems:
        raise InvalidInput(problems)
    for one in rulers:
        print(f"{one.path}: no problem")

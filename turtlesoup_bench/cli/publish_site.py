"""``turtlesoup publish-site``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def publish_site_command(
    out: Annotated[Path, typer.Argument(help="Folder of the site.")],
    submissions: Annotated[Path, typer.Option(help="Folder of submissions.")] = Path("submissions"),
    run: Annotated[list[Path] | None, typer.Option(help="A run folder to report, too; may be repeated.")] = None,
) -> None:
    """Write the leaderboard, reports and puzzles as a static site."""
    from turtlesoup_bench.leaderboard.site import publish_site
    from turtlesoup_bench.text_tables import counted

    files = publish_site(out, submissions, run or [])
    print(f"wrote {counted(len(files), 'file')}; begin at {files[0]}")

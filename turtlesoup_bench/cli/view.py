"""``turtlesoup view``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turtlesoup_bench.errors import InvalidInput, Problem


def view_command(
    folder: Annotated[Path, typer.Argument(help="A run folder, or a folder with run folders in it.")] = Path("runs"),
    port: Annotated[int, typer.Option(help="Port on loopback.")] = 8711,
) -> None:
    """Watch and compare runs on a local web page (extra: serve)."""
    from turtlesoup_bench.viewing.folders import RunFolders
    from turtlesoup_bench.viewing.server import make_app
    from turtlesoup_bench.web import require_server, serve

    require_server("view")
    if not folder.is_dir():
        raise InvalidInput([Problem(str(folder), "", "no such folder", "a folder with run folders in it")])
    serve(make_app(RunFolders(folder)), "127.0.0.1", port)

"""``turtlesoup upgrade``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turtlesoup_bench.cli.options import Data


def upgrade_command(
    folder: Annotated[Path, typer.Argument(help="A run folder of version 0.1.0.")],
    out: Annotated[Path, typer.Argument(help="The run folder to be made; the old one is left as it is.")],
    data: Data = None,
) -> None:
    """Make a run folder of today from one of an earlier version.

    It can then be read and shown. Its scores keep their own ruler: they are never averaged or ranked with newer ones.
    """
    from turtlesoup_bench.games.turtle_soup.earlier import upgrade

    upgrade(folder, out, data)
    print(f"wrote {out}")

"""How commands beside a run ask models: with progress, and resumed by running them again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turtlesoup_bench.models.client import ClientPool


def ask_all(out: Path, what: str, total: int, ask: Callable[[ClientPool, Callable[[], None]], Awaitable[None]]) -> None:
    """Asks models whose replies a folder keeps.

    Args:
        out: The folder; it is made.
        what: What is counted while it goes on.
        total: How many there are.
        ask: Asks; it is given where clients come from, and what to call after each.
    """
    import asyncio

    from turtlesoup_bench.cli.running import resumable
    from turtlesoup_bench.models.client import ClientPool
    from turtlesoup_bench.models.gateway import LocalGateway
    from turtlesoup_bench.models.journal import Journal
    from turtlesoup_bench.runner.progress import shown_on

    out.mkdir(parents=True, exist_ok=True)
    with Journal(out / "calls.sqlite") as journal, resumable() as errors, shown_on(errors, what) as progress:

        async def go() -> None:
            async with ClientPool(LocalGateway(journal, on_call=progress.called)) as pool:
                await ask(pool, progress.finished)

        progress.started(total, 0)
        asyncio.run(go())

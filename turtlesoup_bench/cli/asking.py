"""How commands beside a run ask models: with progress, and resumed by running them again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from turtlesoup_bench.text_tables import counted

if TYPE_CHECKING:
    from turtlesoup_bench.models.client import ClientPool


class Asked(Protocol):
    """A host or a judge of whom something is wanted."""

    @property
    def name(self) -> str:
        """``embedded``, or a model."""
        ...

    def owed(self, items: Any, /) -> list[Any]:
        """Those items of which it has said nothing yet."""
        ...

    def calls_for(self, items: Any, /) -> int:
        """The calls that these take."""
        ...


A = TypeVar("A", bound=Asked)
T = TypeVar("T")
Ask = Callable[[A, Sequence[T], "ClientPool", Callable[[], None]], Awaitable[None]]


def ask_raters(out: Path, what: str, todo: str, raters: Collection[A], items: Sequence[T], ask: Ask[A, T]) -> None:
    """Says what each of several hosts or judges has to do and how many calls that takes, and has it done.

    Args:
        out: See `ask_all`.
        what: See `ask_all`.
        todo: What they do, such as ``score``.
        raters: The hosts or judges.
        items: Of what: each does those that it owes.
        ask: Asks one of them; it is told to whom, of what, where clients come from, and what to call after each item.
    """
    for one in raters:
        print(f"{one.name}: {len(one.owed(items))} to {todo}, {counted(one.calls_for(items), 'call')}")

    async def ask_each(pool: ClientPool, on_item: Callable[[], None]) -> None:
        for one in raters:
            await ask(one, items, pool, on_item)

    ask_all(out, what, sum(len(one.owed(items)) for one in raters), ask_each)


def ask_all(
    out: Path | None, what: str, total: int, ask: Callable[[ClientPool, Callable[[], None]], Awaitable[T]]
) -> T:
    """Asks models whose replies a folder keeps.

    Args:
        out: The folder; it is made. Without one the replies are not kept.
        what: What is counted while it goes on.
        total: How many there are.
        ask: Asks; it is given where clients come from, and what to call after each.

    Returns:
        What asking came to.
    """
    import asyncio

    from turtlesoup_bench.cli.running import resumable
    from turtlesoup_bench.models.client import ClientPool
    from turtlesoup_bench.models.gateway import LocalGateway
    from turtlesoup_bench.models.journal import Journal
    from turtlesoup_bench.runner.progress import shown_on

    if out:
        out.mkdir(parents=True, exist_ok=True)
    file = out / "calls.sqlite" if out else None
    with Journal(file) as journal, resumable() as errors, shown_on(errors, what) as progress:

        async def go() -> T:
            async with ClientPool(LocalGateway(journal, on_call=progress.called)) as pool:
                return await ask(pool, progress.finished)

        progress.started(total, 0)
        return asyncio.run(go())

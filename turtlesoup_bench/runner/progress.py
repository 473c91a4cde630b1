"""What a person sees while a run goes on: episodes, calls, cost, time left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from turtlesoup_bench.records import Usage
from turtlesoup_bench.text_tables import counted

if TYPE_CHECKING:
    from rich.console import Console


class Progress(Protocol):
    """Told of what happens."""

    def started(self, total: int, done: int) -> None:
        """The run has ``total`` episodes, of which ``done`` were finished before."""

    def called(self, usage: Usage) -> None:
        """A model answered a call."""

    def finished(self) -> None:
        """An episode ended and was scored."""


class Silent:
    """Shows nothing."""

    def started(self, total: int, done: int) -> None:
        """See `Progress`."""

    def called(self, usage: Usage) -> None:
        """See `Progress`."""

    def finished(self) -> None:
        """See `Progress`."""


@contextmanager
def shown_on(console: Console, what: str = "episodes") -> Iterator[Progress]:
    """A progress bar for as long as the context lasts; nothing where there is no terminal to move it on.

    Args:
        console: Where it is shown.
        what: What is counted.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    if not console.is_terminal:
        yield Silent()
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TextColumn("{task.fields[spent]}"),
        TimeRemainingColumn(compact=True),
    )
    with Bar(*columns, console=console, transient=True) as bar:
        yield _OnBar(bar, what)


class _OnBar:
    def __init__(self, bar: object, what: str):
        from rich.progress import Progress as Bar

        assert isinstance(bar, Bar)
        self._bar = bar
        self._task = bar.add_task(what, total=None, spent="")
        self._usage = Usage()

    def started(self, total: int, done: int) -> None:
        self._bar.update(self._task, total=total, completed=done)

    def called(self, usage: Usage) -> None:
        self._usage += usage
        cost = "price unknown" if self._usage.cost is None else f"${self._usage.cost:.2f}"
        self._bar.update(self._task, spent=f"{counted(self._usage.calls, 'call')}, {cost}")

    def finished(self) -> None:
        self._bar.advance(self._task)

"""A model measured from Python: one call, also in a notebook."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turtlesoup_bench.records import Usage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turtlesoup_bench.reporting.results import RunResults
    from turtlesoup_bench.runner.progress import Progress


@dataclass(frozen=True)
class Evaluation:
    """A run with its results.

    Attributes:
        folder: The run folder: episodes, scores, calls, and ``report.html``.
        results: What tables and pages are made from.
    """

    folder: Path
    results: RunResults

    @property
    def headline(self) -> str:
        """Name of the measure by which the game's results are ordered; empty for a game that is not scored."""
        from turtlesoup_bench.games.results import headline

        return headline(self.results.game)

    @property
    def score(self) -> float | None:
        """Mean of the headline over all episodes; None where none has it."""
        from turtlesoup_bench.games.results import OVERALL

        overall = next((row.means.get(self.headline) for row in self.results.rows if row.group == OVERALL), None)
        return None if overall is None else overall.mean

    def to_records(self) -> list[dict[str, Any]]:
        """One flat record an episode: instance, language, tags, seed, how it ended, every measure."""
        return [
            {
                "episode": result.episode.id,
                "instance": result.instance.id,
                "language": result.instance.language,
                **result.instance.tags,
                "seed": result.episode.setup.seed,
                "outcome": result.outcome,
                **result.values,
            }
            for result in self.results.results
        ]

    def to_frame(self) -> Any:
        """The records as a data frame of pandas, or of polars where only that is installed.

        Raises:
            ImportError: If neither is.
        """
        try:
            import pandas
        except ImportError:
            pass
        else:
            return pandas.DataFrame(self.to_records())
        try:
            import polars
        except ImportError as error:
            raise ImportError("a data frame needs pandas or polars: pip install pandas") from error
        return polars.DataFrame(self.to_records())

    def __str__(self) -> str:
        """The table that the command line prints."""
        from rich.console import Console

        from turtlesoup_bench.reporting.tables import run_table

        # Unless told otherwise, rich shows an empty output of its own in a notebook, and colours the text.
        console = Console(width=80, force_terminal=False, force_jupyter=False)
        with console.capture() as captured:
            console.print(run_table(self.results))
        return captured.get()

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"


def evaluate_model(
    model: str | None,
    game: str,
    *,
    agent: str | None = None,
    seats: Mapping[str, str] | None = None,
    judge: str | None = None,
    languages: Sequence[str] | None = None,
    limit: int | None = None,
    select: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    seeds: Iterable[int] = (42,),
    budget: str | None = None,
    concurrency: int = 16,
    out: Path | str | None = None,
    progress: bool = True,
) -> Evaluation:
    """Plays a game with a model, scores it, and writes the run folder; called again with the same ``out`` it goes on.

    It may be called where an event loop runs, as in a notebook.

    Args:
        model: The model under test, as litellm writes it; None for agents without one.
        game: Registered name of the game.
        agent: Through which agent; None takes the game's own.
        seats: Who plays other seats: an agent, a model, or ``<agent>@<model>``.
        judge: Who scores; None takes the one that needs no model.
        languages: ``en``, ``zh``; None for both.
        limit: At most so many instances a language.
        select: What else the game's data is selected by.
        options: Of the game.
        seeds: One episode an instance and seed.
        budget: What the run may spend, such as ``20`` dollars or ``5000calls``.
        concurrency: Calls in flight at each provider, at most.
        out: The run folder; None takes a new temporary one.
        progress: Whether a bar is shown.

    Raises:
        InvalidInput: If a setting is wrong.
        AccessError: If the model cannot be called at all.
        BudgetSpent: If the budget is used up.
    """
    from turtlesoup_bench.reporting.report import write_report
    from turtlesoup_bench.reporting.results import read_results, write_summary
    from turtlesoup_bench.runner.run import run
    from turtlesoup_bench.runner.settings import RunSettings

    selection = {**(select or {}), "languages": languages, "limit": limit}
    settings = RunSettings(
        game,
        agent=agent,
        model=model,
        seats=seats or {},
        scorer=judge,
        selection={name: value for name, value in selection.items() if value is not None},
        options=options or {},
        seeds=tuple(seeds),
        budget=budget,
        concurrency=concurrency,
        out=Path(out) if out is not None else Path(tempfile.mkdtemp(prefix=f"{game}-")),
    )
    with _shown(progress) as bar, ThreadPoolExecutor(1) as thread:  # a loop of its own, whether or not one runs here
        folder = thread.submit(asyncio.run, run(settings, bar)).result()
    results = read_results(folder.path)
    write_summary(results)
    write_report(results)
    return Evaluation(folder.path, results)


@contextmanager
def _shown(wanted: bool) -> Iterator[Progress]:
    from turtlesoup_bench.runner.progress import Silent

    if not wanted:
        yield Silent()
        return
    from tqdm.auto import tqdm

    with tqdm(unit="episode") as bar:
        yield _Bar(bar)


@dataclass
class _Bar:
    """A bar that notebooks draw as a widget, and terminals as text."""

    bar: Any
    usage: Usage = field(default_factory=Usage)

    def started(self, total: int, done: int) -> None:
        """See `turtlesoup_bench.runner.progress.Progress`."""
        self.bar.reset(total)
        self.bar.update(done)

    def called(self, usage: Usage) -> None:
        """See `turtlesoup_bench.runner.progress.Progress`."""
        self.usage += usage
        self.bar.set_postfix(calls=self.usage.calls, refresh=False)

    def finished(self) -> None:
        """See `turtlesoup_bench.runner.progress.Progress`."""
        self.bar.update()

"""The failure analysis of a run folder."""

from __future__ import annotations

import asyncio
from pathlib import Path

from turtlesoup_bench.games.turtle_soup.audits.failures import Failure, analyse, shares, write_failures
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.reporting.results import read_results


def analyse_run(folder: Path, model: str | None, judge: str | None = None, data: Path | None = None) -> dict[str, int]:
    """Sorts the unsolved episodes of a run and keeps the result beside them, for the report.

    Args:
        folder: The run folder.
        model: Model that sorts them, or None for what can be measured without one.
        judge: Judge by whose scores they are unsolved; None takes the run's own.
        data: Folder of imported puzzles, if the run played such.

    Returns:
        Number of episodes by kind of failure.

    Raises:
        InvalidInput: If the folder's files or the data set do not fit.
        RunFolderError: If the folder is in use or cannot be written.
        AccessError: If the model cannot be called at all.
    """
    results = read_results(folder, judge, data)

    async def ask() -> list[Failure]:
        with results.folder.opened(results.run), Journal(results.folder.journal_file) as journal:
            async with ClientPool(journal) as pool:
                return await analyse(results.results, pool.client(model) if model else None)

    failures = asyncio.run(ask())
    write_failures(results.folder, results.scorer, failures)
    return shares(failures)

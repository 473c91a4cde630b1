"""``turtlesoup ablate``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turtlesoup_bench.cli.options import (
    DEFAULT_GAME,
    Concurrency,
    Data,
    Genre,
    Judge,
    Language,
    Limit,
    MaxTurns,
    Responder,
    Seed,
    Timeout,
)
from turtlesoup_bench.cli.report import show_page
from turtlesoup_bench.cli.run import play_run, run_settings

ABLATIONS = (
    "mosaic",
    "mosaic-without-deliberation",
    "mosaic-without-meta-cognition",
    "mosaic-without-pruning",
    "mosaic-without-key-clues",
    "mosaic-without-all",
)


def ablate_command(
    model: Annotated[str, typer.Option(help="The model under test.")],
    responder: Responder = None,
    judge: Judge = None,
    language: Language = None,
    genre: Genre = None,
    limit: Limit = None,
    max_turns: MaxTurns = None,
    seed: Seed = None,
    concurrency: Concurrency = 16,
    timeout: Timeout = 180.0,
    data: Data = None,
    out: Annotated[Path, typer.Option(help="Folder for the six run folders.")] = Path("runs/ablation"),
) -> None:
    """Run Mosaic and its five ablations on the same puzzles.

    Prints the table of the paper's ablation study, with paired differences from the whole of Mosaic and their 95 %
    intervals. Run it again to resume.
    """
    from rich.console import Console

    from turtlesoup_bench.reporting.comparison import comparison_table
    from turtlesoup_bench.reporting.results import read_results

    for agent in ABLATIONS:
        settings = run_settings(
            game=DEFAULT_GAME,
            seats=[f"host={responder}"] if responder else [],
            named_options={"max_turns": max_turns},
            selection={"languages": language, "genres": genre, "limit": limit, "data": data},
            seed=seed,
            agent=agent,
            model=model,
            scorer=judge,
            concurrency=concurrency,
            timeout=timeout,
            out=out / agent,
        )
        play_run(settings)
    runs = {agent.replace("mosaic-without-", "w/o "): read_results(out / agent, judge, data) for agent in ABLATIONS}
    Console().print(comparison_table(runs))
    show_page(list(runs.values()), out / "report.html")

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
from turtlesoup_bench.cli.run import run_settings
from turtlesoup_bench.cli.running import play_run, show_runs

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
    intervals, and writes one page of all six. Run it again to resume.
    """
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
    show_runs({agent.replace("mosaic-without-", "w/o "): out / agent for agent in ABLATIONS}, judge, data, out)

"""``turtlesoup ablate``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turtlesoup_bench.cli.options import (
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
from turtlesoup_bench.cli.run import play_run, run_settings


def ablate_command(
    model: Annotated[str, typer.Option(help="The model that asks and, unless --responder is given, answers.")],
    responder: Responder = None,
    judge: Judge = "embedded",
    language: Language = None,
    genre: Genre = None,
    limit: Limit = None,
    max_turns: MaxTurns = 30,
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

    from turtlesoup_bench.reporting.comparison import ABLATIONS, comparison_table
    from turtlesoup_bench.reporting.results import read_results

    for agent in ABLATIONS:
        settings = run_settings(
            language,
            genre,
            seed,
            agent=agent,
            model=model,
            responder=responder,
            judge=judge,
            limit=limit,
            max_turns=max_turns,
            concurrency=concurrency,
            timeout=timeout,
            data=data,
            out=out / agent,
        )
        play_run(settings)
    runs = {agent.removeprefix("mosaic-"): read_results(out / agent, judge, data) for agent in ABLATIONS}
    Console().print(comparison_table(runs))

"""``turtlesoup handover``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from turtlesoup_bench.cli.options import Concurrency, Data, Money, Run, Samplings, Timeout


def handover_command(
    run: Run,
    model: Annotated[str, typer.Option(help="The model that plays the rest: any litellm name.")],
    first_move: Annotated[
        int | None,
        typer.Option("--from", help="First move of the tested seats that is played anew, from 1. Default: the last."),
    ] = None,
    sampling: Samplings = None,
    concurrency: Concurrency = 16,
    budget: Money = None,
    timeout: Timeout = 180.0,
    data: Data = None,
    out: Annotated[Path | None, typer.Option(help="Run folder. Default: runs/<name from the settings>.")] = None,
) -> None:
    """Let another model play the last move of a run's episodes.

    It sees the whole game so far as its own chat. The other seats, the options and the scorer stay as they were.
    Compare with the first run by `turtlesoup compare`. Run it again to resume.
    """
    from turtlesoup_bench.cli.run import samplings
    from turtlesoup_bench.cli.running import play_and_show
    from turtlesoup_bench.runner.handover import AGENT, Handover
    from turtlesoup_bench.runner.settings import settings_of

    saved = Handover.read(run, first_move, data).saved.run
    settings = settings_of(saved)
    sampled = {seat: sampling for seat, sampling in settings.sampling.items() if seat not in saved["tested"]}
    play_and_show(
        replace(
            settings,
            agent=AGENT,
            model=model,
            seats={seat: who for seat, who in settings.seats.items() if seat not in saved["tested"]},
            sampling=sampled | samplings(sampling),
            selection={**settings.selection, **({"data": data} if data else {})},
            concurrency=concurrency,
            budget=budget,
            timeout=timeout,
            out=out,
            handover=run,
            handover_from=first_move,
        ),
        None,
        data,
    )

"""``turtlesoup run``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def run_command(
    model: Annotated[
        str | None,
        typer.Option(
            help="The model that asks and, unless --responder is given, answers: any litellm name, such as "
            "openai/gpt-4o. Without it the embedded defaults play."
        ),
    ] = None,
    agent: Annotated[
        str | None, typer.Option(help="Questioner. Default: question-bank, or direct with --model.")
    ] = None,
    responder: Annotated[str | None, typer.Option(help="Who answers: embedded, or a model. Default: --model.")] = None,
    judge: Annotated[str, typer.Option(help="Who scores: embedded, or a model.")] = "embedded",
    language: Annotated[list[str] | None, typer.Option(help="en or zh; may be given twice. Default: both.")] = None,
    genre: Annotated[list[str] | None, typer.Option(help="Genre to play; may be repeated. Default: all.")] = None,
    limit: Annotated[int | None, typer.Option(help="At most so many puzzles a language, genres in turn.")] = None,
    max_turns: Annotated[int, typer.Option(help="Questions an episode may have.")] = 30,
    seed: Annotated[
        list[int] | None, typer.Option(help="Seed; repeat it to play every puzzle once a seed. Default: 42.")
    ] = None,
    concurrency: Annotated[int, typer.Option(help="Model calls in flight.")] = 16,
    timeout: Annotated[float, typer.Option(help="Seconds until one try of a call is given up.")] = 180.0,
    data: Annotated[
        Path | None, typer.Option(help="Folder with imported puzzles instead of the packaged ones.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Run folder. Default: runs/<name from the settings>.")] = None,
) -> None:
    """Play puzzles, score them, and write a report. Run it again to resume."""
    import asyncio

    from rich.console import Console

    from turtlesoup_bench.cli.reports import show_run
    from turtlesoup_bench.puzzles import LANGUAGES
    from turtlesoup_bench.runner.progress import shown_on
    from turtlesoup_bench.runner.run import run
    from turtlesoup_bench.runner.settings import RunSettings

    settings = RunSettings(
        agent=agent,
        model=model,
        responder=responder,
        judge=judge,
        languages=tuple(language or LANGUAGES),
        genres=tuple(genre) if genre else None,
        limit=limit,
        max_turns=max_turns,
        seeds=tuple(seed or [42]),
        concurrency=concurrency,
        timeout=timeout,
        data=data,
        out=out,
    )
    with shown_on(Console(stderr=True)) as progress:
        folder = asyncio.run(run(settings, progress))
    show_run(folder.path, judge, data)

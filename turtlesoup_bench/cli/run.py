"""``turtlesoup run``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from turtlesoup_bench.cli.options import (
    Concurrency,
    Data,
    Genre,
    Judge,
    Language,
    Limit,
    MaxTurns,
    Money,
    Responder,
    Rpm,
    Seed,
    Timeout,
    Tpm,
)

if TYPE_CHECKING:
    from rich.console import Console

    from turtlesoup_bench.runner.settings import RunSettings


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
    responder: Responder = None,
    judge: Judge = "embedded",
    language: Language = None,
    genre: Genre = None,
    limit: Limit = None,
    max_turns: MaxTurns = 30,
    feedback: Annotated[
        str, typer.Option(help="What the questioner is shown: full, no-clues, noisy:<share> or silent:<share>.")
    ] = "full",
    seed: Seed = None,
    concurrency: Concurrency = 16,
    rpm: Rpm = None,
    tpm: Tpm = None,
    budget: Money = None,
    timeout: Timeout = 180.0,
    executor: Annotated[
        str, typer.Option(help="Where episodes are played: local, or ray for the cluster that RAY_ADDRESS names.")
    ] = "local",
    data: Data = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what it would take in calls, tokens, money and time.")
    ] = False,
    out: Annotated[Path | None, typer.Option(help="Run folder. Default: runs/<name from the settings>.")] = None,
) -> None:
    """Play puzzles, score them, and write a report. Run it again to resume."""
    from turtlesoup_bench.cli.report import show_run
    from turtlesoup_bench.games.turtle_soup.feedback import Feedback

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
        feedback=Feedback.parse(feedback),
        concurrency=concurrency,
        requests_per_minute=rpm,
        tokens_per_minute=tpm,
        budget=budget,
        timeout=timeout,
        executor=executor,
        data=data,
        out=out,
    )
    if dry_run:
        _show_forecast(settings)
        return
    show_run(play_run(settings), judge, data)


def run_settings(
    language: list[str] | None, genre: list[str] | None, seed: list[int] | None, **options: Any
) -> RunSettings:
    """Settings of a run from options of the command line, of which a list that was not given takes its default."""
    from turtlesoup_bench.records import LANGUAGES
    from turtlesoup_bench.runner.settings import RunSettings

    chosen = tuple(genre) if genre else None
    return RunSettings(languages=tuple(language or LANGUAGES), genres=chosen, seeds=tuple(seed or [42]), **options)


def _show_forecast(settings: RunSettings) -> None:
    from rich.console import Console

    from turtlesoup_bench.reporting.tables import plain_table
    from turtlesoup_bench.runner.rehearsal import forecast

    found = forecast(settings)
    table = plain_table("role", "calls", "tokens sent", "received", "cost")
    for role, expected in found.roles.items():
        usage = expected.usage
        cost = "price unknown" if usage.cost is None else f"${usage.cost:,.2f}"
        numbers = (f"{number:,}" for number in (usage.calls, usage.prompt_tokens, usage.completion_tokens))
        table.add_row(f"{role} ({expected.model})", *numbers, cost)
    total = "a cost not known, since a price is not" if found.cost is None else f"${found.cost:,.2f}"
    console = Console()
    console.print(table)
    console.print(
        f"\n{found.episodes} episodes, {total}, about {found.hours:.1f} hours. Learnt from a few episodes played in "
        "memory; a model that thinks before it replies receives several times as many tokens.",
        highlight=False,
    )


def play_run(settings: RunSettings) -> Path:
    """Plays a run while its progress is shown; returns its folder."""
    import asyncio

    from turtlesoup_bench.runner.progress import shown_on
    from turtlesoup_bench.runner.run import run

    with resumable() as errors, shown_on(errors) as progress:
        return asyncio.run(run(settings, progress)).path


@contextmanager
def resumable() -> Iterator[Console]:
    """Where progress is shown, while Ctrl-C leaves something that can be gone on with."""
    from rich.console import Console

    errors = Console(stderr=True)
    try:
        yield errors
    except KeyboardInterrupt:
        errors.print("stopped; run the same command again to go on where it was")
        raise typer.Exit(130) from None

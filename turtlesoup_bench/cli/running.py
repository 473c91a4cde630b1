"""``turtlesoup run``, ``ablate`` and ``compare``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from turtlesoup_bench.runner.settings import RunSettings

Responder = Annotated[str | None, typer.Option(help="Who answers: embedded, or a model. Default: --model.")]
Judge = Annotated[str, typer.Option(help="Who scores: embedded, or a model.")]
Language = Annotated[list[str] | None, typer.Option(help="en or zh; may be given twice. Default: both.")]
Genre = Annotated[list[str] | None, typer.Option(help="Genre to play; may be repeated. Default: all.")]
Limit = Annotated[int | None, typer.Option(help="At most so many puzzles a language, genres in turn.")]
MaxTurns = Annotated[int, typer.Option(help="Questions an episode may have.")]
Seed = Annotated[list[int] | None, typer.Option(help="Seed; repeat it to play every puzzle once a seed. Default: 42.")]
Concurrency = Annotated[int, typer.Option(help="Calls in flight at each provider, at most.")]
Rpm = Annotated[float | None, typer.Option(help="Calls begun a minute at each provider, at most.")]
Tpm = Annotated[float | None, typer.Option(help="Tokens a minute at each provider, at most.")]
Money = Annotated[str | None, typer.Option("--budget", help="Stop when so much is spent: $20, 5000calls, 3Mtokens.")]
Timeout = Annotated[float, typer.Option(help="Seconds until one try of a call is given up.")]
Data = Annotated[Path | None, typer.Option(help="Folder with imported puzzles instead of the packaged ones.")]


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
    from turtlesoup_bench.cli.reports import show_run
    from turtlesoup_bench.games.turtle_soup.feedback import Feedback

    settings = _settings(
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
    show_run(_play(settings), judge, data)


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

    from turtlesoup_bench.leaderboard.comparison import ABLATIONS, comparison_table
    from turtlesoup_bench.leaderboard.results import read_results

    for agent in ABLATIONS:
        settings = _settings(
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
        _play(settings)
    runs = {agent.removeprefix("mosaic-"): read_results(out / agent, judge, data) for agent in ABLATIONS}
    Console().print(comparison_table(runs))


def suite_command(
    file: Annotated[Path, typer.Argument(help="A suite: models, agents and seeds to run, as YAML.")],
    out: Annotated[Path | None, typer.Option(help="Folder of run folders. Default: runs/<name of the suite>.")] = None,
) -> None:
    """Run many models and agents with one budget. Run it again to resume."""
    import asyncio

    from rich.console import Console

    from turtlesoup_bench.leaderboard.comparison import comparison_table
    from turtlesoup_bench.leaderboard.report import write_report
    from turtlesoup_bench.leaderboard.results import read_results, write_summary
    from turtlesoup_bench.runner.progress import shown_on
    from turtlesoup_bench.runner.suite import read_suite, run_suite

    suite = read_suite(file, out)
    with _resumable() as errors:
        folders = asyncio.run(run_suite(suite, lambda: shown_on(errors)))
    runs = {name: read_results(folder) for name, folder in folders.items()}
    for results in runs.values():
        write_summary(results)
        write_report(results)
    console = Console()
    console.print(comparison_table(runs))
    for name, results in runs.items():
        for note in results.notes:
            console.print(f"{name}: {note.text()}", highlight=False)


def compare_command(
    first: Annotated[Path, typer.Argument(help="A run folder: what the others are compared with.")],
    others: Annotated[list[Path], typer.Argument(help="Run folders on the same puzzles.")],
    judge: Annotated[str | None, typer.Option(help="Whose scores to compare. Default: each run's judge.")] = None,
    data: Data = None,
) -> None:
    """Compare runs on the puzzles that they share, pair by pair."""
    from rich.console import Console

    from turtlesoup_bench.leaderboard.comparison import comparison_table
    from turtlesoup_bench.leaderboard.results import read_results

    Console().print(comparison_table({path.name: read_results(path, judge, data) for path in (first, *others)}))


def _settings(
    language: list[str] | None, genre: list[str] | None, seed: list[int] | None, **options: Any
) -> RunSettings:
    from turtlesoup_bench.puzzles import LANGUAGES
    from turtlesoup_bench.runner.settings import RunSettings

    chosen = tuple(genre) if genre else None
    return RunSettings(languages=tuple(language or LANGUAGES), genres=chosen, seeds=tuple(seed or [42]), **options)


def _show_forecast(settings: RunSettings) -> None:
    from rich.console import Console

    from turtlesoup_bench.leaderboard.tables import plain_table
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


def _play(settings: RunSettings) -> Path:
    import asyncio

    from turtlesoup_bench.runner.progress import shown_on
    from turtlesoup_bench.runner.run import run

    with _resumable() as errors, shown_on(errors) as progress:
        return asyncio.run(run(settings, progress)).path


@contextmanager
def _resumable() -> Iterator[Console]:
    """Where progress is shown, while Ctrl-C leaves something that can be gone on with."""
    from rich.console import Console

    errors = Console(stderr=True)
    try:
        yield errors
    except KeyboardInterrupt:
        errors.print("stopped; run the same command again to go on where it was")
        raise typer.Exit(130) from None

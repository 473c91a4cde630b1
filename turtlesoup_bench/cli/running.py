"""``turtlesoup run``, ``ablate`` and ``compare``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from turtlesoup_bench.runner.settings import RunSettings

Responder = Annotated[str | None, typer.Option(help="Who answers: embedded, or a model. Default: --model.")]
Judge = Annotated[str, typer.Option(help="Who scores: embedded, or a model.")]
Language = Annotated[list[str] | None, typer.Option(help="en or zh; may be given twice. Default: both.")]
Genre = Annotated[list[str] | None, typer.Option(help="Genre to play; may be repeated. Default: all.")]
Limit = Annotated[int | None, typer.Option(help="At most so many puzzles a language, genres in turn.")]
MaxTurns = Annotated[int, typer.Option(help="Questions an episode may have.")]
Seed = Annotated[list[int] | None, typer.Option(help="Seed; repeat it to play every puzzle once a seed. Default: 42.")]
Concurrency = Annotated[int, typer.Option(help="Model calls in flight.")]
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
    timeout: Timeout = 180.0,
    data: Data = None,
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
        timeout=timeout,
        data=data,
        out=out,
    )
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


def _play(settings: RunSettings) -> Path:
    import asyncio

    from rich.console import Console

    from turtlesoup_bench.runner.progress import shown_on
    from turtlesoup_bench.runner.run import run

    errors = Console(stderr=True)
    try:
        with shown_on(errors) as progress:
            return asyncio.run(run(settings, progress)).path
    except KeyboardInterrupt:
        errors.print("stopped; run the same command again to go on where it was")
        raise typer.Exit(130) from None

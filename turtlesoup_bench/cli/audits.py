"""``turtlesoup responder`` and ``turtlesoup judge``: how far they can be trusted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

responder_app = typer.Typer(help="Audit a responder.", no_args_is_help=True)
judge_app = typer.Typer(help="Audit a judge, or compare two.", no_args_is_help=True)


@responder_app.command("audit")
def audit_responder_command(
    responder: Annotated[str, typer.Option(help="Whom to audit: embedded, or a model.")] = "embedded",
    limit: Annotated[int | None, typer.Option(help="At most so many puzzles a language.")] = None,
    data: Annotated[
        Path | None, typer.Option(help="Folder with imported puzzles instead of the packaged ones.")
    ] = None,
    turtlebench: Annotated[
        Path | None, typer.Option(help="TurtleBench's folder: put its human-labelled guesses instead of the probes.")
    ] = None,
    run: Annotated[Path | None, typer.Option(help="Run folder in which to keep the audit, beside its scores.")] = None,
) -> None:
    """Put every labelled question to a responder."""
    import asyncio

    from rich.console import Console

    from turtlesoup_bench.audits.responder import ResponderAudit, audit_responder
    from turtlesoup_bench.games.turtle_soup.responder import make_responder
    from turtlesoup_bench.leaderboard.audits import responder_table
    from turtlesoup_bench.models.client import ClientPool
    from turtlesoup_bench.models.journal import Journal
    from turtlesoup_bench.puzzles import LANGUAGES, Puzzle, load_puzzle_set

    if turtlebench is None:
        loaded = load_puzzle_set(limit=limit, data=data)
        puzzles, version = loaded.puzzles, loaded.hash
    else:
        from turtlesoup_bench.dataset_builder.importers.turtlebench import read_turtlebench

        records = [record for language in LANGUAGES for record in read_turtlebench(turtlebench, language)]
        puzzles, version = tuple(Puzzle.from_json(record) for record in records), "turtlebench"

    async def audit() -> ResponderAudit:
        with Journal(run / "calls.sqlite" if run else None) as journal:
            async with ClientPool(journal) as pool:
                return await audit_responder(make_responder(responder, pool), puzzles, version)

    found = asyncio.run(audit())
    if run is not None:
        found.write(run)
    Console().print(responder_table(found))


@judge_app.command("audit")
def audit_judge_command(
    judge: Annotated[str, typer.Option(help="Whom to audit: embedded, a model, or <model>:batched.")] = "embedded",
    run: Annotated[Path | None, typer.Option(help="Run folder in which to keep the audit, beside its scores.")] = None,
) -> None:
    """Put the hand-labelled pairs of the metric to a judge."""
    import asyncio
    from importlib.resources import as_file, files

    from rich.console import Console

    from turtlesoup_bench.audits.judge import JudgeAudit, audit_judge, read_pairs
    from turtlesoup_bench.leaderboard.audits import judge_table
    from turtlesoup_bench.models.client import ClientPool
    from turtlesoup_bench.models.journal import Journal
    from turtlesoup_bench.scoring.judges import make_judge

    with as_file(files("turtlesoup_bench.metrics.turtlesoup_score").joinpath("audit_pairs.jsonl")) as path:
        pairs = read_pairs(path)

    async def audit() -> JudgeAudit:
        with Journal(run / "calls.sqlite" if run else None) as journal:
            async with ClientPool(journal) as pool:
                return await audit_judge(make_judge(judge, pool), pairs)

    found = asyncio.run(audit())
    if run is not None:
        found.write(run)
    Console().print(judge_table(found))


@judge_app.command("compare")
def compare_judges_command(
    first: Annotated[str, typer.Argument(help="A judge.")],
    second: Annotated[str, typer.Argument(help="Another judge.")],
    runs: Annotated[
        list[Path], typer.Argument(help="Run folders; each is scored by both judges. No player is called.")
    ],
    data: Annotated[
        Path | None, typer.Option(help="Folder with imported puzzles instead of the packaged ones.")
    ] = None,
) -> None:
    """Score runs with two judges and show the shift."""
    from rich.console import Console

    from turtlesoup_bench.audits.judge import compare_judges
    from turtlesoup_bench.leaderboard.audits import judges_table
    from turtlesoup_bench.leaderboard.notes import texts
    from turtlesoup_bench.leaderboard.results import read_results
    from turtlesoup_bench.leaderboard.scoring import score_run

    comparisons = {}
    notes: list[str] = []
    for run in runs:
        for judge in (first, second):
            score_run(run, judge, data)
        one, other = (read_results(run, judge, data) for judge in (first, second))
        comparisons[run.name] = compare_judges(one.results, other.results)
        notes += texts([*one.judge_notes, *other.judge_notes])
    Console().print(judges_table(first, second, comparisons, notes))

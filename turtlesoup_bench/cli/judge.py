"""``turtlesoup judge``: how far a judge can be trusted, and what another would say."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turtlesoup_bench.cli.options import Data

app = typer.Typer(help="Audit a judge, or compare two.", no_args_is_help=True)


@app.command("audit")
def audit_judge_command(
    judge: Annotated[str, typer.Option(help="Whom to audit: embedded, a model, or <model>:batched.")] = "embedded",
    run: Annotated[Path | None, typer.Option(help="Run folder in which to keep the audit, beside its scores.")] = None,
) -> None:
    """Put the hand-labelled pairs of the metric to a judge."""
    import asyncio
    from importlib.resources import as_file, files

    from rich.console import Console

    from turtlesoup_bench.games.turtle_soup.audits.judge import JudgeAudit, audit_judge, read_pairs
    from turtlesoup_bench.games.turtle_soup.audits.tables import judge_table
    from turtlesoup_bench.games.turtle_soup.scoring.judges import make_judge
    from turtlesoup_bench.models.client import ClientPool
    from turtlesoup_bench.models.journal import Journal

    with as_file(files("turtlesoup_bench.metrics.turtlesoup_score").joinpath("audit_pairs.jsonl")) as path:
        pairs = read_pairs(path)

    async def audit() -> JudgeAudit:
        with Journal(run / "calls.sqlite" if run else None) as journal:
            async with ClientPool(journal) as pool:
                return await audit_judge(make_judge(judge, pool.client), pairs)

    found = asyncio.run(audit())
    if run is not None:
        found.write(run)
    Console().print(judge_table(found))


@app.command("compare")
def compare_judges_command(
    first: Annotated[str, typer.Argument(help="A judge.")],
    second: Annotated[str, typer.Argument(help="Another judge.")],
    runs: Annotated[
        list[Path], typer.Argument(help="Run folders; each is scored by both judges. No player is called.")
    ],
    data: Data = None,
) -> None:
    """Score runs with two judges and show the shift."""
    from rich.console import Console

    from turtlesoup_bench.games.turtle_soup.audits.judge import compare_judges
    from turtlesoup_bench.games.turtle_soup.audits.tables import judges_table
    from turtlesoup_bench.reporting.notes import scorer_notes, texts
    from turtlesoup_bench.reporting.results import read_results
    from turtlesoup_bench.runner.scoring import score_run

    comparisons = {}
    notes: list[str] = []
    for run in runs:
        for judge in (first, second):
            score_run(run, judge, data)
        one, other = (read_results(run, judge, data) for judge in (first, second))
        comparisons[run.name] = compare_judges(one.results, other.results)
        notes += texts([*scorer_notes(one), *scorer_notes(other)])
    Console().print(judges_table(first, second, comparisons, notes))

"""``turtlesoup judge``: how far a judge can be trusted, and how far several agree."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from turtlesoup_bench.cli.options import Agreement, AskedRuler, Data, Runs

if TYPE_CHECKING:
    from turtlesoup_bench.games.turtle_soup.audits.judge import JudgeAudit
    from turtlesoup_bench.models.client import ClientPool

app = typer.Typer(help="Audit a judge, or compare several.", no_args_is_help=True)


@app.command("audit")
def audit_judge_command(
    judge: Annotated[str, typer.Option(help="Whom to audit: embedded, a model, or <model>:batched.")] = "embedded",
    run: Annotated[Path | None, typer.Option(help="Run folder in which to keep the audit, beside its scores.")] = None,
) -> None:
    """Put the hand-labelled pairs of the metric to a judge."""
    from importlib.resources import as_file, files

    from rich.console import Console

    from turtlesoup_bench.cli.asking import ask_all
    from turtlesoup_bench.games.turtle_soup.audits.judge import audit_judge, read_pairs
    from turtlesoup_bench.games.turtle_soup.audits.tables import judge_table
    from turtlesoup_bench.games.turtle_soup.scoring.judges import make_judge
    from turtlesoup_bench.run_folder import RunFolder

    if run is not None:
        RunFolder(run).read_run()
    with as_file(files("turtlesoup_bench.metrics.turtlesoup_score").joinpath("audit_pairs.jsonl")) as path:
        pairs = read_pairs(path)

    async def audit(pool: ClientPool, on_pair: Callable[[], None]) -> JudgeAudit:
        return await audit_judge(make_judge(judge, pool.client), pairs, on_pair)

    found = ask_all(run, "pairs", len(pairs), audit)
    if run is not None:
        found.write(run)
    Console().print(judge_table(found))


@app.command("compare")
def compare_judges_command(
    runs: Runs,
    judge: Annotated[
        list[str] | None,
        typer.Option(
            help="Whom to ask: embedded, a model, or <model>:batched; may be repeated. Scores in the runs are in "
            "without it."
        ),
    ] = None,
    ruler: AskedRuler = None,
    predictions: Annotated[int, typer.Option(min=2, help="Predictions to draw, half of each language.")] = 120,
    data: Data = None,
    out: Agreement = Path("runs/agreement"),
) -> None:
    """Show how far judges agree on predictions of saved games.

    Scores that stand in the folders are read; only those that are not there are asked for. No player is called. Equal
    predictions count once a puzzle, and are drawn by a hash, so that everybody draws the same. Run it again to resume.
    """
    from rich.console import Console

    from turtlesoup_bench.cli.asking import ask_raters
    from turtlesoup_bench.games.turtle_soup.audits.judge_agreement import compare_judges
    from turtlesoup_bench.games.turtle_soup.audits.saved import draw, read_runs
    from turtlesoup_bench.games.turtle_soup.audits.saved_predictions import (
        AskedJudge,
        ask,
        check_judges,
        predictions_of,
    )
    from turtlesoup_bench.games.turtle_soup.audits.tables import judge_agreement_tables
    from turtlesoup_bench.games.turtle_soup.game import GAME
    from turtlesoup_bench.games.turtle_soup.notes import scorer_notes
    from turtlesoup_bench.ruler_file import find_ruler
    from turtlesoup_bench.runner.rulers import scorer_of
    from turtlesoup_bench.text_tables import counted

    saved = read_runs(runs, data)
    drawn = draw(predictions_of(saved), predictions)
    asked = dict.fromkeys(AskedJudge(name) for name in judge or [])
    if ruler is not None:
        asked |= {AskedJudge(*scorer_of(find_ruler(ruler, GAME.name, GAME.version))): None}
    check_judges(drawn, asked)
    print(f"{counted(len(drawn), 'prediction')} of {counted(len(saved), 'run')}")
    ask_raters(out, "predictions", "score", asked, drawn, ask)
    comparison = compare_judges([run.run["name"] for run in saved], drawn)
    file = comparison.write(out)
    Console().print(judge_agreement_tables(comparison))
    for note in dict.fromkeys(note.text() for one in comparison.judges for note in scorer_notes(one.judge)):
        print(f"Note: {note}")
    print(f"\nwrote {file}")


@app.command("agreement")
def agreement_command(
    runs: Runs,
    people: Annotated[
        str | None, typer.Option(help="Name of the scorer that stands for people; the others are judges.")
    ] = None,
) -> None:
    """Show how far judges agree whose scores lie in run folders.

    The runs may be of any game; nobody is asked. Kappa is Cohen's, with quadratic weights on five equal bins of a
    measure's range; of more than two judges, the mean over pairs. Scores of people are a file scores.<name>.jsonl in
    the run folder, as judges have.
    """
    from rich.console import Console

    from turtlesoup_bench.reporting.agreement import judge_agreement
    from turtlesoup_bench.reporting.agreement_tables import agreement_tables

    Console().print(agreement_tables(judge_agreement(runs, people)))

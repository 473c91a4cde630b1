"""``turtlesoup export``: a run's results in other forms."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turtlesoup_bench.cli.options import Run

app = typer.Typer(help="A run's results in other forms.", no_args_is_help=True)
Judge = Annotated[str | None, typer.Option(help="Whose scores. Default: the run's own scorer.")]


@app.command("eval-results")
def eval_results_command(
    run: Run,
    dataset_id: Annotated[str, typer.Option(help="The data set on the Hub: <owner>/<name>.")],
    out: Annotated[Path, typer.Option(help="Folder of the model repository.")] = Path(),
    judge: Judge = None,
    source_url: Annotated[str | None, typer.Option(help="Where the run can be seen.")] = None,
    partial: Annotated[bool, typer.Option("--partial", help="Also write tasks that were scored in part.")] = False,
) -> None:
    """Write .eval_results for a model repository on the Hub."""
    from turtlesoup_bench.reporting.exports.eval_results import eval_results
    from turtlesoup_bench.reporting.results import read_results

    print(f"wrote {eval_results(read_results(run, judge), out, dataset_id, source_url, partial)}")


@app.command("every-eval-ever")
def every_eval_ever_command(
    run: Run,
    organization: Annotated[str, typer.Option(help="Who evaluated.")],
    relationship: Annotated[
        str, typer.Option(help="To the model: first_party, third_party, collaborative or other.")
    ] = "third_party",
    dataset_id: Annotated[str | None, typer.Option(help="The data set on the Hub: <owner>/<name>.")] = None,
    model_id: Annotated[
        str | None, typer.Option(help="The model on the Hub: <developer>/<name>. Default: from litellm's name.")
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder above data/.")] = Path(),
    judge: Judge = None,
) -> None:
    """Write an Every Eval Ever record."""
    from turtlesoup_bench.reporting.exports.every_eval_ever import every_eval_ever
    from turtlesoup_bench.reporting.results import read_results

    results = read_results(run, judge)
    print(f"wrote {every_eval_ever(results, out, organization, relationship, dataset_id, model_id)}")

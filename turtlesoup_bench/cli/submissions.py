"""``turtlesoup submit``, ``leaderboard`` and ``export``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

submit_app = typer.Typer(help="Submit a run to the leaderboard.", no_args_is_help=True)
leaderboard_app = typer.Typer(help="The leaderboard of all submissions.", no_args_is_help=True)
export_app = typer.Typer(help="A run's results in other forms.", no_args_is_help=True)

Run = Annotated[Path, typer.Argument(help="A run folder.")]
Judge = Annotated[str | None, typer.Option(help="Whose scores. Default: the run's judge.")]


@submit_app.command("prepare")
def prepare_command(
    run: Run,
    author: Annotated[list[str], typer.Option(help="Who submits; may be repeated.")],
    contact: Annotated[str, typer.Option(help="An e-mail address or an https link.")],
    name: Annotated[str | None, typer.Option(help="Name of the system. Default: agent and model.")] = None,
    link: Annotated[str | None, typer.Option(help="Where to read more: an https link.")] = None,
    seen: Annotated[str, typer.Option(help="Whether the model may have seen the stories: yes, no or unknown.")] = (
        "unknown"
    ),
    contamination: Annotated[str, typer.Option(help="What is known about that.")] = "",
    notes: Annotated[str, typer.Option(help="Anything else a reader should know.")] = "",
    without_episodes: Annotated[
        bool, typer.Option("--without-episodes", help="Leave the transcripts out; turns are then not shown.")
    ] = False,
    out: Annotated[Path, typer.Option(help="Folder of submissions.")] = Path("submissions"),
) -> None:
    """Make a submission of a run, and check it."""
    from turtlesoup_bench.leaderboard.submission_making import Statement, prepare
    from turtlesoup_bench.leaderboard.submissions import contamination_notes

    statement = Statement(author, contact, name, link, seen, contamination, notes)
    folder = prepare(run, out, statement, with_episodes=not without_episodes)
    print(f"wrote {folder}")
    for note in contamination_notes(folder):
        print(f"note: {note}")


@submit_app.command("check")
def check_command(
    folders: Annotated[list[Path], typer.Argument(help="Submissions: submissions/<date>_<agent>_<model>.")],
) -> None:
    """Check submissions, and recompute their scores."""
    from turtlesoup_bench.errors import InvalidInput
    from turtlesoup_bench.leaderboard.submissions import check, contamination_notes

    problems = [problem for folder in folders for problem in check(folder)]
    if problems:
        raise InvalidInput(problems)
    for folder in folders:
        print(f"{folder}: no problem")
        for note in contamination_notes(folder):
            print(f"note: {note}")


@leaderboard_app.command("build")
def build_command(
    submissions: Annotated[Path, typer.Argument(help="Folder of submissions.")] = Path("submissions"),
    out: Annotated[Path, typer.Option(help="Folder for index.html and leaderboard.json.")] = Path("runs/leaderboard"),
) -> None:
    """Build the leaderboard's page and its JSON."""
    from turtlesoup_bench.leaderboard.board import build

    for path in build(submissions, out)[1]:
        print(f"wrote {path}")


@export_app.command("eval-results")
def eval_results_command(
    run: Run,
    dataset_id: Annotated[str, typer.Option(help="The data set on the Hub: <owner>/<name>.")],
    out: Annotated[Path, typer.Option(help="Folder of the model repository.")] = Path(),
    judge: Judge = None,
    source_url: Annotated[str | None, typer.Option(help="Where the run can be seen.")] = None,
    partial: Annotated[bool, typer.Option("--partial", help="Also write tasks that were scored in part.")] = False,
) -> None:
    """Write .eval_results for a model repository on the Hub."""
    from turtlesoup_bench.leaderboard.exports import eval_results
    from turtlesoup_bench.leaderboard.results import read_results

    print(f"wrote {eval_results(read_results(run, judge), out, dataset_id, source_url, partial)}")


@export_app.command("every-eval-ever")
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
    from turtlesoup_bench.leaderboard.every_eval_ever import every_eval_ever
    from turtlesoup_bench.leaderboard.results import read_results

    results = read_results(run, judge)
    print(f"wrote {every_eval_ever(results, out, organization, relationship, dataset_id, model_id)}")

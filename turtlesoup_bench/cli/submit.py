"""``turtlesoup submit``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turtlesoup_bench.cli.options import Run

app = typer.Typer(help="Submit a run to the leaderboard.", no_args_is_help=True)


@app.command("prepare")
def prepare_command(
    run: Run,
    author: Annotated[list[str], typer.Option(help="Who submits; may be repeated.")],
    contact: Annotated[str, typer.Option(help="An e-mail address or an https link.")],
    name: Annotated[str | None, typer.Option(help="Name of the system. Default: agent and model.")] = None,
    link: Annotated[str | None, typer.Option(help="Where to read more: an https link.")] = None,
    seen: Annotated[str, typer.Option(help="Whether the model may have seen the data: yes, no or unknown.")] = (
        "unknown"
    ),
    contamination: Annotated[str, typer.Option(help="What is known about that.")] = "",
    weights: Annotated[
        str, typer.Option(help="Whether the model's weights can be downloaded: open, closed or unknown.")
    ] = "unknown",
    notes: Annotated[str, typer.Option(help="Anything else a reader should know.")] = "",
    without_episodes: Annotated[
        bool, typer.Option("--without-episodes", help="Leave the transcripts out, where the game can do without.")
    ] = False,
    out: Annotated[Path, typer.Option(help="Folder of submissions.")] = Path("submissions"),
) -> None:
    """Make a submission of a run, and check it."""
    from turtlesoup_bench.submissions.making import Statement, prepare
    from turtlesoup_bench.submissions.notes import contamination_notes

    statement = Statement(author, contact, name, link, seen, contamination, notes, weights)
    folder = prepare(run, out, statement, with_episodes=not without_episodes)
    print(f"wrote {folder}")
    for note in contamination_notes(folder):
        print(f"note: {note}")


@app.command("check")
def check_command(
    folders: Annotated[list[Path], typer.Argument(help="Submissions: submissions/<date>_<game>_<agent>_<model>.")],
) -> None:
    """Check submissions, and recompute their scores."""
    from turtlesoup_bench.errors import InvalidInput
    from turtlesoup_bench.submissions.checking import check
    from turtlesoup_bench.submissions.notes import contamination_notes

    problems = [problem for folder in folders for problem in check(folder)]
    if problems:
        raise InvalidInput(problems)
    for folder in folders:
        print(f"{folder}: no problem")
        for note in contamination_notes(folder):
            print(f"note: {note}")

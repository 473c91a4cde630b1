"""``turtlesoup submit``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from turtlesoup_bench.cli.options import Run

if TYPE_CHECKING:
    from turtlesoup_bench.games import Score
    from turtlesoup_bench.models.client import ClientPool

app = typer.Typer(help="Submit a run to the leaderboard.", no_args_is_help=True)


@app.command("prepare")
def prepare_command(
    run: Run,
    author: Annotated[list[str] | None, typer.Option(help="Who submits; may be repeated. Needed.")] = None,
    contact: Annotated[str, typer.Option(help="An e-mail address or an https link. Needed.")] = "",
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
    """Make a submission of a run, and check it.

    All that is missing for it is listed at once.
    """
    from rich.console import Console

    from turtlesoup_bench.submissions.making import Statement, prepare
    from turtlesoup_bench.submissions.notes import contamination_notes

    statement = Statement(author or [], contact, name, link, seen, contamination, notes, weights)
    with Console(stderr=True).status("") as status:  # which shows nothing in a pipe
        folder = prepare(run, out, statement, with_episodes=not without_episodes, on_stage=status.update)
    print(f"wrote {folder}: no problem; submit it by a pull request")
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


@app.command("rescore")
def rescore_command(
    folder: Annotated[Path, typer.Argument(help="A submission with transcripts.")],
    ruler: Annotated[str, typer.Option(help="By whose judge: official, or the path of a ruler file.")] = "official",
    out: Annotated[Path, typer.Option(help="Folder for the replies; what it holds is not asked again.")] = Path(
        "runs/rescored"
    ),
) -> None:
    """Score a submission again by the judge of a ruler.

    The new scores are stated in it. For maintainers: what is ranked is then not the submitter's own judgement. Prints
    how far the scores are from those that were stated by the same ruler. No player is called. Run it again to resume.
    """
    from turtlesoup_bench.cli.asking import ask_all
    from turtlesoup_bench.ruler_file import find_ruler
    from turtlesoup_bench.runner.rulers import scorer_of
    from turtlesoup_bench.runner.scoring import Scoring, score_episodes
    from turtlesoup_bench.submissions.rescoring import difference_of, read_for_scoring, write_scores
    from turtlesoup_bench.text_tables import counted, signed

    submitted = read_for_scoring(folder)
    name, sampling = scorer_of(find_ruler(ruler, submitted.game.name, submitted.game.version))
    scoring = Scoring.of(submitted.game, name, submitted.meta, sampling)
    assert scoring is not None  # the game is scored, or there would be no ruler
    owed = [episode for key, episode in (submitted.episodes or {}).items() if key in submitted.results]
    print(f"{name}: {counted(len(owed), 'episode')} to score")
    scores: dict[str, Score] = {}

    async def ask(pool: ClientPool, on_score: Callable[[], None]) -> None:
        def keep(score: Score) -> None:
            scores[score.episode_id] = score
            on_score()

        await score_episodes(scoring, owed, pool, keep)

    ask_all(out, "episodes", len(owed), ask)
    scores = {episode.id: scores[episode.id] for episode in owed}
    difference = difference_of(submitted, scores)
    print(f"wrote {write_scores(submitted, name, scores)}")
    if difference is not None:
        print(f"again minus stated: {signed(difference, submitted.game.measures[0].scale)}")

"""``turtlesoup export``: a run's results in other forms, and what models are trained on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from turtlesoup_bench.cli.options import Data, GameOptions, Language, Limit, Run, Select
from turtlesoup_bench.errors import InvalidInput, Problem

if TYPE_CHECKING:
    from turtlesoup_bench.reporting.results import RunResults
    from turtlesoup_bench.training.parquet import Export

app = typer.Typer(help="A run's results in other forms, and data to train on.", no_args_is_help=True)
Judge = Annotated[str | None, typer.Option(help="Whose scores. Default: the run's own scorer.")]
Played = Annotated[list[Path] | None, typer.Argument(help="Run folders. Without one, give --game.")]
OfGame = Annotated[str | None, typer.Option("--game", help="Export a game's data, not what was played.")]
Folder = Annotated[Path, typer.Option("--out", help="Folder to make, for datasets.load_dataset.")]


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


@app.command("sft")
def sft_command(
    out: Folder,
    runs: Played = None,
    game: OfGame = None,
    option: GameOptions = None,
    language: Language = None,
    select: Select = None,
    limit: Limit = None,
    min_score: Annotated[
        float | None, typer.Option(help="Of runs: only seats whose headline in the episode is at least this.")
    ] = None,
    judge: Judge = None,
    data: Data = None,
) -> None:
    """Write replies to imitate, for supervised training.

    Of runs, they are the accepted ones of tested models; of a game's data, the right ones.
    """
    from turtlesoup_bench.games.registry import find_game
    from turtlesoup_bench.training.parquet import write_parquet
    from turtlesoup_bench.training.supervised import played_replies, right_replies

    of_data = {"--option": option, "--language": language, "--select": select, "--limit": limit}
    if game is None:
        _refuse(of_data, "none with run folders; they go with --game")
        _show(write_parquet(partial(played_replies, _results(runs, judge, data), min_score), out))
        return
    _refuse({"RUNS": runs, "--min-score": min_score, "--judge": judge}, "none with --game; they are of played episodes")
    chosen = find_game(game), _selection(select, language, limit, data), _options(option)
    _show(write_parquet(partial(right_replies, *chosen), out))


@app.command("grpo")
def grpo_command(
    out: Folder,
    runs: Played = None,
    game: OfGame = None,
    option: GameOptions = None,
    language: Language = None,
    select: Select = None,
    limit: Limit = None,
    data: Data = None,
) -> None:
    """Write prompts for reinforcement learning.

    With them stand the columns that the game's reward function takes.

    Only decisions whose worth is known without playing on are written; what others are worth, training must play.
    """
    from turtlesoup_bench.games.registry import find_game
    from turtlesoup_bench.training.parquet import write_parquet
    from turtlesoup_bench.training.rewarded import first_decisions, played_decisions, training_of

    of_data = {"--option": option, "--language": language, "--select": select, "--limit": limit}
    if game is None:
        _refuse(of_data, "none with run folders; they go with --game")
        played = _results(runs, None, data)
        games = sorted({run.game.name for run in played})
        if len(games) > 1:
            raise InvalidInput([Problem("RUNS", "", f"{len(games)} games: {', '.join(games)}", "runs of one game")])
        _show(write_parquet(partial(played_decisions, played), out, training_of(played[0].game).columns))
        return
    _refuse({"RUNS": runs}, "none with --game")
    chosen = find_game(game), _selection(select, language, limit, data), _options(option)
    _show(write_parquet(partial(first_decisions, *chosen), out, training_of(chosen[0]).columns))


def _results(runs: list[Path] | None, judge: str | None, data: Path | None) -> list[RunResults]:
    from turtlesoup_bench.reporting.results import read_results

    if not runs:
        raise InvalidInput([Problem("export", "", "nothing to export", "run folders, or --game NAME")])
    return [read_results(run, judge, data) for run in runs]


def _selection(
    select: list[str] | None, language: list[str] | None, limit: int | None, data: Path | None
) -> dict[str, Any]:
    from turtlesoup_bench.cli.run import selected

    plain = {"languages": language, "limit": limit, "data": data}
    return {**selected(select), **{name: value for name, value in plain.items() if value is not None}}


def _options(texts: list[str] | None) -> dict[str, Any]:
    from turtlesoup_bench.cli.run import chosen_options

    return chosen_options(texts)


def _refuse(given: Mapping[str, object], expected: str) -> None:
    problems = [Problem(name, "", "a value", expected) for name, value in given.items() if value is not None]
    if problems:
        raise InvalidInput(problems)


def _show(export: Export) -> None:
    from turtlesoup_bench.text_tables import counted

    print(f"wrote {counted(export.rows, 'row')}{' with images' if export.has_images else ''} to {export.folder}")

"""``turtlesoup score``, ``report`` and ``version``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

_DATA = typer.Option(help="Folder with imported puzzles instead of the packaged ones.")


def score_command(
    source: Annotated[Path, typer.Argument(help="A prediction file (JSON Lines), or a run folder to score again.")],
    judge: Annotated[str, typer.Option(help="Who scores: embedded, or a model.")] = "embedded",
    data: Annotated[Path | None, _DATA] = None,
    out: Annotated[Path | None, typer.Option(help="Also write the scores of a prediction file here.")] = None,
) -> None:
    """Score predictions. No player is called."""
    from rich.console import Console

    from turtlesoup_bench.leaderboard.scoring import score_file, score_run
    from turtlesoup_bench.leaderboard.tables import score_table

    if source.is_dir():
        score_run(source, judge, data)
        show_run(source, judge, data)
        return
    scores = score_file(source, judge, data, out)
    Console().print(score_table(scores))


def report_command(
    folders: Annotated[list[Path], typer.Argument(help="A run folder, or several to see side by side.")],
    judge: Annotated[str | None, typer.Option(help="Whose scores to show. Default: the run's judge.")] = None,
    data: Annotated[Path | None, _DATA] = None,
    out: Annotated[Path, typer.Option(help="Page of several runs.")] = Path("report.html"),
) -> None:
    """Show a run again, or several runs on one page."""
    if len(folders) == 1:
        show_run(folders[0], judge, data)
        return
    from turtlesoup_bench.leaderboard.report import render_report
    from turtlesoup_bench.leaderboard.results import read_results
    from turtlesoup_bench.run_folder import write_atomically

    write_atomically(out, render_report([read_results(folder, judge, data) for folder in folders]))
    print(f"report: {out}")


def analyze_command(
    folder: Annotated[Path, typer.Argument(help="A run folder.")],
    model: Annotated[str | None, typer.Option(help="Model that says why. Without it: what can be measured.")] = None,
    judge: Annotated[
        str | None, typer.Option(help="By whose scores they are unsolved. Default: the run's judge.")
    ] = None,
    data: Annotated[Path | None, _DATA] = None,
) -> None:
    """Sort unsolved episodes by why they failed."""
    from turtlesoup_bench.leaderboard.analysis import analyse_run
    from turtlesoup_bench.leaderboard.report import write_report
    from turtlesoup_bench.leaderboard.results import read_results

    for kind, count in analyse_run(folder, model, judge, data).items():
        print(f"{kind:<22} {count:>4}")
    print(f"report: {write_report(read_results(folder, judge, data))}")


def version_command() -> None:
    """Print package, protocol and data set versions."""
    from turtlesoup_bench import PROTOCOL_VERSION, __version__
    from turtlesoup_bench.puzzles import load_puzzle_set

    puzzles = load_puzzle_set()
    print(f"turtlesoup-bench {__version__}, protocol {PROTOCOL_VERSION}, data set {puzzles.version} ({puzzles.hash})")


def show_run(folder: Path, judge: str | None, data: Path | None) -> None:
    """Prints a run's table and writes its summary and report."""
    from rich.console import Console

    from turtlesoup_bench.leaderboard.report import write_report
    from turtlesoup_bench.leaderboard.results import read_results, write_summary
    from turtlesoup_bench.leaderboard.tables import run_table

    results = read_results(folder, judge, data)
    write_summary(results)
    page = write_report(results)
    console = Console()
    console.print(run_table(results))
    console.print(f"report: {page}", soft_wrap=True, highlight=False)

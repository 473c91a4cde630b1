"""``turtlesoup demo``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def demo_command(
    out: Annotated[Path, typer.Option(help="Folder for the run folders and the pages.")] = Path("runs/demo"),
    strict: Annotated[
        bool, typer.Option(help="End with 1 where something is not played from its journal, as a release must be.")
    ] = False,
) -> None:
    """Play recorded games of a language model again.

    Agents, prompts, hosts, judge and scoring are the real ones; what the model replied comes from the journals of the
    recorded games. No network, no key. Players without a model play the same beside them.
    """
    from rich.console import Console

    from turtlesoup_bench.reporting.recorded import recorded_table, write_pages
    from turtlesoup_bench.reporting.results import read_results
    from turtlesoup_bench.runner.progress import shown_on
    from turtlesoup_bench.runner.recorded import introduction, play_baseline, recorded_runs, replay

    recorded = recorded_runs()
    replayed, baselines = [], []
    with shown_on(Console(stderr=True), "runs") as progress:
        progress.started(2 * len(recorded), 0)
        for folder in recorded:
            replayed.append(replay(folder, out / folder.name))
            progress.finished()
        for folder in recorded:
            baselines.append(play_baseline(folder, out / "baselines"))
            progress.finished()
    console = Console()
    played = [read_results(one.folder) for one in replayed if one.folder]
    console.print(introduction(), highlight=False)
    console.print(recorded_table(played))
    console.print("\nBy rules, without a model, where each game has its floor or its ceiling:\n")
    console.print(recorded_table(read_results(folder) for folder in dict.fromkeys(baselines)))
    for one in replayed:
        if one.difference:
            how = "played by its moves alone" if one.folder else "left out"
            console.print(f"Note: {one.name} is {how}, since something has changed since: {one.difference}")
    first, *others = write_pages(played, out)
    console.print("\nEach question, its answer and what was scored, to be read on a page:")
    console.print(f"  {first}", soft_wrap=True, highlight=False)
    console.print(f"Beside it: {', '.join(page.name for page in others)}", highlight=False)
    if strict and any(one.difference for one in replayed):
        raise typer.Exit(1)

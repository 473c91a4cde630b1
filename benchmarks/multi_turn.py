"""All players of the multi-turn games that need no model, over all instances: what they score, and how long they take.

``python benchmarks/multi_turn.py [LANGUAGE..]``, by default in English. Each run is played, scored and saved as
``turtlesoup run`` does it, in a process of its own, as many at once as there are cores. The best of each game that is
told nothing of the solution is marked; the last line is for these together.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from turtlesoup_bench.games.registry import AGENTS, find_agent, find_game
from turtlesoup_bench.games.results import measures_of
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.settings import RunSettings

GAMES = ("word-guess", "movie-recommendation", "circuit-decoding", "word-chaining", "twenty-questions")


@dataclass(frozen=True)
class Played:
    """A run: its episodes, the means of its measures, the headline first, and its seconds of wall and of CPU time."""

    episodes: int
    means: dict[str, float]
    wall: float
    cpu: float


def played(game: str, agent: str, languages: tuple[str, ...]) -> Played:
    """One agent in all instances of a game."""
    with tempfile.TemporaryDirectory() as folder:
        settings = RunSettings(game, agent=agent, selection={"languages": languages}, out=Path(folder) / "run")
        start, before = time.perf_counter(), time.process_time()
        asyncio.run(run(settings))
        wall, cpu = time.perf_counter() - start, time.process_time() - before
        row = read_results(Path(folder) / "run").rows[0]
    names = [measure.name for measure in measures_of(find_game(game))]
    means = {name: mean.mean for name in names if (mean := row.means[name]) is not None}
    return Played(sum(row.outcomes.values()), means, wall, cpu)


def main(*languages: str) -> None:
    """Prints the table."""
    agents = {name: find_agent(name) for name in AGENTS.names() if name.startswith(GAMES)}
    runs = [(game, name) for game in GAMES for name, agent in agents.items() if game in agent.games]
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        waiting = {one: pool.submit(played, *one, languages or ("en",)) for one in runs}
        results = {one: future.result() for one, future in waiting.items()}
    strongest = []
    for game in GAMES:
        fair = [one for one in runs if one[0] == game and not agents[one[1]].grants]
        strongest.append(max(fair, key=lambda one: next(iter(results[one].means.values()))))
    for one, result in results.items():
        means = ", ".join(f"{name} {mean:.3f}" for name, mean in result.means.items())
        mark = "*" if one in strongest else " "
        figures = f"{result.episodes:>5} episodes, {result.wall:5.1f} s, {result.cpu:5.1f} s of CPU"
        print(f"{mark} {one[1]:<28} {figures}: {means}")
    episodes, wall, cpu = (
        sum(getattr(results[one], name) for one in strongest) for name in ("episodes", "wall", "cpu")
    )
    print(f"* {episodes} episodes, {wall:.1f} s one run after another, {cpu:.1f} s of CPU")


if __name__ == "__main__":
    main(*sys.argv[1:])

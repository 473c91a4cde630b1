"""CPU a model call, game by game: of a large run less a small one, over the calls that players and hosts made.

Run: ``python benchmarks/calls_of_games.py [rounds]``; of several rounds it prints the median.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from provider import ROUTES, provided

from turtlesoup_bench.games.registry import game_names

SMALL = 4
CALLS = 3_000
"""About so many calls lie between the small run and the large one."""


def run(game: str, model: str, limit: int, out: Path) -> tuple[float, int]:
    """CPU seconds of a run from the command line, and the calls that its episodes made."""
    command = [sys.executable, "-m", "turtlesoup_bench", "run", "--game", game, "--model", model, "--language", "en"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*command, "--limit", str(limit), "--out", str(out)], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    episodes = [json.loads(line) for line in (out / "episodes.jsonl").read_text(encoding="utf-8").splitlines()]
    calls = sum(usage["calls"] for episode in episodes for usage in episode["usage"].values())
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, calls


def cpu_of_call(game: str, model: str) -> float:
    """CPU seconds of one call."""
    with provided(), tempfile.TemporaryDirectory() as folder:
        seconds, calls = run(game, model, SMALL, Path(folder) / "small")
        large = run(game, model, SMALL + CALLS * SMALL // calls, Path(folder) / "large")
    return (large[0] - seconds) / (large[1] - calls)


def main() -> None:
    """Prints the table."""
    (model, _), *_ = ROUTES.values()
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    # The games take turns, so that a machine that is slow for a while is slow for all of them.
    figures = [{game: cpu_of_call(game, model) for game in game_names()} for _ in range(rounds)]
    print(f"{'game':<26} {'CPU a call':>11} {'of soup':>8}   each")
    median = {game: statistics.median(figure[game] for figure in figures) for game in figures[0]}
    for game, seconds in median.items():
        each = " ".join(f"{figure[game] * 1000:.2f}" for figure in figures)
        print(f"{game:<26} {seconds * 1000:>8.2f} ms {seconds / median['turtle-soup']:>7.2f} x  {each}")


if __name__ == "__main__":
    main()

"""CPU a model call, game by game: of a large run less a small one, over the calls that players and hosts made.

Run: ``python benchmarks/calls_of_games.py``.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from provider import ROUTES, provided

from turtlesoup_bench.games.registry import game_names

SMALL, LARGE = 4, 60


def run(game: str, model: str, limit: int, out: Path) -> tuple[float, int]:
    """CPU seconds of a run from the command line, and the calls that its episodes made."""
    command = [sys.executable, "-m", "turtlesoup_bench", "run", "--game", game, "--model", model, "--language", "en"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*command, "--limit", str(limit), "--out", str(out)], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    episodes = [json.loads(line) for line in (out / "episodes.jsonl").read_text(encoding="utf-8").splitlines()]
    calls = sum(usage["calls"] for episode in episodes for usage in episode["usage"].values())
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, calls


def main() -> None:
    """Prints the table."""
    (model, _), *_ = ROUTES.values()
    print(f"{'game':<22} {'calls':>7} {'CPU a call':>12}")
    for game in game_names():
        with provided(), tempfile.TemporaryDirectory() as folder:
            small, large = (run(game, model, limit, Path(folder) / str(limit)) for limit in (SMALL, LARGE))
        calls = large[1] - small[1]
        print(f"{game:<22} {calls:>7} {(large[0] - small[0]) / calls * 1000:>9.2f} ms")


if __name__ == "__main__":
    main()

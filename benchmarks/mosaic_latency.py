"""How long Mosaic takes where every call takes 50 ms, against the length of its longest chain of calls.

The provider is a process of its own and counts the calls. Run: ``python benchmarks/mosaic_latency.py [agent]``, for
another agent than ``mosaic`` such as ``mosaic-revised``, whose longest chain is the same.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from provider import ROUTES, counts, provided

from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.settings import RunSettings

AGENT = sys.argv[1] if len(sys.argv) > 1 else "mosaic"
LATENCY = 0.05
CHAIN = 126


def played(model: str, judge: str, puzzles: int) -> tuple[float, dict]:
    """Wall time of so many 30-turn episodes at once with their scoring, and what the provider counted."""
    with provided(LATENCY) as address, tempfile.TemporaryDirectory() as folder:
        settings = RunSettings(
            "turtle-soup",
            agent=AGENT,
            model=model,
            scorer=judge,
            selection={"languages": ("en",), "limit": puzzles},
            concurrency=200,
            out=Path(folder) / "run",
        )
        start = time.perf_counter()
        asyncio.run(run(settings))
        seconds = time.perf_counter() - start
        return seconds, counts(address)


def main() -> None:
    """Prints the table."""
    bound = CHAIN * LATENCY
    print(f"{'provider':<25} {'puzzles':>7} {'calls':>6} {'chain':>6} {'wall / (126 x 50 ms)':>21} {'allowed':>8}")
    for route, models in ROUTES.items():
        played(*models, 1)  # imports come with the first run
        for puzzles, allowed in ((1, 1.15), (8, 1.15 * 1.3)):
            seconds, counted = played(*models, puzzles)
            chain = counted["longest_chain"] if puzzles == 1 else "-"
            print(
                f"{route:<25} {puzzles:>7} {counted['answered']:>6} {chain:>6} {seconds / bound:>21.3f} {allowed:>8.3f}"
            )


if __name__ == "__main__":
    main()

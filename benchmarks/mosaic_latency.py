"""How long Mosaic takes where every call takes 50 ms, against the length of its longest chain of calls.

The provider is a process of its own and counts the calls. Run: ``python benchmarks/mosaic_latency.py``.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from pathlib import Path

from provider import counts, provided

from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.settings import RunSettings

LATENCY = 0.05
CHAIN = 126
MODEL = "deepseek/deepseek-chat"  # a model with a price, by a route that needs no client library of the provider


def played(puzzles: int) -> tuple[float, dict]:
    """Wall time of so many 30-turn episodes at once with their scoring, and what the provider counted."""
    with provided(LATENCY) as address, tempfile.TemporaryDirectory() as folder:
        os.environ["DEEPSEEK_API_BASE"] = address
        settings = RunSettings(
            agent="mosaic",
            model=MODEL,
            judge="deepseek/deepseek-reasoner",
            languages=("en",),
            limit=puzzles,
            concurrency=200,
            out=Path(folder) / "run",
        )
        start = time.perf_counter()
        asyncio.run(run(settings))
        seconds = time.perf_counter() - start
        return seconds, counts(address)


def main() -> None:
    """Prints the table."""
    os.environ["DEEPSEEK_API_KEY"] = "simulated"
    played(1)  # the first run imports the provider library
    bound = CHAIN * LATENCY
    print(f"{'puzzles':>8} {'calls':>6} {'chain':>6} {'wall / (126 x 50 ms)':>21} {'allowed':>8}")
    for puzzles, allowed in ((1, 1.15), (8, 1.15 * 1.3)):
        seconds, counted = played(puzzles)
        chain = counted["longest_chain"] if puzzles == 1 else "-"
        print(f"{puzzles:>8} {counted['answered']:>6} {chain:>6} {seconds / bound:>21.3f} {allowed:>8.3f}")


if __name__ == "__main__":
    main()

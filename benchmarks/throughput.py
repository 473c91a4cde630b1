"""Wall time of many Mosaic episodes against the least that the provider's limit allows: calls x latency / limit.

The provider is a process of its own and takes 200 ms a call. ``python benchmarks/throughput.py [EPISODES [LIMIT]]``.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from provider import ROUTES, counts, provided

from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.settings import RunSettings

LATENCY = 0.2


def main(episodes: int = 32, limit: int = 32) -> None:
    """Prints the ratios."""
    for route, (model, judge) in ROUTES.items():
        with provided(LATENCY) as address, tempfile.TemporaryDirectory() as folder:
            settings = RunSettings(
                "turtle-soup",
                agent="mosaic",
                model=model,
                scorer=judge,
                selection={"limit": episodes // 2},
                concurrency=limit,
                out=Path(folder) / "run",
            )
            # Imports come with the first run.
            first = replace(settings, selection={"limit": 1}, options={"max_turns": 1}, out=Path(folder) / "first")
            asyncio.run(run(first))
            before, start = counts(address)["answered"], time.perf_counter()
            asyncio.run(run(settings))
            seconds, calls = time.perf_counter() - start, counts(address)["answered"] - before
        bound = calls * LATENCY / limit
        print(f"{episodes} episodes, {calls} calls, {limit} in flight, {route}: {seconds / bound:.2f} x the bound")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""Rollouts a minute of word guess in verifiers, against episodes a minute of this package's own runner.

Both play one instance many times, score it and keep what was said; the provider is a process of its own. In the runner
each episode has a seed of its own, since it sends equal requests once.
``python benchmarks/verifiers_throughput.py [ROLLOUTS [IN_FLIGHT [LATENCY]]]``, the latency in seconds a call.
Needs ``pip install -e '.[verifiers]' -e environments/turtlesoup_bench_v1``.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from provider import provided
from verifiers.v1.cli.eval.runner import run_eval
from verifiers.v1.configs.cli.eval import EvalConfig

from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.settings import RunSettings

GAME = "word-guess"


def by_runner(rollouts: int, in_flight: int, address: str, out: Path) -> list[float]:
    settings = RunSettings(
        GAME,
        model="openai/simulated",
        selection={"limit": 1, "languages": ["en"]},
        seeds=tuple(range(rollouts)),
        concurrency=in_flight,
        out=out,
    )
    folder = asyncio.run(run(settings))
    return [result.scored["score"] for result in read_results(folder.path).results]


def by_verifiers(rollouts: int, in_flight: int, address: str, out: Path) -> list[float]:
    config = EvalConfig.model_validate(
        {
            "env": {"taskset": {"id": "turtlesoup-bench-v1", "game": GAME, "language": "en"}},
            "model": "simulated",
            "client": {"base_url": address, "api_key_var": "OPENAI_API_KEY"},
            "select": {"limit": 1},
            "num_rollouts": rollouts,
            "max_concurrent": in_flight,
            "rich": None,
            "push": False,
            "output_dir": out,
        }
    )
    return [trace.reward for episode in asyncio.run(run_eval(config)) for trace in episode.traces]


def main(rollouts: int = 256, in_flight: int = 64, latency: float = 1.0) -> None:
    """Prints both rates and their ratio."""
    rates = {}
    with provided(latency) as address, tempfile.TemporaryDirectory() as folder:
        scores = []
        for play in (by_runner, by_verifiers):
            play(2, in_flight, address, Path(folder) / f"{play.__name__}-first")  # imports come with the first
            start = time.perf_counter()
            scores.append(sorted(play(rollouts, in_flight, address, Path(folder) / play.__name__)))
            rates[play] = rollouts / (time.perf_counter() - start) * 60
    assert scores[0] == scores[1], "both must play the same"
    figures = ", ".join(f"{play.__name__.replace('_', ' ')} {rate:.0f} a minute" for play, rate in rates.items())
    ratio = rates[by_verifiers] / rates[by_runner]
    print(f"{rollouts} rollouts, {in_flight} in flight, {latency:g} s a call: {figures}; {ratio:.2f} x")


if __name__ == "__main__":
    main(*(int(one) for one in sys.argv[1:3]), *(float(one) for one in sys.argv[3:4]))

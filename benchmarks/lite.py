"""Whether the lite part of turtle soup ranks systems as the whole test split does, with simulated systems.

Each is the agent `direct` with the simulated model at another error rate, against the embedded host and judge, on the
English tellings in ten turns: all of both languages in thirty take half an hour of CPU.

Run: ``python benchmarks/lite.py``.
"""

from __future__ import annotations

import os
from statistics import mean

from turtlesoup_bench import evaluate_model
from turtlesoup_bench.games.simulated import simulated_reply
from turtlesoup_bench.games.turtle_soup.puzzles import lite_stories
from turtlesoup_bench.models.simulated.server import Behaviour, served
from turtlesoup_bench.statistics.agreement import kendall_tau

ERROR_RATES = (0.20, 0.25, 0.30, 0.35, 0.40, 0.45, 0.50, 0.55)


def main() -> None:
    """Prints the two means of each system, how far they agree in order, and the largest difference."""
    means = []
    print(f"{'error rate':>10}{'lite':>8}{'test':>8}{'difference':>12}")
    for number, rate in enumerate(ERROR_RATES):
        # A seed of its own, or else all systems would err on the same requests and be ranked too easily.
        with served(simulated_reply, Behaviour(error_rate=rate, seed=number)) as provider:
            os.environ |= {"OPENAI_API_KEY": "simulated", "OPENAI_BASE_URL": provider.url}
            results = evaluate_model(
                "openai/simulated",
                "turtle-soup",
                agent="direct",
                seats={"host": "embedded"},
                judge="embedded",
                languages=["en"],
                select={"splits": ["test"]},
                options={"max_turns": 10},
                progress=False,
            )
        overall = {record["instance"].split("@")[0]: record["overall"] for record in results.to_records()}
        lite, test = mean(overall[story] for story in lite_stories()), mean(overall.values())
        means.append((lite, test))
        print(f"{rate:>10.2f}{100 * lite:>8.1f}{100 * test:>8.1f}{100 * (lite - test):>+12.1f}", flush=True)
    lite, test = zip(*means, strict=True)
    order = kendall_tau(lite, test, [str(rate) for rate in ERROR_RATES])
    largest = max(abs(one - other) for one, other in means)
    print(f"Kendall's tau {order.tau:.2f}; largest difference of means {100 * largest:.1f} points")


if __name__ == "__main__":
    main()

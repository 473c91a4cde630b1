"""The wall time of Mosaic as a user has it: from the command line, the start of the process included.

One puzzle and eight at once at 50 ms a call, against the longest chain of an episode; then 32 at 200 ms with 32 calls
in flight, against calls x latency / limit. The provider is a process of its own.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time

from provider import counts, provided

CHAIN, ROUNDS = 126, 4


def played(puzzles: int, in_flight: int) -> tuple[float, float]:
    """Seconds on the wall and of CPU of one run of so many puzzles."""
    with tempfile.TemporaryDirectory() as folder:
        options = f"--language en --limit {puzzles} --concurrency {in_flight} --out {folder}/run".split()
        seats = "--agent mosaic --model openai/simulated --seat host=openai/simulated --judge openai/judge".split()
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        command = [sys.executable, "-m", "turtlesoup_bench", "run", *seats, *options]
        subprocess.run(command, check=True, capture_output=True)
        seconds, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Prints the ratios."""
    with provided(0.05):
        played(1, 64)  # the first start on a machine compiles what is imported
        for puzzles in (1, 8):
            ratios = sorted(played(puzzles, 64)[0] / (CHAIN * 0.05) for _ in range(ROUNDS))
            print(f"{puzzles} at 50 ms: {ratios[0]:.2f} to {ratios[-1]:.2f} x the chain")
    with provided(0.2) as address:
        for _ in range(2):
            before = counts(address)["answered"]
            seconds, cpu = played(32, 32)
            calls = counts(address)["answered"] - before
            least = calls * 0.2 / 32
            print(f"32 at 200 ms, 32 in flight: {seconds / least:.2f} x, {1000 * cpu / calls:.2f} ms of CPU a call")


if __name__ == "__main__":
    main()

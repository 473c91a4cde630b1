"""Wall time of many Mosaic episodes against the bound that the provider sets: calls x latency / calls in flight.

The provider is a process of its own and takes 200 ms a call. ``python benchmarks/throughput.py [episodes] [limit]``
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from provider import provided

LATENCY = 0.2


def main(episodes: int = 32, limit: int = 32) -> None:
    """Prints the ratio."""
    with provided(LATENCY) as address, tempfile.TemporaryDirectory() as folder:
        os.environ["DEEPSEEK_API_BASE"], os.environ["DEEPSEEK_API_KEY"] = address, "simulated"
        out = Path(folder) / "run"
        command = [sys.executable, "-m", "turtlesoup_bench", "run", "--agent", "mosaic", "--out", str(out)]
        command += ["--model", "deepseek/deepseek-chat", "--judge", "deepseek/deepseek-reasoner"]
        command += ["--limit", str(episodes // 2), "--concurrency", str(limit)]
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        seconds = time.perf_counter() - start
        with urllib.request.urlopen(address.removesuffix("/v1") + "/counts") as reply:
            calls = json.load(reply)["answered"]
    bound = calls * LATENCY / limit
    print(f"{episodes} episodes, {calls} calls, {limit} in flight: wall time {seconds / bound:.2f} x the bound")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

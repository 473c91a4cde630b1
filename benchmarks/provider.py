"""The simulated provider as a process of its own, for the benchmarks."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def provided(latency: float = 0.0) -> Iterator[str]:
    """Serves it on a free port; yields its base URL."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "turtlesoup_bench", "simulate", "--port", str(port), "--latency", str(latency)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/counts").close()
                break
            except OSError:
                time.sleep(0.1)
        else:
            raise SystemExit("the simulated provider did not start")
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.terminate()
        process.wait()


def counts(address: str) -> dict[str, Any]:
    """What the provider at this base URL has counted."""
    with urllib.request.urlopen(address.removesuffix("/v1") + "/counts") as reply:
        return json.load(reply)

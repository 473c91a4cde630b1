"""The simulated provider as a process of its own, for the benchmarks."""

from __future__ import annotations

import json
import os
import selectors
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

ROUTES = {
    "as a server of one's own": ("openai/simulated", "openai/judge"),
    "through litellm": ("deepseek/deepseek-chat", "deepseek/deepseek-reasoner"),
}
"""The two ways to the provider, and a player and a judge by each; the latter have prices."""


def lead(address: str) -> None:
    """Makes both routes lead to this base URL."""
    for name in ("OPENAI_API_KEY", "DEEPSEEK_API_KEY"):
        os.environ[name] = "simulated"
    for name in ("OPENAI_BASE_URL", "DEEPSEEK_API_BASE"):
        os.environ[name] = address


@contextmanager
def provided(latency: float = 0.0) -> Iterator[str]:
    """Serves it on a free port, where both routes lead; yields its base URL."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, __file__, str(port), str(latency)]
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
        address = f"http://127.0.0.1:{port}/v1"
        lead(address)
        yield address
    finally:
        process.terminate()
        process.wait()


def counts(address: str) -> dict[str, Any]:
    """What the provider at this base URL has counted."""
    with urllib.request.urlopen(address.removesuffix("/v1") + "/counts") as reply:
        return json.load(reply)


def serve(port: str, latency: str) -> None:
    """Serves as this process, which waits in ``select``: ``epoll`` rounds each wait up to the next millisecond."""
    from turtlesoup_bench.cli import main

    selectors.DefaultSelector = selectors.SelectSelector  # type: ignore[misc]
    main(["simulate", "--port", port, "--latency", latency])


if __name__ == "__main__":
    serve(*sys.argv[1:])

"""The local web servers, started by their commands."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from conftest import ROOT


@dataclass
class Site:
    """A server; its address may end with a token."""

    address: str
    process: subprocess.Popen[str]

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.communicate()


@contextmanager
def serving(*options: object, command: str = "serve", packages: Path | None = None) -> Iterator[Site]:
    """Runs a command that serves; ``packages`` is a folder with more packages that are installed."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    arguments = [sys.executable, "-m", "turtlesoup_bench", command, "--port", str(port), *map(str, options)]
    environment = os.environ | ({"PYTHONPATH": str(packages)} if packages else {})
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment)
    site = Site("", process)
    try:
        assert process.stdout
        site.address = process.stdout.readline().split(" ")[0].replace("0.0.0.0", "127.0.0.1")
        until_up(port)
        yield site
    finally:
        site.stop()


def until_up(port: int, seconds: float = 90) -> None:
    """Waits for a server that is being started; on a busy machine one of gradio takes half a minute."""
    end = time.monotonic() + seconds
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/").close()
        except HTTPError:
            return
        except OSError as error:
            if time.monotonic() > end:
                raise AssertionError(f"no server on port {port} within {seconds:.0f} s") from error
            time.sleep(0.05)
        else:
            return


def request(address: str, body: object = None, **headers: str) -> tuple[int, Any]:
    """Sends JSON, or asks for it; the status and what came back."""
    sent = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(address, sent, {"Content-Type": "application/json", **headers})
    try:
        with urllib.request.urlopen(asked) as reply:
            return reply.status, json.load(reply)
    except HTTPError as error:
        text = error.read()
        return error.code, json.loads(text) if text.startswith(b"{") else {}

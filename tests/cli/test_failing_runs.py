"""A run none of whose calls succeed: it ends within seconds, not with 0, and says why, how often and what to do."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from commands import in_a_process, turtlesoup

from turtlesoup_bench.games.simulated import simulated_reply
from turtlesoup_bench.models.simulated.server import served

Command = Callable[..., subprocess.CompletedProcess[str]]


@contextmanager
def refusing_server(status: int, body: str) -> Iterator[str]:
    """A server that answers every request alike; yields its base address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def deaf_address() -> Iterator[str]:
    """An address that takes no connection and refuses none, as behind a firewall."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        filling = [socket.socket() for _ in range(4)]
        for one in filling:
            one.setblocking(False)
            one.connect_ex(listening.getsockname())
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
        finally:
            for one in filling:
                one.close()


def run(folder: Path, url: str, *options: str, command: Command = turtlesoup) -> tuple[int, str, float]:
    """Exit status, what was written, seconds."""
    start = time.monotonic()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_API_KEY", "sk-a-wrong-key")
        patch.setenv("OPENAI_BASE_URL", url)
        done = command("run", "--agent", "direct", "--judge", "embedded", "--out", folder / "run", *options)
    assert "Traceback" not in done.stdout + done.stderr
    assert not re.search(r"turtlesoup_bench\.\w+", done.stdout + done.stderr)  # a name of the program's own
    return done.returncode, done.stdout + done.stderr, time.monotonic() - start


def error(text: str) -> str:
    return json.dumps({"error": {"message": text}})


MODEL = ("--model", "openai/nothing-listed")
REFUSALS = [
    ("a wrong key", 401, error("Incorrect API key"), "status 401: Incorrect API key"),
    ("an empty account", 429, error("You exceeded your current quota"), "status 429: You exceeded"),
    ("a wrong path", 404, "no such page", "status 404: no such page"),
    ("a web page", 200, "<html>", "× not a chat completion: <html>"),
    ("a broken server", 500, error("out of order"), "× status 500: out of order"),
    ("an unknown model", 400, error("Model Not Exist"), "× status 400: Model Not Exist"),
]


@pytest.mark.parametrize(("name", "status", "body", "words"), REFUSALS, ids=[case[0] for case in REFUSALS])
def test_a_provider_that_answers_nothing_stops_the_run(
    tmp_path: Path, name: str, status: int, body: str, words: str
) -> None:
    with refusing_server(status, body) as url:
        command = in_a_process if name == "a wrong key" else turtlesoup
        code, text, seconds = run(tmp_path, url, *MODEL, "--limit", "20", command=command)
    assert code == 3
    assert words in text
    assert "check the model's name (provider/model), and its key and address" in text
    assert seconds < 20  # 10 where nothing runs beside it


@pytest.mark.parametrize("options", [("--limit", "20"), ("--limit", "1", "--language", "en")], ids=["many", "one"])
def test_a_refused_connection_stops_the_run(tmp_path: Path, options: tuple[str, ...]) -> None:
    with socket.socket() as unheard:
        unheard.bind(("127.0.0.1", 0))  # and does not listen
        address = f"127.0.0.1:{unheard.getsockname()[1]}"
        code, text, seconds = run(tmp_path, f"http://{address}/v1", *MODEL, *options)
    assert code == 3
    assert re.search(rf"answered none of \d+ tries[^\n]*\n  \d+ × ConnectionError: cannot connect to {address}", text)
    assert seconds < 20


def test_an_address_that_takes_no_connection_stops_the_run(tmp_path: Path) -> None:
    with deaf_address() as url:
        code, text, seconds = run(tmp_path, url, *MODEL, "--limit", "1")
    assert code == 3
    assert f"× no connection to {url} within 4 seconds" in text
    assert seconds < 25


@pytest.mark.parametrize(
    ("model", "words"),
    [
        ("openai/gpt-4o", "no key; set OPENAI_API_KEY"),
        ("gemini/gemini-2.5-pro", "no key; set GEMINI_API_KEY or GOOGLE_API_KEY"),
        ("simulated", "no provider in the model's name; write provider/model, such as openai/simulated"),
    ],
)
def test_what_is_plainly_missing_is_said_before_litellm_is_imported(tmp_path: Path, model: str, words: str) -> None:
    keys = ("OPENAI_", "GEMINI_", "GOOGLE_")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(keys)}
    command = [sys.executable, "-m", "turtlesoup_bench", "run", "--agent", "direct", "--model", model, "--limit", "2"]
    environment["PYTHONPROFILEIMPORTTIME"] = "1"  # of this process and any that it starts
    done = subprocess.run([*command, "--out", tmp_path / "run"], env=environment, capture_output=True, text=True)
    assert done.returncode == 3
    assert words in done.stderr
    assert not re.search(r"\| +litellm$", done.stderr, re.MULTILINE)


def test_without_litellm_it_is_said_what_to_install_and_an_own_server_is_reached(tmp_path: Path) -> None:
    hidden = "import sys; sys.modules['litellm'] = None; from turtlesoup_bench.cli import main; main(sys.argv[1:])"
    command = [sys.executable, "-c", hidden, "run", "--game", "twenty-questions", "--limit", "1", "--out"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("OPENAI_")}
    environment["OPENAI_API_KEY"] = "simulated"
    done = subprocess.run(
        [*command, tmp_path / "no", *MODEL], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 3
    assert "litellm, which reaches every provider, is not installed; pip install 'turtlesoup-bench[run]'" in done.stderr
    with served(simulated_reply) as provider:
        environment["OPENAI_BASE_URL"] = provider.url
        done = subprocess.run([*command, tmp_path / "yes", *MODEL], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "litellm" not in json.loads((tmp_path / "yes" / "run.json").read_text(encoding="utf-8"))["versions"]


def test_a_run_without_any_result_does_not_end_with_zero(tmp_path: Path) -> None:
    with refusing_server(
        400, error("The prompt is too long")
    ) as url:  # which is not said of a model that never answers
        code, text, _ = run(tmp_path, url, *MODEL, "--limit", "1")
    assert code == 1
    assert "2 episodes failed, to be tried again by the next run: 2 × player:" in " ".join(text.split())
    assert "no episode has a result" in text

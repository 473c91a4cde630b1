"""docs/tutorial.md: every snippet is run in order, in one shell, against the simulated provider."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest
from conftest import ROOT

PAGE = ROOT / "docs" / "tutorial.md"
PORT = "8765"
_SNIPPET = re.compile(r"(?:^<!-- (?P<comment>[^\n]*) -->\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.S | re.M)
_END = "\0"


@dataclass
class Snippet:
    """A block of code, with the comment before it."""

    comment: str
    kind: str
    text: str

    @property
    def script(self) -> str:
        """It as lines of a shell, which mark where its output ends."""
        code = self.text if self.kind == "sh" else f"python - <<'END'\n{self.text}END\n"
        return f"{code}printf '\\0'\n"


SNIPPETS = [
    Snippet(match["comment"] or "", match["kind"], match["text"])
    for match in _SNIPPET.finditer(PAGE.read_text("utf-8"))
]
RUN = [snippet for snippet in SNIPPETS if not snippet.comment]


@pytest.fixture(scope="module")
def environment() -> dict[str, str]:
    """A user's, with no key and the commands of this environment."""
    kept = {name: value for name, value in os.environ.items() if not name.endswith(("_API_KEY", "_API_BASE"))}
    return kept | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "80"}


@pytest.fixture(scope="module")
def port(environment: dict[str, str]) -> Iterator[str]:
    """Where the second terminal's provider listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free = str(probe.getsockname()[1])
    (snippet,) = [snippet for snippet in SNIPPETS if snippet.comment == "second terminal"]
    command = f"exec {snippet.text.replace(PORT, free)}"
    with subprocess.Popen(["bash", "-c", command], stdout=subprocess.PIPE, text=True, env=environment) as provider:
        assert provider.stdout
        assert free in provider.stdout.readline()
        yield free
        provider.terminate()


def test_what_is_not_run_says_why() -> None:
    reasons = {snippet.comment for snippet in SNIPPETS} - {"", "second terminal"}
    assert reasons == {"not run: the tests have it installed", "not run: needs a key"}
    assert {snippet.kind for snippet in RUN} == {"sh", "python", "text"}


def test_every_snippet_runs_and_prints_what_stands_below_it(
    environment: dict[str, str], port: str, tmp_path: Path
) -> None:
    code = [snippet for snippet in RUN if snippet.kind != "text"]
    script = "".join(snippet.script for snippet in code).replace(PORT, port)
    done = subprocess.run(
        ["bash", "-e", "-c", script], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    outputs = done.stdout.split(_END)
    assert done.returncode == 0, f"{code[len(outputs) - 1].text}\n{done.stderr}"
    printed = dict(zip((snippet.text for snippet in code), outputs, strict=False))
    for snippet, below in pairwise(RUN):
        if below.kind == "text":
            assert printed[snippet.text] == below.text
    (compared,) = [output for text, output in printed.items() if "turtlesoup compare" in text]
    assert "differences of overall from first are paired" in compared
    assert (tmp_path / "runs" / "first" / "report.html").is_file()

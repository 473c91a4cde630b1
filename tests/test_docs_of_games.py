"""docs/games.md: its game is installed as it stands there, and every snippet is run."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from conftest import ROOT

from turtlesoup_bench import games

PAGE = ROOT / "docs" / "games.md"
SNIPPETS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def snippets(language: str) -> list[str]:
    return [text for name, text in SNIPPETS if name == language]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page's game, and with its registration."""
    folder = tmp_path_factory.mktemp("number-guess")
    code = [text for text in snippets("python") if not text.startswith(">>>")]
    (folder / "number_guess.py").write_text("\n\n".join(code), encoding="utf-8")
    (registration,) = snippets("toml")
    groups = tomllib.loads(registration)["project"]["entry-points"]
    information = folder / "number_guess-1.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: number-guess\nVersion: 1\n")
    lines = []
    for group, points in groups.items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in points.items())]
    (information / "entry_points.txt").write_text("\n".join(lines))
    return folder


def test_every_snippet_is_of_a_kind_that_is_run() -> None:
    assert {language for language, _ in SNIPPETS} == {"python", "toml", "sh"}


def test_the_examples_are_true(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(site))
    names = vars(importlib.import_module("number_guess"))
    examples = "\n".join(text for text in snippets("python") if text.startswith(">>>"))
    test = doctest.DocTestParser().get_doctest(examples, names, PAGE.name, str(PAGE), 0)
    runner = doctest.DocTestRunner()
    failures: list[str] = []
    runner.run(test, out=failures.append)
    assert not failures, "".join(failures)
    assert runner.summarize(verbose=False).attempted == len(test.examples) > 15


def test_the_commands_find_the_game(site: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(site)}
    (lines,) = snippets("sh")
    outputs = []
    for line in lines.splitlines():
        name, *arguments = shlex.split(line)
        assert name == "turtlesoup"
        command = [sys.executable, "-m", "turtlesoup_bench", *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        outputs.append(done.stdout)
    assert "number-guess" in outputs[0] and "Number guess: find" in outputs[0]
    assert outputs[1] == "number-guess: no problem in 1,000 random games\n"
    assert "halving" in outputs[2] and "3/3" in outputs[2]
    assert (tmp_path / "runs" / "halving" / "report.html").exists()


def test_the_table_names_what_there_is() -> None:
    table = re.findall(r"^\| `(\w+)(?:\.(\w+))?` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(table) >= 12
    for name, method in table:
        assert name in games.__all__
        assert not method or hasattr(getattr(games, name), method)

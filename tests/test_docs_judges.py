"""docs/judges.md: its judge is installed as it stands there, and its commands are run."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

from conftest import ROOT

PAGE = (ROOT / "docs" / "judges.md").read_text(encoding="utf-8")


def test_the_commands_find_the_judge(tmp_path: Path) -> None:
    code, registration, commands = re.findall(r"^```(?:python|toml|sh)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    (tmp_path / "word_judge.py").write_text(code, encoding="utf-8")
    information = tmp_path / "word_judge-1.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: word-judge\nVersion: 1\n")
    ((group, points),) = tomllib.loads(registration)["project"]["entry-points"].items()
    lines = [f"{name} = {value}" for name, value in points.items()]
    (information / "entry_points.txt").write_text("\n".join([f"[{group}]", *lines]))
    for line in commands.splitlines():
        command = [sys.executable, "-m", "turtlesoup_bench", *shlex.split(line)[1:]]
        environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=tmp_path, check=False)
        assert done.returncode == 0, done.stderr
    assert {path.name for path in (tmp_path / "runs" / "words").glob("scores.*")} == {
        "scores.words.jsonl",
        "scores.embedded.jsonl",
    }

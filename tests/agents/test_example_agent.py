"""The example in docs/example_agent, installed as a third party's package would be."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from turtlesoup_bench.games.turtle_soup.records import Episode
from turtlesoup_bench.run_folder import read_saved

EXAMPLE = Path(__file__).parents[2] / "docs" / "example_agent"


def test_it_is_short() -> None:
    files = [EXAMPLE / "pyproject.toml", EXAMPLE / "src" / "twenty_words.py"]
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= 60


def test_an_installed_agent_is_found_by_name(tmp_path: Path) -> None:
    target, source = tmp_path / "site", tmp_path / "source"
    shutil.copytree(EXAMPLE, source)  # since a build leaves its files beside the sources
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*install, "--target", str(target), str(source)], check=True, capture_output=True)
    environment = {**os.environ, "PYTHONPATH": str(target)}
    command = [sys.executable, "-m", "turtlesoup_bench", "run", "--agent", "twenty-words", "--limit", "1"]
    done = subprocess.run([*command, "--out", "run"], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("twenty-words")
    saved = read_saved(tmp_path / "run")
    episodes = [Episode.of(episode) for episode in saved.episodes.values()]
    assert [episode.status for episode in episodes] == ["completed"] * 2
    for episode in episodes:
        assert episode.turns
        assert all(turn.trace["word"] in turn.question for turn in episode.turns)

"""Runs compared in the terminal: no column ever holds means over different episodes."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from turtlesoup_bench.cli import main
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.settings import RunSettings


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Runs on eight words, on the first three of them, and with another seed; and one that has played nothing."""
    folder = tmp_path_factory.mktemp("runs")
    played = {"eight": ("word-guess-consistent", 8, 1), "three": ("word-guess-random", 3, 1)}
    played["other-seed"] = ("word-guess-consistent", 8, 2)
    for name, (agent, limit, seed) in played.items():
        selection = {"limit": limit}
        asyncio.run(run(RunSettings("word-guess", agent=agent, selection=selection, seeds=(seed,), out=folder / name)))
    (folder / "empty").mkdir()
    (folder / "empty" / "run.json").write_bytes((folder / "eight" / "run.json").read_bytes())
    half = folder / "half"
    half.mkdir()
    for file in ("run.json", "scores.rules.jsonl"):
        (half / file).write_bytes((folder / "eight" / file).read_bytes())
    lines = (folder / "eight" / "episodes.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (half / "episodes.jsonl").write_text("".join(lines[:4]), encoding="utf-8")
    return folder


def compared(folder: Path, capsys: pytest.CaptureFixture[str], *names: str) -> tuple[dict[str, list[str]], str]:
    """The rows of the printed table by run, and everything that was printed, in one line."""
    with pytest.raises(SystemExit) as end:
        main(["compare", *(str(folder / name) for name in names)])
    assert end.value.code == 0
    printed = capsys.readouterr().out
    rows = {line.split()[0]: line.split()[1:] for line in printed.splitlines() if line.strip()}
    return rows, " ".join(printed.split())


def mean(path: Path, ids: set[str]) -> str:
    values = [one.values["score"] or 0.0 for one in read_results(path).results if one.episode.id in ids]
    return f"{100 * sum(values) / len(values):.1f}"


def test_means_are_over_the_episodes_that_all_runs_share(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows, printed = compared(folder, capsys, "eight", "three")
    shared = {one.episode.id for one in read_results(folder / "three").results}
    assert rows["eight"][:2] == ["8/8", mean(folder / "eight", shared)]
    assert rows["three"][:2] == ["3/3", mean(folder / "three", shared)]
    assert "means over the 3 episodes that all these runs have scored" in printed
    assert "eight (8) scored more than 3" in printed


def test_runs_without_a_common_episode_have_no_means(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows, printed = compared(folder, capsys, "eight", "other-seed")
    assert rows["eight"][:2] == ["8/8", "–"] and rows["other-seed"][:2] == ["8/8", "–"]
    assert rows["other-seed"][-3:] == ["0", "–", "–"]
    assert "other-seed and eight share no scored episode (instance and seed)" in printed


@pytest.mark.parametrize("names", [("eight", "empty"), ("empty", "eight"), ("empty", "empty")])
def test_an_empty_run_is_compared_too(folder: Path, capsys: pytest.CaptureFixture[str], names: tuple[str, ...]) -> None:
    rows, printed = compared(folder, capsys, *names)
    assert rows["empty"][0] == "0/8"
    assert "empty is not finished: 0 of 8 episodes were played" in printed


def test_a_run_that_is_not_finished_says_so_wherever_it_is_shown(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows, printed = compared(folder, capsys, "eight", "half")
    assert rows["half"][0] == "4/8" and "half is not finished: 4 of 8 episodes were played" in printed
    with pytest.raises(SystemExit):
        main(["report", str(folder / "half")])
    printed = " ".join(capsys.readouterr().out.split())
    assert "overall 4/8" in printed and "Not finished: 4 of 8 episodes were played." in printed
    summary = json.loads((folder / "half" / "summary.json").read_text(encoding="utf-8"))
    assert (summary["played"], summary["planned"]) == (4, 8)


def test_runs_of_one_name_are_told_apart_by_their_paths(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    twin = folder / "elsewhere" / "eight"
    shutil.copytree(folder / "eight", twin)
    rows, _ = compared(folder, capsys, "eight", "elsewhere/eight")
    assert rows[f"{folder.name}/eight"][0] == rows["elsewhere/eight"][0] == "8/8"


def test_comparing_imports_nothing_slow(folder: Path) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "turtlesoup_bench", "compare"]
    done = subprocess.run([*command, folder / "eight", folder / "three"], capture_output=True, text=True, check=True)
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "turtlesoup_bench.statistics.comparison" in imported
    assert not imported & {"scipy", "litellm", "aiohttp", "jinja2"}  # seconds, beside a second for 1,000 episodes

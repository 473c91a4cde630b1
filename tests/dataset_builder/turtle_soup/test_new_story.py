"""A new story from the command line: where its skeleton goes, and what the check says of one half written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commands import turtlesoup

STORIES = "dataset_builder/turtle_soup/stories"


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder laid out as a checkout is, in which commands are run."""
    (tmp_path / STORIES).mkdir(parents=True)
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("within", ["", STORIES])
def test_a_skeleton_goes_into_the_checkout(checkout: Path, monkeypatch: pytest.MonkeyPatch, within: str) -> None:
    monkeypatch.chdir(checkout / within)
    done = turtlesoup("dataset", "new", "clever_logic/a-new-one")
    assert done.returncode == 0
    [path] = (checkout / STORIES).rglob("*.yaml")
    assert path == checkout / STORIES / "clever_logic" / "a-new-one.yaml"
    assert Path(re.findall(r"dataset check (.*)", done.stdout)[0]).resolve() == path


def test_outside_a_checkout_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = turtlesoup("dataset", "new", "clever_logic/a-new-one")
    assert done.returncode == 2
    assert "clone its repository, and run this command in there" in done.stderr
    assert not list(tmp_path.iterdir())


def test_the_check_says_each_thing_once_with_its_line(checkout: Path) -> None:
    turtlesoup("dataset", "new", "clever_logic/a-new-one")
    path = checkout / STORIES / "clever_logic" / "a-new-one.yaml"
    lines = path.read_text(encoding="utf-8").splitlines()
    row = next(number for number, line in enumerate(lines) if line.startswith("  surface:"))
    lines[row] = '  surface: "Too short 短"'
    path.write_text("\n".join(lines), encoding="utf-8")
    done = turtlesoup("dataset", "check", path.relative_to(checkout))
    assert done.returncode == 2
    said = re.findall(
        rf"^  {STORIES}/clever_logic/a-new-one.yaml:(\d+): (\S+): found (.*?); ", done.stderr, re.MULTILINE
    )
    assert done.stderr.startswith(f"{len(said)} problems:")
    empty = [place for _, place, what in said if what in ("nothing", "null")]
    assert len(empty) == len(set(empty)) == sum(line.split("#")[0].count('""') for line in lines) + 1
    content = [(int(line), place, what) for line, place, what in said if what not in ("nothing", "null")]
    assert content == [
        (row + 1, "en.surface", "3 words"),
        (row + 1, "en.surface", "Too short 短"),
        (row + 1, "en.surface", "the end ' short 短'"),
    ]
    for number, place, _ in said:
        assert place.rpartition(".")[2].partition("[")[0] in lines[int(number) - 1]

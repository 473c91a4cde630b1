"""The arrows: who may import whom."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

CORE = ROOT / "turtlesoup_bench"
OUTSIDE = ("turtlesoup_bench.agents", "turtlesoup_bench.metrics", "turtlesoup_bench.dataset_builder")
FORBIDDEN = [
    # (folder, what nothing in it may import)
    ("turtlesoup_bench/scoring", ("turtlesoup_bench.games", "turtlesoup_bench.runner", "turtlesoup_bench.leaderboard")),
    ("turtlesoup_bench/games", ("turtlesoup_bench.scoring", "turtlesoup_bench.runner", "turtlesoup_bench.leaderboard")),
    ("turtlesoup_bench/leaderboard", ("turtlesoup_bench.runner", "turtlesoup_bench.cli")),
    ("turtlesoup_bench/runner", ("turtlesoup_bench.leaderboard", "turtlesoup_bench.cli")),
    (
        "turtlesoup_bench/models",
        ("turtlesoup_bench.scoring", "turtlesoup_bench.runner", "turtlesoup_bench.leaderboard"),
    ),
    ("turtlesoup_bench/similarity", ("turtlesoup_bench.games", "turtlesoup_bench.scoring", "turtlesoup_bench.models")),
    ("agents", ("turtlesoup_bench.metrics", "turtlesoup_bench.dataset_builder", "turtlesoup_bench.runner")),
    ("metrics", ("turtlesoup_bench.agents", "turtlesoup_bench.dataset_builder", "turtlesoup_bench.runner")),
    ("dataset_builder", ("turtlesoup_bench.agents", "turtlesoup_bench.metrics.", "turtlesoup_bench.runner")),
]


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module


@pytest.mark.parametrize(("folder", "forbidden"), FORBIDDEN, ids=[folder for folder, _ in FORBIDDEN])
def test_a_part_knows_only_what_it_may(folder: str, forbidden: tuple[str, ...]) -> None:
    files = list((ROOT / folder).rglob("*.py"))
    assert files
    for path in files:
        assert not [name for name in imported(path) if name.startswith(forbidden)], path


def test_the_core_knows_none_of_what_is_built_on_it() -> None:
    # The command line is where everything is put together; it alone may reach across, inside its functions.
    for path in CORE.rglob("*.py"):
        if path.parent.name != "cli":
            assert not [name for name in imported(path) if name.startswith(OUTSIDE)], path


def test_the_contract_knows_no_game() -> None:
    games = [path.name for path in (CORE / "games").iterdir() if path.is_dir() and path.name != "__pycache__"]
    for path in (CORE / "games").glob("*.py"):
        names = [*imported(path)]
        assert not [
            name for name in names if name.startswith(tuple(f"turtlesoup_bench.games.{game}" for game in games))
        ]


def test_only_one_module_knows_litellm() -> None:
    users = {
        path.relative_to(ROOT).as_posix()
        for folder in ("turtlesoup_bench", "agents", "metrics", "dataset_builder")
        for path in (ROOT / folder).rglob("*.py")
        if any(name.split(".")[0] == "litellm" for name in imported(path))
    }
    assert users == {"turtlesoup_bench/models/calls.py"}

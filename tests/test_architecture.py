"""The arrows: who may import whom."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

CORE = ROOT / "turtlesoup_bench"
OUTSIDE = ("turtlesoup_bench.agents", "turtlesoup_bench.metrics", "turtlesoup_bench.dataset_builder")
GAME = "turtlesoup_bench/games/turtle_soup"


def parts(folder: str, *names: str) -> tuple[str, ...]:
    return tuple(f"{folder.replace('/', '.')}.{name}" for name in names)


PLAY = ("answers", "episode", "feedback", "forms", "guard", "players", "questioner", "responder", "rules")
AFTER_PLAY = parts(GAME, "scoring", "measures", "audits", "playing")
GAMES = tuple(sorted(path.parent.name for path in CORE.glob("games/*/__init__.py")))
ABOVE = parts("turtlesoup_bench", "runner", "reporting", "submissions", "leaderboard", "cli")
FORBIDDEN = [
    # (folder or module, what nothing in it may import)
    ("turtlesoup_bench/games", ABOVE),
    *(
        (f"turtlesoup_bench/games/{path.stem}", parts("turtlesoup_bench/games", *GAMES))
        for path in CORE.glob("games/*.py")
    ),
    *(
        (f"turtlesoup_bench/games/{one}", parts("turtlesoup_bench/games", *(other for other in GAMES if other != one)))
        for one in GAMES
    ),
    *((f"{GAME}/{name}", AFTER_PLAY) for name in ("puzzles", "questions", "wording", *PLAY)),
    (f"{GAME}/scoring", parts(GAME, *PLAY, "measures", "audits", "playing")),
    (f"{GAME}/similarity", ("turtlesoup_bench",)),
    ("turtlesoup_bench/adapters", (*parts("turtlesoup_bench/games", *GAMES), *ABOVE)),
    ("turtlesoup_bench/models", ("turtlesoup_bench.games", *ABOVE)),
    ("turtlesoup_bench/statistics", ("turtlesoup_bench.games", "turtlesoup_bench.models", *ABOVE)),
    ("turtlesoup_bench/pages", ("turtlesoup_bench.games", "turtlesoup_bench.models", *ABOVE)),
    *(
        (f"turtlesoup_bench/{name}", ("turtlesoup_bench.games", "turtlesoup_bench.models", *ABOVE))
        for name in ("errors", "prompts", "records", "registry", "run_folder", "validation")
    ),
    (
        "turtlesoup_bench/runner",
        parts("turtlesoup_bench", "reporting", "submissions", "leaderboard", "cli"),
    ),
    ("turtlesoup_bench/reporting", parts("turtlesoup_bench", "runner", "submissions", "leaderboard", "cli")),
    ("turtlesoup_bench/submissions", parts("turtlesoup_bench", "runner", "leaderboard", "cli")),
    ("turtlesoup_bench/leaderboard", parts("turtlesoup_bench", "runner", "cli")),
    ("agents", parts("turtlesoup_bench", "metrics", "dataset_builder", "runner")),
    ("metrics", parts("turtlesoup_bench", "agents", "dataset_builder", "runner")),
    ("dataset_builder", parts("turtlesoup_bench", "agents", "metrics.", "runner")),
]
NOT_YET = {
    # Module: what it still imports against an arrow.
    "turtlesoup_bench/models/simulated/server.py": "turtlesoup_bench.games",  # replies for one game
    "turtlesoup_bench/runner/analysis.py": "turtlesoup_bench.reporting",  # reads a run folder with its puzzles
}


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module


def crossing(path: Path, forbidden: tuple[str, ...]) -> list[str]:
    return [name for name in imported(path) if name.startswith(forbidden)]


@pytest.mark.parametrize(("part", "forbidden"), FORBIDDEN, ids=[part for part, _ in FORBIDDEN])
def test_a_part_knows_only_what_it_may(part: str, forbidden: tuple[str, ...]) -> None:
    module = (ROOT / part).with_suffix(".py")
    paths = [module] if module.is_file() else list((ROOT / part).rglob("*.py"))
    assert paths
    for path in paths:
        still = NOT_YET.get(path.relative_to(ROOT).as_posix())
        assert not [name for name in crossing(path, forbidden) if not still or not name.startswith(still)], path


@pytest.mark.parametrize(("module", "still"), NOT_YET.items(), ids=list(NOT_YET))
def test_no_exception_outlives_its_reason(module: str, still: str) -> None:
    assert crossing(ROOT / module, (still,))


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

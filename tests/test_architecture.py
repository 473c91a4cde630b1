"""The arrows: who may import whom."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

CORE = ROOT / "turtlesoup_bench"
OUTSIDE = ("turtlesoup_bench.agents", "turtlesoup_bench.metrics", "turtlesoup_bench.dataset_builder")
GAME = "turtlesoup_bench/games/turtle_soup"


def parts(folder: str, *names: str) -> tuple[str, ...]:
    return tuple(f"{folder.replace('/', '.')}.{name}" for name in names)


PLAY = ("answers", "feedback", "forms", "guard", "hosts", "players", "questioner", "responder", "rules")
AFTER_PLAY = parts(GAME, "scoring", "measures", "audits", "playing")
GAMES = tuple(sorted(path.parent.name for path in CORE.glob("games/*/__init__.py")))
ABOVE = parts(
    "turtlesoup_bench", "runner", "reporting", "submissions", "leaderboard", "playing", "relaying", "training", "cli"
)
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
        for name in ("errors", "prompts", "records", "registry", "text_tables", "validation", "web")
    ),
    ("turtlesoup_bench/run_folder", (*parts("turtlesoup_bench/games", *GAMES), "turtlesoup_bench.models", *ABOVE)),
    *(
        (f"turtlesoup_bench/{folder}", parts("turtlesoup_bench/games", *GAMES))
        for folder in ("runner", "reporting", "submissions", "leaderboard", "playing", "training")
    ),
    (
        "turtlesoup_bench/training",
        parts("turtlesoup_bench", "runner", "submissions", "leaderboard", "playing", "relaying", "cli"),
    ),
    (
        "turtlesoup_bench/runner",
        parts("turtlesoup_bench", "reporting", "submissions", "leaderboard", "playing", "cli"),
    ),
    ("turtlesoup_bench/reporting", parts("turtlesoup_bench", "runner", "submissions", "leaderboard", "playing", "cli")),
    ("turtlesoup_bench/submissions", parts("turtlesoup_bench", "runner", "leaderboard", "playing", "cli")),
    ("turtlesoup_bench/leaderboard", parts("turtlesoup_bench", "runner", "playing", "cli")),
    ("turtlesoup_bench/playing", parts("turtlesoup_bench", "submissions", "leaderboard", "cli")),
    (
        "turtlesoup_bench/relaying",
        ("turtlesoup_bench.games", "turtlesoup_bench.models", *(one for one in ABOVE if "relaying" not in one)),
    ),
    ("agents", parts("turtlesoup_bench", "metrics", "dataset_builder", "runner")),
    ("metrics", parts("turtlesoup_bench", "agents", "dataset_builder", "runner")),
    ("dataset_builder", parts("turtlesoup_bench", "agents", "metrics.", "runner")),
]
ONE_GAMES_COMMANDS = (
    "ablate",
    "dataset",
    "judge",
    "play",
    "report",
    "responder",
    "score",
    "simulate",
    "synthesize",
    "upgrade",
    "version",
)
"""Modules of the command line that are one game's own verbs."""


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
        assert not crossing(path, forbidden), path


def test_the_core_knows_none_of_what_is_built_on_it() -> None:
    # The command line is where everything is put together; it alone may reach across, inside its functions.
    for path in CORE.rglob("*.py"):
        if path.parent.name != "cli":
            assert not [name for name in imported(path) if name.startswith(OUTSIDE)], path


def named_games() -> list[str]:
    """Names of this package's games as modules, such as ``word_guess``."""
    folders = [path.parent for path in CORE.glob("games/**/__init__.py")]
    return sorted(folder.name for folder in folders if (folder / "game.py").exists())


def core_files() -> list[Path]:
    """What is of no game: the core's code, pages and schemas, and the command line but for the verbs of turtle soup."""
    own = {CORE / "cli" / f"{name}.py" for name in ONE_GAMES_COMMANDS} | {CORE / "cli" / "options.py"}
    folders = [CORE / "data", *(CORE / "games" / name for name in GAMES)]
    code = [path for ending in ("py", "js", "j2", "json") for path in CORE.rglob(f"*.{ending}")]
    core = [path for path in code if path not in own and not any(path.is_relative_to(folder) for folder in folders)]
    return [*core, *(ROOT / "schemas" / "core").glob("*.json")]


def test_no_game_is_named_in_the_core() -> None:
    assert {"turtle_soup", "twenty_questions", "word_guess"} <= set(named_games())
    names = re.compile("|".join(name.replace("_", "[-_ ]") for name in named_games()), re.IGNORECASE)
    for path in core_files():
        if path == CORE / "__init__.py":  # the public surface
            continue
        content = path.read_text(encoding="utf-8")
        if path.parent.name == "core":  # an example is of some game
            content = json.dumps({key: value for key, value in json.loads(content).items() if key != "examples"})
        assert not names.findall(content), path


def fields_of(path: Path) -> Iterator[str]:
    """Names of the fields of classes in a module, or of the properties in a schema."""
    if path.suffix == ".json":

        def properties(node: object) -> Iterator[str]:
            if isinstance(node, dict):
                yield from node.get("properties", {})
                for child in node.values():
                    yield from properties(child)

        yield from properties(json.loads(path.read_text(encoding="utf-8")))
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            yield from (
                item.target.id
                for item in node.body
                if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
            )


def test_no_record_of_the_core_has_a_field_of_a_game() -> None:
    words = {"puzzle", "surface", "bottom", "clue", "clues", "rubric", "genre", "responder", "questioner", "verdict"}
    words |= {"question", "prediction", "logic", "details", "conclusion", "feedback", "probe", "story", "soup", "turns"}
    for path in core_files():
        if path.suffix in (".py", ".json"):
            found = {name for name in fields_of(path) if words & set(name.split("_"))}
            assert not found, path


def test_only_one_module_knows_litellm() -> None:
    users = {
        path.relative_to(ROOT).as_posix()
        for folder in ("turtlesoup_bench", "agents", "metrics", "dataset_builder")
        for path in (ROOT / folder).rglob("*.py")
        if any(name.split(".")[0] == "litellm" for name in imported(path))
    }
    assert users == {"turtlesoup_bench/models/calls.py"}

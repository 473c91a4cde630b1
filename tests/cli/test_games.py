from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from turtlesoup_bench.errors import InvalidInput, UnknownName
from turtlesoup_bench.games.registry import find_game, game_names

ENTRY_POINTS = """[turtlesoup_bench.games]
broken = broken_game.missing:GAME
no-game = broken_game:GAME
short = broken_game:SHORT
"""
CODE = '''"""Games that keep no contract."""

from dataclasses import replace

from turtlesoup_bench.games.multi_turn.twenty_questions.game import GAME as BASE

GAME = "a text"
SHORT = replace(BASE, name="short", load=lambda selection: [])
'''


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with an installed package that registers what is no game, or none that keeps the contract."""
    information = tmp_path / "broken_game-1.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-game\nVersion: 1\n")
    (information / "entry_points.txt").write_text(ENTRY_POINTS)
    (tmp_path / "broken_game.py").write_text(CODE)
    return tmp_path


def turtlesoup(*arguments: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(path or "")}
    command = [sys.executable, "-m", "turtlesoup_bench", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def test_the_games_are_listed_in_80_columns() -> None:
    done = turtlesoup("games")
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80
    names = [line.split() for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert names == [[name, find_game(name).version] for name in game_names()]
    for words in (
        "Turtle soup: a",
        "roles: player, host; measures: overall,",
        "roles: answerer; measures: score, cons",
    ):
        assert words in done.stdout


def test_a_game_that_cannot_be_loaded_hides_no_other(site: Path) -> None:
    done = turtlesoup("games", path=site)
    assert done.returncode == 2
    assert "turtle-soup" in done.stdout and "short" in done.stdout
    assert done.stderr.startswith("2 problems:\n  game broken: broken_game.missing:GAME: found ModuleNotFound")
    assert "game no-game: broken_game:GAME: found str; expected an object of type Game" in done.stderr


def test_a_game_is_checked() -> None:
    done = turtlesoup("games", "check", "twenty-questions", "--playouts", "20", "--scorer", "rules")
    assert (done.returncode, done.stdout) == (0, "twenty-questions: no problem in 20 random games\n")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("short", "short: load: found no instances; expected at least one"),
        ("no-game", "found str; expected an object of type Game"),
        ("twenty-question", "game: found 'twenty-question'; expected a known name; did you mean 'twenty-questions'?"),
    ],
)
def test_what_is_wrong_with_a_game_is_listed(site: Path, name: str, message: str) -> None:
    done = turtlesoup("games", "check", name, path=site)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_game_is_found_by_its_name(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_game("twenty-questions").name == "twenty-questions"
    monkeypatch.syspath_prepend(str(site))
    assert {"broken", "no-game", "turtle-soup", "twenty-questions"} <= set(game_names())
    with pytest.raises(UnknownName, match="did you mean 'turtle-soup'"):
        find_game("turtlesoup")
    for name in ("broken", "no-game"):
        with pytest.raises(InvalidInput, match=f"game {name}: broken_game"):
            find_game(name)

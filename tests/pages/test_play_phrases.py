"""The phrases and names of the page on which people play."""

from __future__ import annotations

import json
import re

import pytest

from turtlesoup_bench.games.registry import find_game
from turtlesoup_bench.pages import FOLDER, phrases_of
from turtlesoup_bench.playing.pages import SHELL, scripts_of

GAMES = ("circuit-decoding", "movie-recommendation", "turtle-soup", "twenty-questions", "word-chaining", "word-guess")
CODE = "".join(file.read_text("utf-8") for file in (*SHELL.glob("*.js"), FOLDER / "dom.js", FOLDER / "server.js"))


def used_in(code: str) -> set[str]:
    return set(re.findall(r"\bt\(\"([a-z_-]+[a-z])\"[,)]", code))


@pytest.mark.parametrize("name", GAMES)
def test_every_phrase_of_a_game_is_in_both_languages(name: str) -> None:
    folder = find_game(name).report.folder
    assert folder
    phrases = phrases_of([FOLDER, SHELL, folder])
    assert all(set(phrase) == {"en", "zh"} and all(phrase.values()) for phrase in phrases.values())
    used = used_in((folder / "controls.js").read_text("utf-8"))
    assert used
    assert used | {"game-title", "game-about", "how-to"} <= set(phrases)


@pytest.mark.parametrize("name", GAMES)
def test_no_two_scripts_of_a_page_define_the_same_name(name: str) -> None:
    scripts = [FOLDER / "dom.js", *scripts_of(find_game(name))]
    code = "\n".join(script.read_text("utf-8") for script in scripts)
    names = re.findall(r"^(?:async )?(?:function|const|let) (\w+)", code, re.MULTILINE)
    assert sorted(names) == sorted(set(names))


def test_every_phrase_of_the_page_is_there_and_used() -> None:
    phrases = phrases_of([FOLDER, SHELL])
    assert used_in(CODE) - set(phrases) == {"about-score", "how-to"}  # shown where a game has them
    own = json.loads((SHELL / "strings.json").read_text("utf-8"))
    named = ("not-kept-", "outcome-", "give-up", "leave", "hint", "suggest")
    assert [key for key in own if f'"{key}"' not in CODE and not key.startswith(named)] == []

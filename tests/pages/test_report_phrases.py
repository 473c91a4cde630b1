"""The phrases of the report's interface: each in both languages, and none that no script uses."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from turtlesoup_bench.games.turtle_soup.pages import FOLDER as SOUP
from turtlesoup_bench.pages import FOLDER, phrases_of

SHELL = tuple(sorted(file.name for file in FOLDER.glob("*.js") if file.name != "transcript.js"))
SCRIPTS = [
    *((FOLDER, name) for name in (*SHELL, "transcript.js")),
    *((SOUP, name) for name in ("transcript.js", "panels.js", "controls.js")),
]


@pytest.mark.parametrize(("folder", "script"), SCRIPTS, ids=lambda value: getattr(value, "name", value))
def test_every_phrase_of_the_interface_is_in_both_languages(folder: Path, script: str) -> None:
    phrases = phrases_of([FOLDER, folder])
    assert all(set(phrase) == {"en", "zh"} and all(phrase.values()) for phrase in phrases.values())
    used = set(re.findall(r"\bt\(\"([a-z_-]+[a-z])\"", (folder / script).read_text(encoding="utf-8")))
    assert not used - set(phrases)


def test_no_phrase_is_left_over() -> None:
    for folder, scripts in ((FOLDER, SHELL), (SOUP, ("transcript.js", "panels.js", "controls.js"))):
        files = [path / name for path, name in SCRIPTS] + [SOUP.parent / "playing" / "form.py"]
        code = "".join(file.read_text(encoding="utf-8") for file in files)
        own = json.loads((folder / "strings.json").read_text(encoding="utf-8"))
        named = (
            "outcome-",
            "measure-",
            "seat-",
            "option-",
            "tag-",
            "genre-",
            "language-",
            "failure-",
            "fault-",
            "answer-",
            "about-",
            "state-",
            "word-",
            "submit-",
            "seen-",
            "kind-",
            "weights-",
            "game-",
            "how-to",
            "warning-",
        )
        assert [key for key in own if f'"{key}"' not in code and not key.startswith(named)] == [], scripts

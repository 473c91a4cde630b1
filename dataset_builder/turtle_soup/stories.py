"""Story files: where they are, and what a story says in each language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.turtle_soup.puzzles import GENRES

STORIES = Path(__file__).parent / "stories"
Story = dict[str, Any]


def story_files(root: Path = STORIES) -> list[Path]:
    """All story files below a folder, genre by genre in the data set's order, then by name.

    Raises:
        InvalidInput: If the folder holds none.
    """
    files = sorted(root.rglob("*.yaml"), key=lambda path: (_rank(path.parent.name), path.name))
    if not files:
        raise InvalidInput([Problem(str(root), "", "no story files", "<genre>/<slug>.yaml")])
    return files


def texts(story: Story, language: str) -> Iterable[tuple[str, str]]:
    """Every text of a story in one language, with its place in the file."""
    for field in ("title", "surface", "bottom"):
        yield f"{language}.{field}", story[language][field]
    lists = {"key_clues": story["key_clues"], "rubric.logic": story["rubric"]["logic"]}
    lists |= {"rubric.details": story["rubric"]["details"], "probes": story["probes"], "cast": story["cast"]}
    for place, items in lists.items():
        for number, item in enumerate(items):
            yield f"{place}[{number}].{language}", item[language]


def length(text: str, language: str) -> int:
    """Length as the story guide counts it: words in English, characters with their punctuation in Chinese."""
    return len(text.split()) if language == "en" else len(text)


def units(text: str, language: str) -> list[str]:
    """Words in lower case; in Chinese, where words are not set apart, every letter and character."""
    return re.findall(r"\w+(?:['’]\w+)?" if language == "en" else r"\w", text.lower())


def _rank(genre: str) -> int:
    return GENRES.index(genre) if genre in GENRES else len(GENRES)

"""Story files: reading them, and what a story says in each language."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError

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


def read_story(path: Path) -> tuple[Story | None, list[Problem]]:
    """The story in a file, unchecked, or None with the problem that kept it from being read.

    YAML 1.2 is read, in which `no` is a word and not a truth value.
    """
    try:
        story = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    except MarkedYAMLError as error:
        mark = error.problem_mark
        where = f"{path}:{mark.line + 1}" if mark else str(path)
        return None, [Problem(where, "", error.problem or "broken YAML", "YAML 1.2 with quoted texts")]
    except (OSError, UnicodeDecodeError) as error:
        return None, [Problem(str(path), "", str(error), "a readable UTF-8 file")]
    if not isinstance(story, dict):
        return None, [Problem(str(path), "", f"{type(story).__name__}", "one story, a mapping")]
    return story, []


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


def _rank(genre: str) -> int:
    return GENRES.index(genre) if genre in GENRES else len(GENRES)

"""Story files: reading them, and what a story says in each language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
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


def with_lines(problems: Iterable[Problem], path: Path) -> list[Problem]:
    """Problems of a story file with the line that each stands on, in the order of the lines."""
    tree = YAML().load(path.read_text(encoding="utf-8"))
    lines = [(_line(tree, problem.place), problem) for problem in problems]
    return [
        replace(problem, where=f"{shown(path)}:{line}") if line else problem
        for line, problem in sorted(lines, key=lambda pair: pair[0])
    ]


def shown(path: Path) -> Path:
    """A path as a user reads it best: from the current folder, if it is in there."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def _line(tree: Any, place: str) -> int:
    """The line, from 1, of a place such as ``probes[2].answer``, or of what is nearest above it; 0 for the file."""
    line = 0
    for name, number in re.findall(r"(\w+)|\[(\d+)\]", place):
        step = int(number) if number else name
        try:
            line = (tree.lc.item(step) if number else tree.lc.key(step))[0] + 1
            tree = tree[step]
        except (AttributeError, IndexError, KeyError, TypeError):
            break
    return line


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

"""Story files: reading them, and what a story says in each language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.nodes import MappingNode, Node, SequenceNode

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


def located(problems: Sequence[Problem], path: Path) -> list[Problem]:
    """Problems of a story with the lines of its file at which they stand, in the order of the lines.

    Args:
        problems: Each with its place in the story, such as ``probes[2].en``.
        path: The story's file, which can be read.
    """
    if not problems:
        return []
    lines = dict(_lines(YAML(typ="safe", pure=True).compose(path.read_text(encoding="utf-8")), ""))

    def line(place: str) -> int:
        while place not in lines:
            place = place[: max(place.rfind("."), place.rfind("["), 0)]
        return lines[place]

    with_lines = sorted(((line(problem.place), problem) for problem in problems), key=lambda pair: pair[0])
    inside = path.is_relative_to(Path.cwd())
    shown = path.relative_to(Path.cwd()) if inside else path
    return [replace(problem, where=f"{shown}:{line}") for line, problem in with_lines]


def _lines(node: Node, place: str) -> Iterator[tuple[str, int]]:
    """The places within a node and their lines, from 1; a value stands where its key does."""
    yield place, node.start_mark.line + 1
    if isinstance(node, MappingNode):
        for key, value in node.value:
            inner = f"{place}.{key.value}" if place else key.value
            yield from _lines(value, inner)
            yield inner, key.start_mark.line + 1
    elif isinstance(node, SequenceNode):
        for number, value in enumerate(node.value):
            yield from _lines(value, f"{place}[{number}]")


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

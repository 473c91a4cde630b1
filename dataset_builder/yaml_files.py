"""YAML files that people write: reading them, and the line that a problem stands on."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError

from turtlesoup_bench.errors import Problem


def read_mapping(path: Path) -> tuple[dict[str, Any] | None, list[Problem]]:
    """The mapping in a file, unchecked, or None with the problem that kept it from being read.

    YAML 1.2 is read, in which `no` is a word and not a truth value.
    """
    try:
        record = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    except MarkedYAMLError as error:
        mark = error.problem_mark
        where = f"{path}:{mark.line + 1}" if mark else str(path)
        return None, [Problem(where, "", error.problem or "broken YAML", "YAML 1.2 with quoted texts")]
    except (OSError, UnicodeDecodeError) as error:
        found = error.strerror if isinstance(error, OSError) else str(error)
        return None, [Problem(str(path), "", str(found), "a readable UTF-8 file")]
    if not isinstance(record, dict):
        found = "nothing" if record is None else type(record).__name__
        return None, [Problem(str(path), "", found, "one mapping")]
    return record, []


def with_lines(problems: Iterable[Problem], path: Path) -> list[Problem]:
    """Problems of a file with the line that each stands on, in the order of the lines."""
    problems = list(problems)
    if not problems:  # to read a file with its lines takes ten times as long
        return []
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

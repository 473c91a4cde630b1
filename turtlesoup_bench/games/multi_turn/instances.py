"""The built instances of these games, from files of JSON lines."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Instance
from turtlesoup_bench.games.selection import selection_problems
from turtlesoup_bench.records import Json

Read = Callable[[Path], Sequence[Instance]]
"""Makes the instances of a split from the files of its folder."""

DATA = Path(__file__).parents[2] / "data"
SELECTION = ("languages", "limit", "data")
"""By what the instances of these games are selected."""


def read_lines(file: Path) -> list[Json]:
    """The records of a file of JSON lines.

    Raises:
        InvalidInput: If there is no such file, or it is broken.
    """
    try:
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    except (OSError, ValueError) as error:
        expected = "JSON lines, as turtlesoup dataset new-split writes them"
        raise InvalidInput([Problem(str(file), "", str(error), expected)]) from None


def selected(
    read: Read, packaged: Path, selection: Mapping[str, Any], languages: Sequence[str] = ("en",)
) -> list[Instance]:
    """The instances that a selection asks for.

    Args:
        read: Of the game.
        packaged: Folder of the split that comes with the package.
        selection: ``limit`` keeps the first so many of each language; ``languages`` keeps some; ``data`` is the folder
            of another split.
        languages: Those of the game.

    Raises:
        InvalidInput: If a key is unknown, a value does not fit, or the folder holds no split.
    """
    limit, chosen = selection.get("limit"), selection.get("languages") or languages
    problems = list(selection_problems(selection, SELECTION, {}))
    if not set(chosen) & set(languages):
        problems.append(Problem("selection", "languages", ", ".join(chosen), " or ".join(languages)))
    if problems:
        raise InvalidInput(problems)
    counts: Counter[str] = Counter()
    kept = []
    for instance in read(Path(selection["data"])) if "data" in selection else _packaged(read, packaged):
        counts[instance.language] += 1
        if instance.language in chosen and (limit is None or counts[instance.language] <= limit):
            kept.append(instance)
    return kept


@cache
def _packaged(read: Read, folder: Path) -> Sequence[Instance]:
    """What comes with the package, which no process sees change; a run asks for it several times."""
    return read(folder)

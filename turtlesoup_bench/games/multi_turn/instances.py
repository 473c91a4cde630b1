"""The built instances of these games, as files of JSON lines."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.selection import selection_problems
from turtlesoup_bench.records import Json

DATA = Path(__file__).parents[2] / "data"
SELECTION = ("languages", "limit", "data")
"""By what the instances of these games are selected."""


def read_lines(selection: Mapping[str, Any], packaged: Path) -> list[Json]:
    """The records of a file of JSON lines.

    Args:
        selection: ``data`` is the folder of another split, whose file of this name is taken.
        packaged: The file that comes with the package.

    Raises:
        InvalidInput: If the split has no such file, or it is broken.
    """
    file = Path(selection["data"]) / packaged.name if "data" in selection else packaged
    try:
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    except (OSError, ValueError) as error:
        expected = "JSON lines, as turtlesoup dataset new-split writes them"
        raise InvalidInput([Problem(str(file), "", str(error), expected)]) from None


def selected(records: Iterable[Json], selection: Mapping[str, Any], languages: Sequence[str] = ("en",)) -> list[Json]:
    """The records that a selection asks for.

    Args:
        records: With their ``language``, where a game has several.
        selection: ``limit`` keeps the first so many of each language; ``languages`` keeps some; ``data`` is for
            `read_lines`.
        languages: Those of the game.

    Raises:
        InvalidInput: If a key is unknown, or a value does not fit.
    """
    limit, chosen = selection.get("limit"), selection.get("languages") or languages
    problems = list(selection_problems(selection, SELECTION, {}))
    if not set(chosen) & set(languages):
        problems.append(Problem("selection", "languages", ", ".join(chosen), " or ".join(languages)))
    if problems:
        raise InvalidInput(problems)
    counts: Counter[str] = Counter()
    kept = []
    for record in records:
        language = record.get("language", languages[0])
        counts[language] += 1
        if language in chosen and (limit is None or counts[language] <= limit):
            kept.append(record)
    return kept

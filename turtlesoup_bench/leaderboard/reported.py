"""Published figures, shown beside the leaderboard and never ranked with it: other puzzles, another judge."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from pathlib import Path

from turtlesoup_bench.errors import InvalidInput, Problem

SOURCE = "arXiv 2508.10358"
FIELDS = ("table", "model", "language", "genre", "metric", "percent")


@dataclass(frozen=True, slots=True)
class ReportedTable:
    """A table of published figures, in percent.

    Attributes:
        title: Which table of the source.
        columns: Genres, or measures.
        rows: Name, language, and a figure a column, None where the source has none.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, str, tuple[float | None, ...]], ...]


def read_reported(path: Path) -> list[ReportedTable]:
    """Reads published figures.

    Args:
        path: CSV with the columns of `FIELDS`, one figure a line. ``table`` names the source's table and, after a
            colon, the setting that a row stands for.

    Raises:
        InvalidInput: With every wrong line.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            lines = list(reader)
            header = tuple(reader.fieldnames or ())
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InvalidInput([Problem(str(path), "", str(error), "a CSV file with published figures")]) from None
    if header != FIELDS:
        raise InvalidInput([Problem(f"{path}:1", "", ",".join(header), ",".join(FIELDS))])
    problems = []
    for number, line in enumerate(lines, start=2):
        text = line["percent"] or ""
        if not re.fullmatch(r"\d{1,3}(\.\d+)?", text) or float(text) > 100:
            problems.append(Problem(f"{path}:{number}", "percent", repr(text), "a number from 0 to 100"))
    if problems:
        raise InvalidInput(problems)
    tables: dict[str, list[dict[str, str]]] = {}
    for line in lines:
        tables.setdefault(line["table"].split(":")[0], []).append(line)
    return [_table(name, members) for name, members in tables.items()]


def _table(name: str, lines: list[dict[str, str]]) -> ReportedTable:
    varying = [field for field in ("genre", "metric") if len({line[field] for line in lines}) > 1] or ["metric"]
    figures: dict[tuple[str, str], dict[str, float]] = {}
    columns: dict[str, None] = {}
    for line in lines:
        column = " ".join(line[field] for field in varying).replace("_", " ")
        setting = line["table"].partition(":")[2].replace("_", " ")
        row = f"{line['model']}, {setting}" if setting else line["model"]
        columns[column] = None
        figures.setdefault((row, line["language"]), {})[column] = float(line["percent"])
    rows = tuple(
        (row, language, tuple(found.get(column) for column in columns)) for (row, language), found in figures.items()
    )
    return ReportedTable(re.sub(r"(?<=\D)(?=\d)", " ", name), tuple(columns), rows)

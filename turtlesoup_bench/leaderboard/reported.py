"""Published figures, shown beside the leaderboard and never ranked with it: other instances, another judge."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ruamel.yaml import YAML

_FILE = Path(__file__).with_name("reported.yaml")


@dataclass(frozen=True, slots=True)
class ReportedTable:
    """A table of published figures, in percent.

    Attributes:
        title: What it shows, and which table of the source it is.
        columns: Genres, or parts of the score.
        rows: Name, language, and a figure a column.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, str, tuple[float, ...]], ...]


def reported_tables() -> tuple[str, list[ReportedTable]]:
    """The source of the figures that come with the package, and its tables."""
    content = YAML(typ="safe").load(_FILE.read_text(encoding="utf-8"))
    tables = [
        ReportedTable(
            table["title"],
            tuple(column.replace("_", " ") for column in table["columns"]),
            tuple((row["name"], row["language"], tuple(row["figures"])) for row in table["rows"]),
        )
        for table in content["tables"]
    ]
    return content["source"], tables

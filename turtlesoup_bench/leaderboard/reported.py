"""Published figures, shown beside the leaderboard and never ranked with it: other instances, prompts and judges."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ruamel.yaml import YAML

_FILE = Path(__file__).with_name("reported.yaml")


@dataclass(frozen=True, slots=True)
class ReportedTable:
    """A table of published figures.

    Attributes:
        source: Where they were published.
        title: What it shows, in which unit.
        columns: Genres, games, or parts of the score.
        rows: Name, language, and a figure a column; None where the source has none.
    """

    source: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, str, tuple[float | None, ...]], ...]


def reported_tables() -> list[ReportedTable]:
    """The published figures that come with the package."""
    content = YAML(typ="safe").load(_FILE.read_text(encoding="utf-8"))
    return [
        ReportedTable(
            source["source"],
            table["title"],
            tuple(column.replace("_", " ") for column in table["columns"]),
            tuple((row["name"], row["language"], tuple(row["figures"])) for row in table["rows"]),
        )
        for source in content["sources"]
        for table in source["tables"]
    ]

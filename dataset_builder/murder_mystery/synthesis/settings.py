"""What a user asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.records import Json
from turtlesoup_bench.validation import check_record

from ...yaml_files import read_mapping


@dataclass(frozen=True, slots=True)
class Settings:
    """What the case should be like.

    Attributes:
        place: Where it plays.
        date: When, YYYY-MM-DD in the case's world.
        roles: Number of roles, 4 to 8; the victim comes on top.
        notes: Further wishes, a sentence each.
    """

    place: str
    date: str
    roles: int
    notes: Sequence[str] = ()

    @property
    def shown(self) -> Json:
        """As the agents see them."""
        return {"place": self.place, "date": self.date, "roles": self.roles, "notes": list(self.notes)}


def read_settings(path: Path) -> Settings:
    """The settings in a YAML or JSON file.

    Raises:
        InvalidInput: If it cannot be read, or a field is missing or wrong.
    """
    record, problems = read_mapping(path)
    if record is not None:
        if "date" in record:  # which YAML reads as a date where it is not quoted
            record["date"] = str(record["date"])
        problems = check_record(record, "murder_mystery/settings", str(path))
    if record is None or problems:
        raise InvalidInput(problems)
    return Settings(record["place"], record["date"], record["roles"], tuple(record.get("notes", ())))

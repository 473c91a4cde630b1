"""What a game brings to the published data set: its rows, the files they stand in, and the words of the card."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from turtlesoup_bench.games import Instance
from turtlesoup_bench.games.registry import find_game, game_description, game_names
from turtlesoup_bench.records import Json
from turtlesoup_bench.registry import Registry
from turtlesoup_bench.reporting.exports.eval_results import ALL, hub_task

TEST = "test"
_OWN = "turtlesoup_bench."
_TEXTS = {
    "id": "Id of the instance",
    "language": "en or zh",
    "cluster": "What is resampled together for intervals",
    "seats": "JSON: seat to role",
    "tags": "JSON: what results are grouped by",
    "data": "JSON: all that the game knows of the instance",
}

Parts = Mapping[str, Mapping[str, Sequence[str]]]
"""Part of a game's data → split (`TEST` is one) → the files, without their suffix. The part `ALL` comes first."""


def _as_texts(instance: Instance) -> Json:
    return {
        "id": instance.id,
        "language": instance.language,
        "cluster": instance.cluster,
        "seats": json.dumps(instance.seats),
        "tags": json.dumps(instance.tags, ensure_ascii=False),
        "data": json.dumps(instance.data, ensure_ascii=False),
    }


@dataclass(frozen=True)
class Table:
    """A game's part of the published data set, registered under ``turtlesoup_bench.tables`` by the game's name.

    Attributes:
        game: Its name.
        fields: Column of a row → what stands in it, in order; ``id`` is one of them.
        row: An instance as a row, with values for all columns. Pictures are ``{"bytes": .., "path": ..}``.
        pictures: Columns that hold lists of pictures.
        about: Markdown for the card: what an instance is and how it came about; headings from the third level on.
        files: File, without its suffix → the selection (see `turtlesoup_bench.games.Game.load`) that stands in it;
            empty for a file a language.
        parts: What can be loaded by a name of its own; empty for everything, and each language where there are two.
        is_default: Whether its configurations bear the names of the parts alone, and the first is the data set's
            default.
        beside: File in the repository → a file that belongs to the data, such as notices of licences.
    """

    game: str
    fields: Mapping[str, str] = field(default_factory=lambda: _TEXTS)
    row: Callable[[Instance], Json] = _as_texts
    pictures: Sequence[str] = ()
    about: Callable[[], str] = str
    files: Mapping[str, Json] = field(default_factory=dict)
    parts: Parts = field(default_factory=dict)
    is_default: bool = False
    beside: Mapping[str, Path] = field(default_factory=dict)

    def selections(self) -> Mapping[str, Json]:
        """`files`, or what is the rule without them."""
        return self.files or {f"{self.game}/{one}": {"languages": [one]} for one in _languages(self.game)}

    def configs(self) -> Parts:
        """Configuration → split → its files, without their suffix."""
        return {self._config(part): splits for part, splits in self._parts().items()}

    def tasks(self) -> list[Json]:
        """A leaderboard a configuration; see `turtlesoup_bench.reporting.exports.eval_results.hub_task`."""
        return [
            {"id": hub_task(self.game, part), "config": self._config(part), "split": TEST} for part in self._parts()
        ]

    def _parts(self) -> Parts:
        if self.parts:
            return self.parts
        names = list(self.selections())
        each = dict(zip(_languages(self.game), names, strict=True)) if len(names) > 1 else {}
        return {ALL: {TEST: names}, **{part: {TEST: [name]} for part, name in each.items()}}

    def _config(self, part: str) -> str:
        return part if self.is_default else hub_task(self.game, part)


@cache
def _languages(game: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(instance.language for instance in find_game(game).load({})))


_TABLES = Registry("table", Table, "turtlesoup_bench.tables")


def tables() -> list[Table]:
    """The tables of this package's games, the default first; a game that brings none has its rows as JSON."""
    own = [name for name in game_names() if (find_game(name).files or "").startswith(_OWN)]
    registered = _TABLES.names()
    found = [_TABLES.find(name) if name in registered else Table(name, about=_described(name)) for name in own]
    return sorted(found, key=lambda table: not table.is_default)


def _described(game: str) -> Callable[[], str]:
    return lambda: game_description(game)

"""Ruler files: what all systems of a leaderboard are measured with, fixed in a file.

The official ones come with the package, one a game and version of its rules: ``rulers/<game>/protocol-<version>.yaml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.scores import scorer_ruler
from turtlesoup_bench.records import Json
from turtlesoup_bench.validation import read_yaml

OFFICIAL = "official"


@dataclass(frozen=True, slots=True)
class RulerFile:
    """A ruler as a file holds it; see ``ruler.schema.json``.

    Attributes:
        path: The file.
        record: What it holds.
    """

    path: Path
    record: Json

    @property
    def is_in_use(self) -> bool:
        """Whether systems were scored by it, so that it never changes."""
        return bool(self.record["status"] == "in use")

    def measured(self, ruler: Mapping[str, object]) -> bool:
        """Whether scores with a ruler were measured by this one; the data may be any.

        Args:
            ruler: See `turtlesoup_bench.run_folder.ruler_of`.
        """
        seats = {seat: {**one, "is_self_hosted": False} for seat, one in self.record["seats"].items()}
        mine = {name: self.record[name] for name in ("game", "version", "options")}
        scorer = self.record["scorer"]
        mine |= {"seats": seats, "scorer": scorer_ruler(scorer["ruler"], scorer["sampling"])}
        return all(ruler[name] == value for name, value in mine.items())


def read_ruler(path: Path) -> RulerFile:
    """Reads a ruler file.

    Raises:
        InvalidInput: With every problem of the file.
    """
    return RulerFile(path, read_yaml(path, "core/ruler"))


@cache
def official_ruler(game: str, version: str) -> RulerFile | None:
    """The official ruler of a game and version of its rules; None where there is none.

    Raises:
        InvalidInput: If its file is broken.
    """
    # A version can be what a submission says: it is compared with the names that are there, and no path is made of it.
    for folder in files("turtlesoup_bench.rulers").iterdir():
        if folder.is_dir() and folder.name == game.replace("-", "_"):
            for file in folder.iterdir():
                if file.name == f"protocol-{version}.yaml":
                    with as_file(file) as path:
                        return read_ruler(path)
    return None


def find_ruler(name: str, game: str, version: str) -> RulerFile:
    """The ruler that a user names.

    Args:
        name: ``official``, or the path of a ruler file.
        game: What it has to measure.
        version: Of the game's rules.

    Raises:
        InvalidInput: If there is none, its file is broken, or it is of another game or version.
    """
    if name != OFFICIAL and not Path(name).exists():
        raise InvalidInput([Problem("--ruler", "", repr(name), f"{OFFICIAL}, or the path of a ruler file")])
    ruler = official_ruler(game, version) if name == OFFICIAL else read_ruler(Path(name))
    if ruler is None:
        expected = f"the path of a ruler file; no official one was fixed for {game} {version}"
        raise InvalidInput([Problem("--ruler", "", OFFICIAL, expected)])
    stated = f"{ruler.record['game']} {ruler.record['version']}"
    if stated != f"{game} {version}":
        raise InvalidInput([Problem(str(ruler.path), "game, version", stated, f"{game} {version}, what is played")])
    return ruler

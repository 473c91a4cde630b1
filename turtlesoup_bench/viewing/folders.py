"""The run folders below a folder, and how far each has come; what a running run has written is read as it grows."""

from __future__ import annotations

import json
import re
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import InvalidInput, UnknownName
from turtlesoup_bench.games import Game
from turtlesoup_bench.games.registry import find_game
from turtlesoup_bench.records import Json
from turtlesoup_bench.reporting.results import labels
from turtlesoup_bench.run_folder import RunFolder

ACTIVE_SECONDS = 60.0
"""A run that is not finished and has written nothing for so long is taken to be stopped."""
_EPISODE = re.compile(rb'^\{"episode_id":("(?:[^"\\]|\\.)*").*\n', re.MULTILINE)


@dataclass(slots=True)
class _Played:
    """Ids of the episodes in a file, and how much of it was read."""

    offset: int = 0
    ids: set[str] = field(default_factory=set)


class RunFolders:
    """All run folders below a folder.

    Args:
        root: The folder, which may itself be a run folder.
    """

    def __init__(self, root: Path):
        self.root = root
        self._played: dict[Path, _Played] = {}

    def names(self) -> list[str]:
        """Their names: paths from the root, with ``/``."""
        return sorted(file.parent.relative_to(self.root).as_posix() for file in self.root.rglob("run.json"))

    def find(self, name: str) -> Path:
        """The folder of a name.

        Raises:
            UnknownName: If there is none; a path that leads elsewhere is none.
        """
        names = self.names()
        if name not in names:
            raise UnknownName("run", name, names)
        return self.root / name

    def statuses(self) -> list[Json]:
        """What the page shows of each run, the one that was written last first."""
        found = [self._status(name) for name in self.names()]
        return sorted(found, key=lambda status: -status["written"])

    def _status(self, name: str) -> Json:
        folder = RunFolder(self.root / name)
        files = (folder.run_file, folder.episodes_file, folder.journal_file, *folder.path.glob("calls.sqlite-wal"))
        written = max(file.stat().st_mtime for file in files if file.exists())
        status: Json = {"name": name, "written": written, "seconds": max(0.0, time.time() - written), "problem": None}
        try:
            run = folder.read_run()
            game = find_game(run["game"])
        except InvalidInput as error:
            return {**status, "problem": str(error)}
        played = self._count(folder.episodes_file)
        planned = max(run["data"]["instances"] * len(run["seeds"]), played)
        is_active = played < planned and status["seconds"] < ACTIVE_SECONDS
        return {
            **status,
            "game": game.name,
            "tested": labels(run["seats"][seat] for seat in run["tested"]),
            "scorer": run["scorer"],
            "seeds": run["seeds"],
            "played": played,
            "planned": planned,
            "state": "finished" if played == planned else "running" if is_active else "stopped",
            "headline": _headline(game, folder),
        }

    def _count(self, file: Path) -> int:
        """How many episodes a file holds; only what was added since the last look is read."""
        if not file.exists():
            return 0
        played = self._played.setdefault(file, _Played())
        if file.stat().st_size < played.offset:
            played = self._played[file] = _Played()
        with file.open("rb") as content:
            content.seek(played.offset)
            added = content.read()
        whole = added[: added.rfind(b"\n") + 1]
        played.offset += len(whole)
        played.ids |= {json.loads(match[1]) for match in _EPISODE.finditer(whole)}
        return len(played.ids)


def _headline(game: Game, folder: RunFolder) -> Json | None:
    """The headline of the run's summary, as it is shown; None where there is none yet."""
    try:
        summary: Any = json.loads(folder.summary_file.read_text(encoding="utf-8"))
        means = next(row["means"] for row in summary["rows"] if row["group"] == "overall")
        mean = means[game.measures[0].name]["mean"]
    except (OSError, ValueError, KeyError, IndexError, TypeError, StopIteration):
        return None
    return {"label": game.measures[0].label, "value": game.measures[0].scale * mean}

"""Recorded games: run folders that ship with the package, played again from their journals without a network."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.models.budget import Budget
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.replay import NotJournaled, Replay
from turtlesoup_bench.records import Usage
from turtlesoup_bench.run_folder import RunFolder, read_saved
from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.settings import Plan, RunSettings, plan, settings_of
from turtlesoup_bench.runner.worker import LocalWorker, Worker


@dataclass(frozen=True, slots=True)
class Replayed:
    """A recorded run that was played again.

    Attributes:
        name: Of its folder.
        folder: Where the episodes and scores are now; None where its data have changed, so that nothing is.
        difference: The first call that is not what it was; None where everything is.
    """

    name: str
    folder: Path | None
    difference: str | None = None


def introduction() -> str:
    """What somebody should know who sees the recorded games for the first time."""
    return (_folder() / "introduction.txt").read_text(encoding="utf-8")


def recorded_runs() -> list[Path]:
    """The folders of all recorded runs, by name."""
    return sorted(file.parent for file in _folder().glob("*/run.json"))


def replay(recorded: Path, out: Path) -> Replayed:
    """Plays a recorded run again: agents, prompts, host, judge and scoring of today, each reply from its journal.

    Where a prompt has changed since, so that a request is not the recorded one, the episodes are played by their moves
    alone, and their scores are the recorded ones.

    Args:
        recorded: Its folder, which is only read.
        out: The new run folder; what an earlier replay left there is replaced.

    Raises:
        RunFolderError: If it cannot be written.
    """
    record = RunFolder(recorded).read_run()
    if (out / "run.json").exists():
        shutil.rmtree(out)
    out.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(RunFolder(recorded).journal_file, RunFolder(out).journal_file)
    try:
        asyncio.run(run(replace(settings_of(record), out=out), open_workers=_from_journal))
    except NotJournaled as difference:
        return _by_moves(recorded, out, str(difference))
    return Replayed(recorded.name, out)


def play_baseline(recorded: Path, out: Path) -> Path:
    """Plays what a recorded run played by its game's players that need no model; returns the new run folder.

    Args:
        recorded: Folder of the recorded run.
        out: Folder for the run folder.
    """
    record = RunFolder(recorded).read_run()
    planned = plan(RunSettings(record["game"], selection=record["data"]["selection"], seeds=tuple(record["seeds"])))
    return asyncio.run(run(replace(planned.settings, out=out / planned.record["name"]))).path


@asynccontextmanager
async def _from_journal(
    planned: Plan, folder: RunFolder, budget: Budget | None, on_call: Callable[[Usage], None]
) -> AsyncIterator[Sequence[Worker]]:
    with Journal(folder.journal_file) as journal:
        yield [LocalWorker(planned, Replay(journal))]


def _by_moves(recorded: Path, out: Path, difference: str) -> Replayed:
    shutil.rmtree(out)
    try:
        saved = read_saved(recorded)
    except InvalidInput as error:
        return Replayed(recorded.name, None, str(error))
    for episode in saved.episodes.values():
        Match(saved.game, episode.setup, episode.moves)  # complains of a move that the rules no longer allow
    shutil.copytree(recorded, out)
    return Replayed(recorded.name, out, difference)


def _folder() -> Path:
    return Path(str(files("turtlesoup_bench.recorded")))

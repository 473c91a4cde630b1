"""The run folder: what a run leaves behind, file by file, and how it is read and added to.

``run.json`` (everything needed to repeat the run), ``episodes.jsonl`` and ``scores.<scorer>.jsonl`` (append-only, one
record a line; the last record of an episode counts), ``calls.sqlite`` (the journal), ``summary.json``, ``report.html``.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from turtlesoup_bench.errors import InvalidInput, Problem, RunFolderError
from turtlesoup_bench.games import Episode, Game, Instance, Score
from turtlesoup_bench.games.registry import find_game
from turtlesoup_bench.records import Json, json_line
from turtlesoup_bench.validation import Kind, check_record, read_records

try:
    from fcntl import LOCK_EX, LOCK_NB, flock

    def _lock(file: IO[str]) -> None:
        flock(file, LOCK_EX | LOCK_NB)

except ImportError:  # Windows
    from msvcrt import LK_NBLCK, locking  # type: ignore[attr-defined]

    def _lock(file: IO[str]) -> None:
        locking(file.fileno(), LK_NBLCK, 1)


_NOT_DECISIVE = {"identity", "created", "name", "versions", "concurrency", "scorer", "scorer_sampling"}
"""What two sessions of one run may differ in."""


class RunFolder:
    """A folder with the files of one run.

    Args:
        path: The folder; it need not exist until something is written.
    """

    def __init__(self, path: Path):
        self.path = path
        self.run_file = path / "run.json"
        self.episodes_file = path / "episodes.jsonl"
        self.journal_file = path / "calls.sqlite"
        self.summary_file = path / "summary.json"
        self.report_file = path / "report.html"

    def scores_file(self, scorer: str) -> Path:
        """File of the scores given by one scorer, such as a judge; no two of them share a name.

        ``/`` becomes ``--``. What could be taken for that, and what not every file system allows, is percent-encoded.
        """
        name = re.sub(r"(?<=[-/])-|-(?=/)|[^A-Za-z0-9._/-]", lambda match: _percent_encoded(match[0]), scorer)
        return self.path / f"scores.{name.replace('/', '--')}.jsonl"

    def scorers(self) -> list[str]:
        """Every scorer whose scores the folder holds.

        Raises:
            InvalidInput: With every broken line.
        """
        files = sorted(self.path.glob("scores.*.jsonl"))
        return list(dict.fromkeys(line["scorer"] for file in files for line in _read_lines(file, "core/score")))

    def rulers(self, scorer: str) -> list[Json]:
        """Every ruler by which one scorer scored, in the order of the file.

        Raises:
            InvalidInput: With every broken line.
        """
        rulers: list[Json] = []
        for line in _read_lines(self.scores_file(scorer), "core/score"):
            if line["scorer"] == scorer and line["ruler"] not in rulers:
                rulers.append(line["ruler"])
        return rulers

    def failures_file(self, scorer: str) -> Path:
        """File of the analysis of the lost episodes, by the scores of one scorer."""
        part = self.scores_file(scorer).name.removeprefix("scores.").removesuffix(".jsonl")
        return self.path / f"failures.{part}.json"

    @contextmanager
    def opened(self, run: dict[str, Any]) -> Iterator[None]:
        """Claims the folder for writing, as this run's new or continued folder.

        Args:
            run: Record for ``run.json``; its ``identity`` must be that of the run already there, if any.

        Raises:
            RunFolderError: If the folder belongs to another run, is in use, or cannot be written.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            lock = (self.path / ".lock").open("w")
        except OSError as error:
            raise RunFolderError(f"{self.path}: cannot be written ({error.strerror})") from error
        with lock:
            try:
                _lock(lock)
            except OSError:
                raise RunFolderError(f"{self.path}: another process is running in this folder") from None
            self._claim(run)
            for file in (self.episodes_file, *self.path.glob("scores.*.jsonl")):
                drop_torn_line(file)
            yield

    def _claim(self, run: dict[str, Any]) -> None:
        if not self.run_file.exists():
            write_atomically(self.run_file, json.dumps(run, indent=2, ensure_ascii=False) + "\n")
            return
        there = self.read_run()
        if there["identity"] == run["identity"]:
            return
        before, after = _leaves(there), _leaves(run)
        different = "".join(
            f"\n  {name}: {_shown(before, name)} before, {_shown(after, name)} now"
            for name in sorted(before.keys() | after.keys())
            if before.get(name) != after.get(name) and name.split(".")[0] not in _NOT_DECISIVE
        )
        advice = "give another folder with --out, or the settings of the run that is there"
        raise RunFolderError(f"{self.path}: holds another run; {advice}{different}")

    def read_run(self) -> dict[str, Any]:
        """The record in ``run.json``.

        Raises:
            InvalidInput: If there is none, or it breaks its schema.
        """
        try:
            run = json.loads(self.run_file.read_text(encoding="utf-8"))
        except OSError as error:
            if self.path.is_dir():
                runs = sorted(str(file.parent) for file in self.path.glob("*/run.json"))
                found = "no run.json in it" if isinstance(error, FileNotFoundError) else error.strerror
            else:
                runs, found = [], "a file" if self.path.exists() else "no such folder"
            expected = f"a run folder{f', such as {runs[0]}' if runs else ''}"
            raise InvalidInput([Problem(str(self.path), "", str(found), expected)]) from None
        except ValueError as error:
            raise InvalidInput([Problem(str(self.run_file), "", "broken JSON", f"one JSON object ({error})")]) from None
        if isinstance(run, dict) and "game" not in run and "protocol" in run:
            expected = f"one of today; `turtlesoup upgrade {self.path} <new folder>` makes it"
            raise InvalidInput([Problem(str(self.run_file), "", "a run of version 0.1.0", expected)])
        problems = check_record(run, "core/run", str(self.run_file))
        if problems:
            raise InvalidInput(problems)
        return run  # type: ignore[no-any-return]

    def read_episodes(self, instances: Mapping[str, Instance]) -> dict[str, Episode]:
        """The last record of each episode, by episode id, in the order of first appearance.

        Args:
            instances: Those that may have been played, by id.

        Raises:
            InvalidInput: With every broken line, or with every instance that is not known or has other data.
        """
        last = {line["episode_id"]: line for line in _read_lines(self.episodes_file, "core/episode")}
        played = [line["setup"]["instance"]["id"] for line in last.values()]
        problems = [
            Problem(str(self.episodes_file), "setup.instance.id", name, "an instance that the run's selection loads")
            for name in played
            if name not in instances
        ]
        if problems:
            raise InvalidInput(problems)
        return {
            name: Episode.from_json(line, instances[instance])
            for (name, line), instance in zip(last.items(), played, strict=True)
        }

    def read_scores(self, scorer: str, ruler: Json | None = None) -> dict[str, Score]:
        """The last score of each episode by one scorer and one ruler, by episode id.

        Args:
            scorer: Name of the scorer.
            ruler: What the scores were measured with; None takes the ruler of the newest score. Those of another ruler
                are left out: they are no part of the same mean.

        Raises:
            InvalidInput: With every broken line.
        """
        # Scorers whose names differ in case alone share a file on a file system that ignores it.
        lines = _read_lines(self.scores_file(scorer), "core/score")
        scores = [Score.from_json(line) for line in lines if line["scorer"] == scorer]
        if ruler is None and scores:
            ruler = scores[-1].ruler
        return {score.episode_id: score for score in scores if score.ruler == ruler}

    def add_episode(self, episode: Episode) -> None:
        """Appends an episode."""
        append_line(self.episodes_file, episode.record())

    def add_score(self, score: Score) -> None:
        """Appends a score."""
        append_line(self.scores_file(score.scorer), score.to_json())


@dataclass(frozen=True, slots=True)
class SavedRun:
    """A run folder read back.

    Attributes:
        folder: The folder.
        run: Its ``run.json``.
        game: What was played.
        instances: What the run's selection holds, by id.
        episodes: By id.
    """

    folder: RunFolder
    run: dict[str, Any]
    game: Game
    instances: Mapping[str, Instance]
    episodes: Mapping[str, Episode]


def read_saved(path: Path, data: Path | None = None) -> SavedRun:
    """Reads what was played.

    Args:
        path: The run folder.
        data: Folder of imported data, if the run played such.

    Raises:
        InvalidInput: If a file is missing or broken, or the data set is not the one that was played.
        UnknownName: If the game is not installed.
    """
    folder = RunFolder(path)
    run = folder.read_run()
    game = find_game(run["game"])
    selection = run["data"]["selection"] | ({"data": data} if data else {})
    at_hand = game.data_of(selection)
    if at_hand["hash"] != run["data"]["hash"]:
        found = f"data set {run['data']['version']} ({run['data']['hash']})"
        expected = f"{at_hand['version']} ({at_hand['hash']}), the one at hand; install the version that was played"
        raise InvalidInput([Problem(str(folder.run_file), "data", found, expected)])
    instances = {instance.id: instance for instance in game.load(selection)}
    return SavedRun(folder, run, game, instances, folder.read_episodes(instances))


def ruler_of(run: Mapping[str, Any], scorer: Json | None) -> Json:
    """Everything that could change a score of a run, but for the tested seats: only equal rulers are ranked together.

    The game with its options and data, who plays the seats that are not tested, and the scorer's own part.

    Args:
        run: The run's ``run.json``, or a ``submission.json``.
        scorer: The scorer's own part; None for a game without scores.
    """
    return {
        "game": run["game"],
        "version": run["game_version"],
        "options": run["options"],
        "data": {name: run["data"][name] for name in ("version", "hash")},
        "seats": {
            seat: {**record, "is_self_hosted": seat in run["self_hosted"]}
            for seat, record in run["seats"].items()
            if seat not in run["tested"]
        },
        "scorer": scorer,
    }


def append_line(path: Path, record: dict[str, Any]) -> None:
    """Appends one record in one write; see `turtlesoup_bench.records.json_line`.

    Raises:
        RunFolderError: If the disk is full or the file cannot be written.
    """
    line = json_line(record)
    try:
        with path.open("ab", buffering=0) as file:
            if file.write(line) != len(line):
                raise OSError("the disk is full")
    except OSError as error:
        raise RunFolderError(f"{path}: cannot be written ({error})") from error


def drop_torn_line(path: Path) -> None:
    """Cuts a last line without its line end, which a killed process may have left; its episode is owed again."""
    if not path.exists() or not path.stat().st_size:
        return
    with path.open("rb+") as file:
        content = file.read()
        if not content.endswith(b"\n"):
            file.truncate(content.rfind(b"\n") + 1)


def write_atomically(path: Path, text: str) -> None:
    """Writes a whole file or nothing.

    Raises:
        RunFolderError: If it cannot be written.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise RunFolderError(f"{path}: cannot be written ({error.strerror})") from error


def _leaves(record: Mapping[str, Any], above: str = "") -> dict[str, Any]:
    """The values of a record within records, by their dotted names."""
    leaves: dict[str, Any] = {}
    for name, value in record.items():
        leaves |= _leaves(value, f"{above}{name}.") if isinstance(value, dict) and value else {above + name: value}
    return leaves


def _shown(leaves: Mapping[str, Any], name: str) -> str:
    return json.dumps(leaves[name], ensure_ascii=False) if name in leaves else "not set"


def _percent_encoded(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode())


def _read_lines(path: Path, kind: Kind) -> list[dict[str, Any]]:
    return read_records(path, kind, may_be_torn=True) if path.exists() else []

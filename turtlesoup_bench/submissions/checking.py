"""Submissions: one system's predictions and scores in a folder, checked, and read for the leaderboard.

``submissions/<date>_<agent>_<model>/`` holds ``submission.json`` (what the submission says of itself),
``predictions.jsonl`` (with several seeds ``predictions.<seed>.jsonl`` each), ``scores.<judge>.jsonl`` and, if the
submitter likes, ``episodes.jsonl``. The modules ``submission_*`` hold the parts of the check.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from turtlesoup_bench import PROTOCOL_VERSION
from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.turtle_soup.puzzles import PuzzleSet, load_puzzle_set
from turtlesoup_bench.records import Json
from turtlesoup_bench.submissions.episodes import check_episodes
from turtlesoup_bench.submissions.files import METADATA, check_hashes, check_secrets, survey
from turtlesoup_bench.submissions.judging import check_arithmetic
from turtlesoup_bench.submissions.records import Records, check_presence, read_json, read_records
from turtlesoup_bench.submissions.scores import check_rulers, check_stated
from turtlesoup_bench.submissions.texts import check_texts
from turtlesoup_bench.validation import check_record

CLOSED_BOOK = "closed-book"
_SHOWN = 400


@dataclass(frozen=True, slots=True)
class Submission:
    """A submission as it was read.

    Attributes:
        folder: Where it stands.
        meta: Its ``submission.json``.
        records: Its predictions, scores and episodes.
    """

    folder: Path
    meta: Json
    records: Records


def check(folder: Path, *, today: date | None = None) -> list[Problem]:
    """Everything that is wrong with a submission, as far as this version and its data set can tell.

    Args:
        folder: The submission's folder.
        today: The last day that its date may name; None takes today's, UTC.
    """
    return read_submission(folder, judged_again=True, today=today)[1]


def read_submission(
    folder: Path, *, judged_again: bool = False, today: date | None = None
) -> tuple[Submission | None, list[Problem]]:
    """Reads a submission and checks it.

    Args:
        folder: Its folder.
        judged_again: Whether it must fit the data set, protocol and prompts at hand, and the embedded judge is asked
            again. Without that, a submission of an earlier data set is only checked in itself.
        today: The last day that its date may name.

    Returns:
        The submission, unless its metadata cannot be read, and every problem.
    """
    submission, problems = _read(folder, judged_again, today)
    return submission, list(dict.fromkeys(_shown(problem) for problem in problems))


def _read(folder: Path, judged_again: bool, today: date | None) -> tuple[Submission | None, list[Problem]]:
    files, problems = survey(folder)
    problems += check_secrets(files)
    if METADATA not in files:
        return None, problems
    meta, found = read_json(files[METADATA])
    found = found or check_record(meta, "core/submission", str(files[METADATA]))
    if found:
        return None, problems + found
    problems += check_texts(folder, meta, today)
    problems += check_hashes(folder, meta["files"], files)
    records, found = read_records(folder, meta, files)
    problems += found
    puzzles = load_puzzle_set()
    if judged_again:
        problems += _check_versions(folder, meta, puzzles)
    is_current = meta["dataset"] == {"version": puzzles.version, "hash": puzzles.hash}
    known = {puzzle.id: puzzle for puzzle in puzzles.puzzles} if is_current else None
    problems += check_rulers(folder, meta, records, is_current=judged_again)
    problems += check_stated(folder, meta, records)
    if known is not None:
        problems += check_presence(folder, meta, records.predictions, known)
        problems += check_episodes(folder, meta, records, known)
    problems += check_arithmetic(folder, records, known, judged_again)
    return Submission(folder, meta, records), problems


def _shown(problem: Problem) -> Problem:
    """The problem in one line of bearable length: what it quotes is the submitter's, down to the names of files."""
    texts = (problem.where, problem.place, problem.found, problem.expected)
    visible = ("".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text[: 2 * _SHOWN]) for text in texts)
    where, place, found, expected = (text if len(text) <= _SHOWN else text[:_SHOWN] + "…" for text in visible)
    return Problem(where, place, found, expected)


def _check_versions(folder: Path, meta: Mapping[str, Any], puzzles: PuzzleSet) -> Iterator[Problem]:
    where = str(folder / METADATA)
    stated = meta["dataset"]
    if stated != {"version": puzzles.version, "hash": puzzles.hash}:
        expected = f"{puzzles.version} ({puzzles.hash}), the data set at hand"
        yield Problem(where, "dataset", f"{stated['version']} ({stated['hash']})", expected)
    if meta["protocol"] != PROTOCOL_VERSION:
        yield Problem(where, "protocol", repr(meta["protocol"]), f"{PROTOCOL_VERSION!r}, the protocol at hand")


def contamination_notes(folder: Path) -> list[str]:
    """What a reviewer should know about what the model may have seen; a note is no problem.

    Looks for answers that repeat a solution, and for a submission of ``closed-book`` with the same model and data set
    beside this one: what a model says without a question is what it knew before.
    """
    meta = _metadata_of(folder)
    if meta is None:
        return []
    notes = list(_repeated(folder, meta))
    if meta["model"] is None:
        return notes
    if meta["contamination"]["seen"] != "no":
        notes.append(f"whether the model may have seen the stories: {meta['contamination']['seen']}")
    if meta["agent"] == CLOSED_BOOK:
        return notes
    for file in sorted(folder.resolve().parent.glob(f"*/{METADATA}")):
        beside = _metadata_of(file.parent)
        if (
            beside
            and beside["agent"] == CLOSED_BOOK
            and all(beside[name] == meta[name] for name in ("model", "dataset"))
        ):
            for entry in beside["scores"]:
                if entry["overall"] is not None:
                    told = f"{100 * entry['overall']['mean']:.1f} overall by {entry['judge']} without a question"
                    notes.append(f"{file.parent.name}: {told}; what is above 0 was known or guessed before play")
            return notes
    asked = f"turtlesoup run --agent {CLOSED_BOOK} --model {meta['model']}"
    notes.append(f"no {CLOSED_BOOK} submission of {meta['model']} beside it, which would show what it knew: {asked}")
    return notes


def _metadata_of(folder: Path) -> Json | None:
    """The metadata, if it is readable and valid."""
    files, _ = survey(folder)
    if METADATA not in files:
        return None
    meta, problems = read_json(files[METADATA])
    return None if problems or check_record(meta, "core/submission", METADATA) else meta


def _repeated(folder: Path, meta: Mapping[str, Any]) -> Iterator[str]:
    bottoms = {puzzle.id: puzzle.bottom.split() for puzzle in load_puzzle_set().puzzles}
    predictions = read_records(folder, meta, survey(folder)[0])[0].predictions
    same = [
        name for name, said in predictions.items() if said.conclusion.split() == bottoms.get(name.rsplit("#", 1)[0])
    ]
    if same:
        yield f"{len(same)} of {len(predictions)} conclusions are the bottom word for word, such as that of {same[0]}"

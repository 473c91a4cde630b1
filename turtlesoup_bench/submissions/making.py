"""From a run folder to a submission that passes its own check."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.submissions import METADATA
from turtlesoup_bench.records import Json
from turtlesoup_bench.reporting.results import seat_label
from turtlesoup_bench.run_folder import RunFolder, SavedRun, read_saved, write_atomically
from turtlesoup_bench.submissions.checking import check, kind_of
from turtlesoup_bench.submissions.files import hashes, survey
from turtlesoup_bench.submissions.obstacles import obstacles
from turtlesoup_bench.submissions.records import expected_ids, standing
from turtlesoup_bench.submissions.summary import aborted_of, play_of, summary_of
from turtlesoup_bench.submissions.texts import folder_name
from turtlesoup_bench.text_tables import counted

_REASONS = {
    "aborted": "the player broke the protocol",
    "failed": "the infrastructure failed",
    "not_played": "not played",
}


@dataclass(frozen=True, slots=True)
class Statement:
    """What the submitter says, beside what the run folder knows.

    Attributes:
        authors: Who submits.
        contact: An e-mail address or an https link.
        name: Name of the system; None makes one of agent and model.
        link: Where to read more, an https link.
        seen: Whether the model may have seen the data: ``yes``, ``no`` or ``unknown``.
        contamination: What is known about that.
        notes: Anything else a reader should know.
        weights: Whether the weights of the tested models can be downloaded: ``open``, ``closed`` or ``unknown``.
    """

    authors: Sequence[str]
    contact: str
    name: str | None = None
    link: str | None = None
    seen: str = "unknown"
    contamination: str = ""
    notes: str = ""
    weights: str = "unknown"


def prepare(
    run: Path,
    out: Path,
    statement: Statement,
    *,
    with_episodes: bool = True,
    on_stage: Callable[[str], object] = lambda _: None,
) -> Path:
    """Makes a submission of a run folder, with the scores of every scorer in it, and checks it.

    Args:
        run: A run folder that played a packaged data set.
        out: Folder in which the submission's folder is made.
        statement: What the submitter says.
        with_episodes: Whether the transcripts go with it, which only some games can do without.
        on_stage: Told what is being done, as it begins.

    Returns:
        The submission's folder.

    Raises:
        InvalidInput: If the run or the statement makes no valid submission, or the folder exists; nothing is left then.
    """
    on_stage(f"reading {run}")
    saved = read_saved(run)
    meta = _metadata(saved, statement)
    target = out / folder_name(meta)
    problems = list(obstacles(saved, meta, target, with_episodes=with_episodes))
    if problems:
        raise InvalidInput(problems)
    on_stage(f"writing {counted(len(saved.episodes), 'episode')}")
    staging = out / f".preparing-{os.getpid()}"
    draft = staging / target.name
    draft.mkdir(parents=True)
    try:
        meta["scores"] = _write_records(draft, saved, aborted_of(meta), with_episodes)
        meta["play"] = play_of(saved.game, saved.episodes.values()) if with_episodes else {}
        meta["files"] = hashes(survey(draft)[0])
        write_atomically(draft / METADATA, json.dumps(meta, indent=2, ensure_ascii=False) + "\n")
        on_stage(f"checking {counted(len(saved.episodes), 'episode')}, moves and scores")
        problems = check(draft)
        if problems:
            raise InvalidInput(_moved(problem, draft, target) for problem in problems)
        draft.rename(target)
    finally:
        shutil.rmtree(staging)
    return target


def _metadata(saved: SavedRun, statement: Statement) -> Json:
    run = saved.run
    seats = {
        seat: {**record, **(kind_of(record["agent"]) if seat in run["tested"] else {})}
        for seat, record in run["seats"].items()
    }
    same = ("game", "game_version", "options", "seeds", "tested", "self_hosted")
    languages = dict.fromkeys(instance.language for instance in saved.instances.values())
    meta = {
        "name": statement.name or ", ".join(dict.fromkeys(seat_label(seats[seat]) for seat in run["tested"])),
        "authors": list(statement.authors),
        "contact": statement.contact,
        "link": statement.link,
        "date": run["created"][:10],
        "package": run["versions"]["turtlesoup-bench"],
        **{name: run[name] for name in same},
        "data": {name: run["data"][name] for name in ("version", "hash")},
        "languages": list(languages),
        "seats": seats,
        "contamination": {"seen": statement.seen, "statement": statement.contamination},
        "weights": statement.weights,
        "notes": statement.notes,
    }
    meta["missing"] = _missing(saved, meta)
    return meta


def _missing(saved: SavedRun, meta: Json) -> list[Json]:
    missing: dict[str, list[str]] = {}
    for name in expected_ids(meta, {instance.id: instance for instance in saved.game.load({})}):
        episode = saved.episodes.get(name)
        status = "not_played"
        if episode is not None:
            status = standing(episode.setup.tested, episode.ending.aborted if episode.ending else None)
        if status != "scored":
            missing.setdefault(status, []).append(name)
    return [{"status": status, "reason": _REASONS[status], "episodes": names} for status, names in missing.items()]


def _write_records(draft: Path, saved: SavedRun, aborted: Sequence[str], with_episodes: bool) -> list[Json]:
    """Writes transcripts, the game's own files and scores; returns what the scores of each scorer amount to."""
    folder, game, episodes = RunFolder(draft), saved.game, saved.episodes.values()
    for episode in episodes if with_episodes else ():
        folder.add_episode(episode)
    if game.submissions:
        game.submissions.write(draft, episodes, saved.run["seeds"])
    made = []
    for name in saved.folder.scorers() or [saved.run["scorer"]]:  # none where every episode was aborted
        scores = saved.folder.read_scores(name)
        for score in scores.values():
            folder.add_score(score)
        if game.scorer is not None:
            ruler = next((score.ruler["scorer"] for score in scores.values()), game.scorer(name).ruler)
            summary = summary_of(game, saved.run["tested"], scores.values(), aborted, saved.instances)
            made.append({"scorer": name, "ruler": ruler, **summary})
    return made


def _moved(problem: Problem, draft: Path, target: Path) -> Problem:
    return Problem(problem.where.replace(str(draft), str(target)), problem.place, problem.found, problem.expected)

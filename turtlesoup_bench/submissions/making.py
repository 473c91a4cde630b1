"""From a run folder to a submission that passes its own check."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzle_set
from turtlesoup_bench.records import Json, to_json
from turtlesoup_bench.reporting.results import RunResults, read_results
from turtlesoup_bench.run_folder import RunFolder, append_line, write_atomically
from turtlesoup_bench.submissions.checking import check
from turtlesoup_bench.submissions.files import EPISODES, METADATA, hashes, predictions_file, survey
from turtlesoup_bench.submissions.scores import aborted_of, summary_of
from turtlesoup_bench.submissions.texts import folder_name

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
        seen: Whether the model may have seen the stories: ``yes``, ``no`` or ``unknown``.
        contamination: What is known about that.
        notes: Anything else a reader should know.
    """

    authors: Sequence[str]
    contact: str
    name: str | None = None
    link: str | None = None
    seen: str = "unknown"
    contamination: str = ""
    notes: str = ""


def prepare(run: Path, out: Path, statement: Statement, *, with_episodes: bool = True) -> Path:
    """Makes a submission of a run folder, with the scores of every judge in it, and checks it.

    Args:
        run: A run folder that played the packaged data set.
        out: Folder in which the submission's folder is made.
        statement: What the submitter says.
        with_episodes: Whether the transcripts go with it.

    Returns:
        The submission's folder.

    Raises:
        InvalidInput: If the run or the statement makes no valid submission, or the folder exists; nothing is left then.
    """
    results = read_results(run)
    if results.run["dataset"]["source"] != "packaged":
        raise InvalidInput([Problem(str(run), "dataset.source", "imported puzzles", "a run of the packaged data set")])
    meta = _metadata(results, statement)
    target = out / folder_name(meta)
    if target.exists():
        raise InvalidInput(
            [Problem(str(target), "", "a folder of this name", "none; remove it, or give another --out")]
        )
    staging = out / f".preparing-{os.getpid()}"
    draft = staging / target.name
    draft.mkdir(parents=True)
    try:
        judged = _write_records(draft, results, aborted_of(meta), with_episodes)
        meta["scores"] = judged
        meta["files"] = hashes(survey(draft)[0])
        write_atomically(draft / METADATA, json.dumps(meta, indent=2, ensure_ascii=False) + "\n")
        problems = check(draft)
        if problems:
            raise InvalidInput(_moved(problem, draft, target) for problem in problems)
        draft.rename(target)
    finally:
        shutil.rmtree(staging)
    return target


def _metadata(results: RunResults, statement: Statement) -> Json:
    run = results.run
    puzzles = load_puzzle_set(run["dataset"]["languages"]).puzzles
    played = {result.episode.episode_id: result.episode for result in results.results}
    missing: dict[str, list[str]] = {}
    for seed in run["seeds"]:
        for puzzle in puzzles:
            episode = played.get(f"{puzzle.id}#{seed}")
            if episode is None or episode.prediction is None:
                missing.setdefault(episode.status if episode else "not_played", []).append(f"{puzzle.id}#{seed}")
    agent, model = run["agent"], run["model"]
    return {
        "name": statement.name or (f"{agent} with {model}" if model else agent),
        "agent": agent,
        "model": model,
        "authors": list(statement.authors),
        "contact": statement.contact,
        "link": statement.link,
        "date": run["created"][:10],
        "package": run["versions"]["turtlesoup-bench"],
        "protocol": run["protocol"],
        "dataset": {"version": run["dataset"]["version"], "hash": run["dataset"]["hash"]},
        "languages": run["dataset"]["languages"],
        "seeds": run["seeds"],
        "play": {
            name: run[name]
            for name in ("responder", "responder_version", "agent_version", "max_turns", "feedback", "temperature")
        },
        "scores": [],
        "missing": [
            {"status": status, "reason": _REASONS[status], "episodes": episodes} for status, episodes in missing.items()
        ],
        "files": {},
        "contamination": {"seen": statement.seen, "statement": statement.contamination},
        "notes": statement.notes,
    }


def _write_records(draft: Path, results: RunResults, aborted: Sequence[str], with_episodes: bool) -> list[Json]:
    """Writes predictions, scores and episodes; returns what the scores of each judge amount to."""
    run = results.run
    for seed in run["seeds"]:
        (draft / predictions_file(seed, len(run["seeds"]))).touch()
    for result in results.results:
        if with_episodes:
            append_line(draft / EPISODES, result.episode.to_json())
        if result.episode.prediction is not None:
            line = {"puzzle_id": result.puzzle.id, **to_json(result.episode.prediction)}
            append_line(draft / predictions_file(result.episode.seed, len(run["seeds"])), line)
    made = []
    for judge in results.folder.judges():
        scores = results.folder.read_scores(judge)
        for score in scores.values():
            RunFolder(draft).add_score(score)
        made.append(summary_of(scores.values(), aborted).to_json())
    return made


def _moved(problem: Problem, draft: Path, target: Path) -> Problem:
    return Problem(problem.where.replace(str(draft), str(target)), problem.place, problem.found, problem.expected)

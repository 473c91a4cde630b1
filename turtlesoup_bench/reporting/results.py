"""A run folder read back: its episodes with their puzzles and scores, its rows, and its summary file."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import stdev
from typing import Any, get_args

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.turtle_soup.audits.judge import read_judge_audit
from turtlesoup_bench.games.turtle_soup.audits.responder import read_audit
from turtlesoup_bench.games.turtle_soup.measures import Result, Row, between_seeds, summarise
from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzle_set
from turtlesoup_bench.games.turtle_soup.scoring.judges import BATCHED, EMBEDDED
from turtlesoup_bench.models.journal import read_dropped
from turtlesoup_bench.records import Fault, Role, Usage, to_json
from turtlesoup_bench.reporting.notes import Note, texts
from turtlesoup_bench.run_folder import RunFolder, write_atomically


@dataclass(frozen=True, slots=True)
class RunResults:
    """Everything that a table or page of a run is made from.

    Attributes:
        folder: The run folder.
        run: Its ``run.json``.
        judge: Judge whose scores these are.
        results: Episodes in the order of the file.
        rows: Summary rows; ``overall`` first.
        usage: What the run consumed, by role.
        dropped: By model, the sampling parameters that it does not take.
    """

    folder: RunFolder
    run: dict[str, Any]
    judge: str
    results: list[Result]
    rows: list[Row]
    usage: dict[Role, Usage]
    dropped: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def judge_notes(self) -> list[Note]:
        """What must stand beside this judge's scores in any table."""
        if self.judge == EMBEDDED:
            return [Note("embedded-judge")]
        if self.run["model"] and family(self.run["model"]) == family(self.judge):
            return [Note("same-family", {"family": family(self.judge)})]
        return []

    @property
    def notes(self) -> list[Note]:
        """What a reader must know beside the numbers."""
        notes = self.judge_notes
        if self.run["responder"] == EMBEDDED:
            notes.append(Note("embedded-responder"))
        audit = read_audit(self.folder.path, self.run["responder"])
        if audit is not None and self.rows and self.rows[0].means["turns"] is not None:
            group = audit["groups"][0]
            misled = 1 - (1 - group["misleading"]) ** self.rows[0].means["turns"].mean
            values = {"accuracy": _percent(group["accuracy"]["mean"]), "questions": group["questions"]}
            notes.append(Note("responder-audit", {**values, "misled": f"{100 * misled:.0f}"}))
        faults = Counter(turn.answer.fault for result in self.results for turn in result.episode.turns)
        tripped = {fault: faults[fault] for fault in get_args(Fault)}
        if any(tripped.values()):
            values = {"count": sum(tripped.values()), "questions": faults.total(), **tripped}
            notes.append(Note("host-faults", values))
        seeds = between_seeds(self.results)
        if seeds:
            each = ", ".join(f"{seed}: {_percent(mean)}" for seed, mean in seeds.items())
            notes.append(Note("seeds", {"each": each, "deviation": _percent(stdev(seeds.values()))}))
        judged = read_judge_audit(self.folder.path, self.judge)
        if judged is not None:
            group = judged["groups"][0]
            sides = {side: _percent(group[f"at_{side}"]["mean"]) for side in ("lower", "upper")}
            notes.append(Note("judge-audit", {"pairs": group["pairs"], **sides}))
        for model, parameters in self.dropped.items():
            notes.append(Note("dropped", {"model": model, "parameters": ", ".join(parameters)}))
        for name, count in (
            ("unscored", sum(r.score is not None and r.score.status == "unscored" for r in self.results)),
            ("not-yet-scored", sum(r.score is None and r.episode.prediction is not None for r in self.results)),
        ):
            if count:
                notes.append(Note(name, {"count": count}))
        return notes


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def family(model: str) -> str:
    """The family that a model belongs to, by its name: ``openai/gpt-4o-mini`` and ``azure/gpt-5`` are both ``gpt``."""
    name = model.removesuffix(BATCHED).rsplit("/", 1)[-1].lower()
    found = re.match(r"[a-z]+", name)
    return {"o": "gpt", "chatgpt": "gpt"}.get(found[0], found[0]) if found else name


def read_results(path: Path, judge: str | None = None, data: Path | None = None) -> RunResults:
    """Reads a run folder.

    Args:
        path: The folder.
        judge: Judge whose scores to read; None takes the run's own.
        data: Folder of imported puzzles, if the run played such.

    Raises:
        InvalidInput: If a file is missing or broken, or the data set is not the one that was played.
    """
    folder = RunFolder(path)
    run = folder.read_run()
    puzzles = load_puzzle_set(run["dataset"]["languages"], data=data)
    if puzzles.hash != run["dataset"]["hash"]:
        found = f"data set {run['dataset']['version']} ({run['dataset']['hash']})"
        expected = f"{puzzles.version} ({puzzles.hash}), the one at hand; install the version that was played"
        raise InvalidInput([Problem(str(folder.run_file), "dataset", found, expected)])
    known = {puzzle.id: puzzle for puzzle in puzzles.puzzles}
    judge = judge or run["judge"]
    scores = folder.read_scores(judge)
    episodes = folder.read_episodes()
    unknown = [episode.puzzle_id for episode in episodes.values() if episode.puzzle_id not in known]
    if unknown:
        where = str(folder.episodes_file)
        raise InvalidInput(Problem(where, "puzzle_id", name, "a puzzle of the data set") for name in unknown)
    results = [
        Result(known[episode.puzzle_id], episode, scores.get(name), run["max_turns"])
        for name, episode in episodes.items()
    ]
    usage: dict[Role, Usage] = {}
    for result in results:
        for role, spent in result.episode.usage.items():
            usage[role] = usage.get(role, Usage()) + spent
        if result.score is not None and result.score.usage is not None:
            usage["judge"] = usage.get("judge", Usage()) + result.score.usage
    dropped = read_dropped(folder.journal_file)
    return RunResults(folder, run, judge, results, summarise(results) if results else [], usage, dropped)


def write_summary(results: RunResults) -> Path:
    """Writes ``summary.json``: the rows, the usage by role, and what they were measured with.

    Raises:
        RunFolderError: If it cannot be written.
    """
    summary = {
        "run": results.run["name"],
        "identity": results.run["identity"],
        "judge": results.judge,
        "dataset": results.run["dataset"],
        "notes": texts(results.notes),
        "dropped": to_json(results.dropped),
        "rows": to_json(results.rows),
        "usage": to_json(results.usage),
    }
    text = json.dumps(summary, indent=2, ensure_ascii=False) + "\n"
    write_atomically(results.folder.summary_file, text)
    return results.folder.summary_file

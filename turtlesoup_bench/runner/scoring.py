"""Scores prediction files and scores run folders again."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzle_set
from turtlesoup_bench.games.turtle_soup.scoring.batch import Entry, read_predictions, score_entries
from turtlesoup_bench.games.turtle_soup.scoring.judges import judge_version
from turtlesoup_bench.games.turtle_soup.scoring.score import Reference, ruler_of
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.records import Score
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.run_folder import write_atomically


def score_file(path: Path, judge: str, data: Path | None = None, out: Path | None = None) -> list[Score]:
    """Scores a prediction file.

    Args:
        path: JSON Lines that satisfy ``prediction.schema.json``.
        judge: ``embedded`` or a model.
        data: Folder of imported puzzles instead of the packaged ones.
        out: File for the scores, one record a line; written whole or not at all.

    Raises:
        InvalidInput: With every problem of the file; nothing is scored then.
    """
    puzzles = load_puzzle_set(data=data)
    entries = read_predictions(path, puzzles.puzzles)
    with Journal() as journal:
        scores = asyncio.run(score_entries(entries, judge, (puzzles.version, puzzles.hash), journal=journal))
    if out is not None:
        write_atomically(out, "".join(json.dumps(score.to_json(), ensure_ascii=False) + "\n" for score in scores))
    return scores


def score_run(folder: Path, judge: str, data: Path | None = None) -> None:
    """Scores the predictions that have no score yet by this judge and this version's ruler; calls no player.

    Raises:
        InvalidInput: If the folder's files or the data set do not fit.
        RunFolderError: If the folder cannot be written.
    """
    results = read_results(folder, judge, data)
    dataset = (results.run["dataset"]["version"], results.run["dataset"]["hash"])
    scores = results.folder.read_scores(judge, ruler_of(judge, judge_version(judge), dataset))
    settled = {name for name, score in scores.items() if score.status == "scored"}
    entries = [
        Entry(r.episode.episode_id, r.puzzle.id, r.episode.prediction, Reference.of(r.puzzle))
        for r in results.results
        if r.episode.prediction is not None and r.episode.episode_id not in settled
    ]
    with results.folder.opened(results.run), Journal(results.folder.journal_file) as journal:
        asyncio.run(score_entries(entries, judge, dataset, journal=journal, on_score=results.folder.add_score))

"""Prediction files: scored without a run."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from turtlesoup_bench.games import Instance, Score
from turtlesoup_bench.games.scores import scorer_ruler
from turtlesoup_bench.games.turtle_soup.game import instance_of
from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzle_set
from turtlesoup_bench.games.turtle_soup.scoring.batch import read_predictions, score_entries
from turtlesoup_bench.models import GREEDY, Sampling
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.run_folder import write_atomically


def score_file(
    path: Path, judge: str, data: Path | None = None, out: Path | None = None, sampling: Sampling = GREEDY
) -> list[tuple[Instance, Score]]:
    """Scores a prediction file.

    Args:
        path: JSON Lines that satisfy ``prediction.schema.json``.
        judge: ``embedded`` or a model.
        data: Folder of imported puzzles instead of the packaged ones.
        out: File for the scores, one record a line; written whole or not at all.
        sampling: How the judge's model is sampled.

    Returns:
        Each puzzle that is answered, with the score of its prediction.

    Raises:
        InvalidInput: With every problem of the file; nothing is scored then.
    """
    puzzles = load_puzzle_set(data=data)
    entries = read_predictions(path, puzzles.puzzles)
    with Journal() as journal:
        dataset = (puzzles.version, puzzles.hash)
        scores = asyncio.run(score_entries(entries, judge, dataset, journal=journal, sampling=sampling))
    records = [score.to_json() for score in scores]
    for record in records:
        record["ruler"]["scorer"] = scorer_ruler(record["ruler"]["scorer"], sampling.to_json())
    if out is not None:
        write_atomically(out, "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records))
    known = {puzzle.id: puzzle for puzzle in puzzles.puzzles}
    return [
        (instance_of(known[score.puzzle_id]), Score.from_json(record))
        for score, record in zip(scores, records, strict=True)
    ]

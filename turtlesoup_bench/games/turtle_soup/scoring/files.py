"""Prediction files: scored without a run."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from turtlesoup_bench.games import Instance, Score
from turtlesoup_bench.games.turtle_soup.game import instance_of
from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzle_set
from turtlesoup_bench.games.turtle_soup.scoring.batch import read_predictions, score_entries
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.run_folder import write_atomically


def score_file(
    path: Path, judge: str, data: Path | None = None, out: Path | None = None
) -> list[tuple[Instance, Score]]:
    """Scores a prediction file.

    Args:
        path: JSON Lines that satisfy ``prediction.schema.json``.
        judge: ``embedded`` or a model.
        data: Folder of imported puzzles instead of the packaged ones.
        out: File for the scores, one record a line; written whole or not at all.

    Returns:
        Each puzzle that is answered, with the score of its prediction.

    Raises:
        InvalidInput: With every problem of the file; nothing is scored then.
    """
    puzzles = load_puzzle_set(data=data)
    entries = read_predictions(path, puzzles.puzzles)
    with Journal() as journal:
        scores = asyncio.run(score_entries(entries, judge, (puzzles.version, puzzles.hash), journal=journal))
    if out is not None:
        write_atomically(out, "".join(json.dumps(score.to_json(), ensure_ascii=False) + "\n" for score in scores))
    known = {puzzle.id: puzzle for puzzle in puzzles.puzzles}
    return [(instance_of(known[made.puzzle_id]), Score.from_json(made.to_json())) for made in scores]

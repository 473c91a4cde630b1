"""Scores of another ruler are owed work: they are made again, and never averaged with those of this one."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.reporting.comparison import comparison_table
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.scoring import score_run
from turtlesoup_bench.runner.settings import RunSettings

JUDGE = "openai/judge"
OLD = {"judge_prompts": "older-prompts"}, {"protocol": "0"}, {"weights": [1.0, 0.0, 0.0]}, {"dataset_hash": "f" * 16}


def settings(out: Path) -> RunSettings:
    return RunSettings(model="openai/simulated", judge=JUDGE, limit=2, max_turns=2, out=out)


def age(folder: RunFolder, count: int, change: dict) -> None:
    """Makes the first scores those of an older ruler, which gave 0."""
    file = folder.scores_file(JUDGE)
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    for record in records[:count]:
        record["ruler"] |= change
        record |= {"logic": 0.0, "details": 0.0, "conclusion": 0.0, "overall": 0.0, "solved": False}
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")


@pytest.mark.parametrize("change", OLD, ids=[next(iter(change)) for change in OLD])
@pytest.mark.parametrize("way", ["run", "score"])
def test_what_another_ruler_scored_is_scored_again(
    provider: SimulatedProvider, tmp_path: Path, way: str, change: dict
) -> None:
    folder = asyncio.run(run(settings(tmp_path / "run")))
    before = {name: score.overall for name, score in folder.read_scores(JUDGE).items()}
    calls = provider.tries.total()
    age(folder, 3, change)
    if way == "run":
        asyncio.run(run(settings(tmp_path / "run")))
    else:
        score_run(folder.path, JUDGE)
    assert {name: score.overall for name, score in folder.read_scores(JUDGE).items()} == before
    assert len(folder.scores_file(JUDGE).read_text(encoding="utf-8").splitlines()) == 4 + 3
    assert provider.tries.total() == calls  # the same judge was asked the same: the journal answers


def test_two_rulers_are_never_in_one_mean(provider: SimulatedProvider, tmp_path: Path) -> None:
    folder = asyncio.run(run(settings(tmp_path / "run")))
    age(folder, 3, OLD[0])
    results = read_results(folder.path)
    [newest] = folder.read_scores(JUDGE).values()
    assert results.rows[0].means["overall"].mean == newest.overall > 0  # with the three zeros a quarter of it
    assert (results.rows[0].scored, results.rows[0].outcomes["unscored"]) == (1, 3)
    assert any("3 predictions have no score by the newest ruler" in note.text() for note in results.notes)
    assert comparison_table({"run": results, "again": results})

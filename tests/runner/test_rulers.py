"""Scores of another ruler are owed work: they are made again, and never averaged with those of this one."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
import running
from running import overall_of

from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.reporting.comparison import comparison_table
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.scoring import score_run

JUDGE = "openai/judge"
OLD: dict[str, dict] = {
    "prompts of the judge": {"scorer": {"judge_prompts": "older"}},
    "weights": {"scorer": {"weights": [1.0, 0.0, 0.0]}},
    "rules": {"version": "0"},
    "options": {"options": {"max_turns": 3}},
    "data": {"data": {"hash": "f" * 16}},
    "host": {
        "seats": {
            "host": {
                "agent": "responder",
                "version": "1",
                "model": "openai/other",
                "sampling": {},
                "is_self_hosted": False,
            }
        }
    },
}


def settings(out: Path) -> running.RunSettings:
    return running.settings(model="openai/simulated", judge=JUDGE, limit=2, max_turns=2, out=out)


def age(folder: RunFolder, count: int, change: dict) -> None:
    """Makes the first scores those of an older ruler, which gave 0."""
    file = folder.scores_file(JUDGE)
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    for record in records[:count]:
        for part, changed in change.items():
            ruler = record["ruler"]
            ruler[part] = ruler[part] | changed if isinstance(changed, dict) else changed
        record["by_seat"]["player"] = dict.fromkeys(record["by_seat"]["player"], 0.0)
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")


@pytest.mark.parametrize("change", OLD.values(), ids=list(OLD))
@pytest.mark.parametrize("way", ["run", "score"])
def test_what_another_ruler_scored_is_scored_again(
    provider: SimulatedProvider, tmp_path: Path, way: str, change: dict
) -> None:
    folder = asyncio.run(run(settings(tmp_path / "run")))
    before = overall_of(folder, JUDGE)
    calls = provider.tries.total()
    age(folder, 3, change)
    if way == "run":
        asyncio.run(run(settings(tmp_path / "run")))
    else:
        score_run(folder.path, JUDGE)
    assert overall_of(folder, JUDGE) == before
    assert len(folder.scores_file(JUDGE).read_text(encoding="utf-8").splitlines()) == 4 + 3
    assert provider.tries.total() == calls  # the same judge was asked the same: the journal answers


def test_two_rulers_are_never_in_one_mean(provider: SimulatedProvider, tmp_path: Path) -> None:
    folder = asyncio.run(run(settings(tmp_path / "run")))
    age(folder, 3, OLD["weights"])
    results = read_results(folder.path)
    [newest] = folder.read_scores(JUDGE).values()
    assert (
        results.rows[0].means["overall"].mean == newest.by_seat["player"]["overall"] > 0
    )  # with the three zeros a quarter of it
    assert (results.rows[0].scored, results.rows[0].outcomes["unscored"]) == (1, 3)
    assert any("3 predictions have no score by the newest ruler" in note.text() for note in results.notes)
    assert comparison_table({"run": results, "again": results})

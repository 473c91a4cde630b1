"""Plain `datasets` and `evaluate` in a folder after an export, offline."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from commands import in_a_process

from turtlesoup_bench.games.registry import find_game, game_names

SCRIPT = """
import json
import datasets, evaluate
for name in ("en", "zh", "all"):
    print(name, datasets.load_dataset("turtlesoup-bench", name, split="test").num_rows)
metric = evaluate.load("turtlesoup_score")
row = datasets.load_dataset("turtlesoup-bench", "zh", split="test")[0]
gold = {"logic": row["logic"], "details": row["details"], "conclusion": row["bottom"]}
print(metric.compute(predictions=[gold], references=[row["id"]])["overall"])
for name in GAMES:
    print(json.dumps([name, datasets.load_dataset("turtlesoup-bench", name, split="test").to_list()]))
own = {"bottom": row["bottom"], "logic": row["logic"], "details": row["details"]}
first = datasets.load_dataset("turtlesoup-bench", "circuit-decoding", split="test")[0]
tables = json.loads(first["data"])["tables"]
puzzles = evaluate.load("multi_turn_puzzles")
print(puzzles.compute(predictions=[tables], references=[first["id"]], game="circuit-decoding")["score"])
print(metric.compute(predictions=[gold], references=[own])["overall"])
"""
GAMES = [name for name in game_names() if name != "turtle-soup"]


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exported")
    assert in_a_process("dataset", "export", folder).returncode == 0
    return folder


def test_both_load_by_name(exported: Path) -> None:
    environment = {**os.environ, "HF_HOME": str(exported / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", f"GAMES = {GAMES}" + SCRIPT],
        cwd=exported,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    counts = [line.split() for line in done.stdout.splitlines()]
    assert [name for name, _ in counts[:3]] == ["en", "zh", "all"]
    assert int(counts[2][1]) == int(counts[0][1]) + int(counts[1][1])
    assert [done.stdout.splitlines()[place] for place in (3, -2, -1)] == ["1.0"] * 3
    loaded = dict(map(json.loads, done.stdout.splitlines()[4:-2]))
    assert list(loaded) == GAMES
    for name, rows in loaded.items():
        instances = find_game(name).load({})
        assert [row["id"] for row in rows] == [instance.id for instance in instances]
        first, instance = rows[0], instances[0]
        assert (json.loads(first["data"]), json.loads(first["seats"])) == (instance.data, instance.seats)
        assert (first["language"], first["cluster"]) == (instance.language, instance.cluster)
        assert json.loads(first["tags"]) == instance.tags

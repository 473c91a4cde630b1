"""Plain `datasets` and `evaluate` in a folder after an export, offline."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import datasets, evaluate
for name in ("en", "zh", "all"):
    print(name, datasets.load_dataset("turtlesoup-bench", name, split="test").num_rows)
metric = evaluate.load("turtlesoup_score")
row = datasets.load_dataset("turtlesoup-bench", "zh", split="test")[0]
gold = {"logic": row["logic"], "details": row["details"], "conclusion": row["bottom"]}
print(metric.compute(predictions=[gold], references=[row["id"]])["overall"])
own = {"bottom": row["bottom"], "logic": row["logic"], "details": row["details"]}
print(metric.compute(predictions=[gold], references=[own])["overall"])
"""


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exported")
    subprocess.run([sys.executable, "-m", "turtlesoup_bench", "dataset", "export", str(folder)], check=True)
    return folder


def test_both_load_by_name(exported: Path) -> None:
    environment = {**os.environ, "HF_HOME": str(exported / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=exported, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    counts = [line.split() for line in done.stdout.splitlines()]
    assert [name for name, _ in counts[:3]] == ["en", "zh", "all"]
    assert int(counts[2][1]) == int(counts[0][1]) + int(counts[1][1])
    assert done.stdout.splitlines()[3:] == ["1.0", "1.0"]

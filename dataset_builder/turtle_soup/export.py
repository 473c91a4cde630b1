"""Lays the data set and the metric out as folders that plain `datasets` and `evaluate` load by name."""

from __future__ import annotations

import shutil
from importlib.resources import as_file, files
from pathlib import Path

from turtlesoup_bench.games.turtle_soup.puzzles import DATA, DATASET_NAME

METRIC_NAME = "turtlesoup_score"


def export(target: Path) -> list[Path]:
    """Copies the data set to ``target/turtlesoup-bench`` and the metric to ``target/turtlesoup_score``.

    In that folder ``datasets.load_dataset("turtlesoup-bench", "zh")`` and ``evaluate.load("turtlesoup_score")``
    then work without a network. Files from an earlier export are replaced.

    Returns:
        The two folders.
    """
    data, metric = target / DATASET_NAME, target / METRIC_NAME
    _copy(DATA, data)
    with as_file(files("turtlesoup_bench.metrics").joinpath(METRIC_NAME)) as source:
        _copy(source, metric)
    return [data, metric]


def _copy(source: Path, target: Path) -> None:
    # The package marker would only make a stray Python package of the data folder.
    ignored = shutil.ignore_patterns("__pycache__", "__init__.py")
    shutil.copytree(source, target, ignore=ignored, dirs_exist_ok=True)

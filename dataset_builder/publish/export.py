"""Lays the data of every game and the metrics out as folders that plain `datasets` and `evaluate` load by name."""

from __future__ import annotations

from pathlib import Path

from .card import NAME
from .data_set import write_data_set
from .repositories import METRICS, copy_metric


def export(target: Path) -> list[Path]:
    """Writes the data sets to ``target/turtlesoup-bench`` and each metric to a folder of its name beside it.

    In that folder ``datasets.load_dataset("turtlesoup-bench", "zh")``, with the name of any other game of this package
    in place of ``zh``, and ``evaluate.load("turtlesoup_score")``, with the name of any other metric, then work without
    a network. Files from an earlier export are replaced.

    Returns:
        The folders, the data's first.
    """
    write_data_set(target / NAME)
    return [target / NAME, *(copy_metric(name, target) for name in METRICS)]

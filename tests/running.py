"""Runs of turtle soup, from settings in a row."""

from __future__ import annotations

from typing import Any

from turtlesoup_bench.games import Episode
from turtlesoup_bench.models import Sampling
from turtlesoup_bench.run_folder import RunFolder, read_saved
from turtlesoup_bench.runner.settings import RunSettings

SELECTION, OPTIONS = ("languages", "genres", "limit", "data"), ("max_turns", "feedback")


def settings(**flat: Any) -> RunSettings:
    """Settings of turtle soup, whose selection and options are given beside the rest.

    ``judge`` is the scorer, ``host`` sits in the host's seat, ``temperature`` is the player's.
    """

    def taken(names: tuple[str, ...]) -> dict[str, Any]:
        return {name: value for name in names if (value := flat.pop(name, None)) is not None}

    renamed: dict[str, Any] = {"selection": taken(SELECTION), "options": taken(OPTIONS)}
    if "judge" in flat:
        renamed["scorer"] = flat.pop("judge")
    if "host" in flat:
        renamed["seats"] = {"host": flat.pop("host")}
    if "temperature" in flat:
        renamed["sampling"] = {"player": Sampling(temperature=flat.pop("temperature"))}
    return RunSettings("turtle-soup", **renamed, **flat)


def episodes_of(folder: RunFolder) -> dict[str, Episode]:
    """The episodes that a run folder holds."""
    return dict(read_saved(folder.path).episodes)


def overall_of(folder: RunFolder, judge: str) -> dict[str, float]:
    """The headline of each episode by a judge."""
    return {name: score.by_seat["player"]["overall"] for name, score in folder.read_scores(judge).items()}

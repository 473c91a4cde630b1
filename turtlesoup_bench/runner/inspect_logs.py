"""A log of Inspect as a run folder, to be shown, compared, judged again and submitted like any other run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from inspect_ai.log import read_eval_log

from turtlesoup_bench.adapters import WITH
from turtlesoup_bench.adapters.inspect.task import EPISODE, SCORE
from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Episode, Score
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.runner.settings import RunSettings, plan
from turtlesoup_bench.text_tables import counted


def import_log(log: Path, out: Path) -> Path:
    """Makes a run folder of the log of a registered task; returns it.

    The episodes and scores are those of the log; nobody is called. Samples that ended with an error are left out, so
    that running the folder again would play them.

    Args:
        log: An ``.eval`` or ``.json`` log.
        out: The folder.

    Raises:
        InvalidInput: If it is no such log, or its data are not those at hand.
        RunFolderError: If the folder holds another run or cannot be written.
    """
    read = read_eval_log(str(log))
    told = read.eval.metadata or {}
    played = [sample for sample in read.samples or [] if sample.error is None and EPISODE in sample.store]
    if "tested" not in told or not played:
        expected = "a log of a task that turtlesoup_bench registers, turtlesoup_bench/<game>"
        found = f"a log of {read.eval.task}, with {counted(len(played), 'episode')}"
        raise InvalidInput([Problem(str(log), "", found, expected)])
    tested = told["tested"]
    cast: dict[str, str] = {}
    for sample in played:
        cast |= sample.store[EPISODE]["setup"]["cast"]
    who, _, model = cast.pop(tested).partition(WITH)
    scores = {str(sample.uuid): _score(sample.scores, told["game"]) for sample in played}
    scorer = next((score.scorer for score in scores.values() if score), None)
    settings = RunSettings(
        told["game"],
        agent=who,
        model=model or None,
        seats={seat: label.replace(WITH, "@") for seat, label in cast.items()},
        scorer=scorer,
        selection=told["selection"],
        options=told["options"],
        seeds=tuple(told["seed"] + epoch for epoch in range(read.eval.config.epochs or 1)),
        out=out,
    )
    planned = plan(settings)
    instances = {instance.id: instance for instance in planned.instances}
    folder = RunFolder(out)
    with folder.opened(planned.record):
        there = folder.read_episodes(instances)
        for sample in played:
            episode = Episode.from_json(sample.store[EPISODE], instances[str(sample.id)])
            if episode.id in there:
                continue
            folder.add_episode(episode)
            score = scores[str(sample.uuid)]
            if score is not None and planned.scoring is not None and planned.scoring.is_needed(episode):
                scoring = planned.scoring
                folder.add_score(replace(score, episode_id=episode.id, scorer=scoring.name, ruler=scoring.ruler))
    return out


def _score(given: Mapping[str, Any] | None, game: str) -> Score | None:
    metadata = given[game].metadata if given and game in given else None
    return Score.from_json(metadata[SCORE]) if metadata else None

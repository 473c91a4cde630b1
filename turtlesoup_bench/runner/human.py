"""Games that people played, kept as the human baseline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from turtlesoup_bench.games import Episode, Score
from turtlesoup_bench.games.episode import episode_id
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.runner.run import RUNS
from turtlesoup_bench.runner.seats import HUMAN
from turtlesoup_bench.runner.settings import RunSettings, plan


def keep_game(
    episode: Episode,
    score: Score | None,
    *,
    seats: Mapping[str, str],
    scorer: str,
    selection: Mapping[str, Any],
    out: Path | None = None,
) -> Path:
    """Keeps a game that a person played in the tested seats.

    An instance that was played before gets the next seed, so that every game counts once.

    Args:
        episode: The game.
        score: Its score, if it has one.
        seats: Who played the other seats; see `RunSettings.seats`.
        scorer: Who scored.
        selection: What could be played.
        out: Run folder; None derives one under ``runs`` from the rest.

    Returns:
        The run folder.

    Raises:
        RunFolderError: If the folder belongs to another run, is in use or cannot be written.
    """
    settings = RunSettings(
        game=episode.game,
        agent=HUMAN,
        seats=seats,
        scorer=scorer,
        selection=selection,
        options=episode.setup.options,
        seeds=(1,),
        out=out,
    )
    planned = plan(settings)
    folder = RunFolder(out or RUNS / planned.record["name"])
    with folder.opened(planned.record):
        kept = folder.read_episodes({instance.id: instance for instance in planned.instances})
        seed = 1
        while episode_id(episode.setup.instance.id, seed) in kept:
            seed += 1
        cast = {seat: one.label for seat, one in planned.cast.items()}
        episode = replace(episode, setup=replace(episode.setup, seed=seed, cast=cast))
        folder.add_episode(episode)
        if score is not None and planned.scoring is not None:
            folder.add_score(replace(score, episode_id=episode.id, ruler=planned.scoring.ruler))
    return folder.path

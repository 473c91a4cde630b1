"""Games that people played, kept as the human baseline."""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path

from turtlesoup_bench.errors import RunFolderError
from turtlesoup_bench.games import Episode, Score
from turtlesoup_bench.games.episode import episode_id
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.runner.settings import RUNS, Plan


class Baseline:
    """The run folder of the games of a plan, whose tested seats people play.

    Args:
        planned: What is played, and by whom.
        path: The folder; None derives one under ``runs`` from the plan.
    """

    def __init__(self, planned: Plan, path: Path | None = None):
        self._planned = planned
        self._folder = RunFolder(path or RUNS / planned.record["name"])

    def free_seed(self, instance: str, taken: Container[int] = ()) -> int:
        """The first seed with which an instance was not played yet, so that every game counts once.

        Args:
            instance: The instance's id.
            taken: Seeds of games that are being played.
        """
        kept = self._kept()
        seed = 1
        while seed in taken or episode_id(instance, seed) in kept:
            seed += 1
        return seed

    def keep(self, episode: Episode, score: Score | None) -> Path:
        """Adds a game with its score, if it has one.

        Returns:
            The run folder.

        Raises:
            RunFolderError: If the folder holds the game already, belongs to another run, is in use or cannot be
                written.
        """
        with self._folder.opened(self._planned.record):
            if episode.id in self._kept():
                raise RunFolderError(f"{self._folder.path}: holds a game {episode.id} already")
            self._folder.add_episode(episode)
            if score is not None:
                self._folder.add_score(score)
        return self._folder.path

    def _kept(self) -> Container[str]:
        return self._folder.read_episodes({instance.id: instance for instance in self._planned.instances})

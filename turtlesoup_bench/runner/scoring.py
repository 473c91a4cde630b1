"""Scores what was played: during a run, and again by the same scorer or another, for which no player is called."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from turtlesoup_bench.games import Episode, Game, Score, Scorer
from turtlesoup_bench.models import Ledger, MeteredClient, ModelClient, Sampling
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.records import Json
from turtlesoup_bench.run_folder import read_saved, ruler_of

JUDGE = "judge"
_AT_ONCE = 64


class Clients(Protocol):
    """Where the clients of models come from; in a run, a `ClientPool`."""

    def client(self, model: str, sampling: Sampling = ...) -> ModelClient:
        """The client of a model that is sampled in one way."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """How the episodes of a run are scored.

    Attributes:
        game: What was played.
        scorer: Who scores.
        name: Name of the scorer.
        ruler: See `turtlesoup_bench.run_folder.ruler_of`.
    """

    game: Game
    scorer: Scorer
    name: str
    ruler: Json

    @classmethod
    def of(cls, game: Game, name: str, run: Mapping[str, Any]) -> Scoring | None:
        """The scoring of a run by a scorer; None for a game without scores."""
        scorer = game.scorer(name) if game.scorer else None
        return cls(game, scorer, name, ruler_of(run, scorer.ruler)) if scorer else None

    def is_needed(self, episode: Episode) -> bool:
        """Whether there is anything to score: the game ended, and not every tested seat was aborted."""
        ending = episode.ending
        return ending is not None and not set(episode.setup.tested) <= set(ending.aborted)

    async def score(self, episode: Episode, pool: Clients) -> Score:
        """The score of an episode that has ended."""
        ledger = Ledger(episode.id)

        def models(name: str) -> ModelClient:
            return MeteredClient(pool.client(name), JUDGE, ledger, asks_anew=True)

        made = await self.scorer.score(episode.setup.instance, episode, models)
        return replace(
            self.game.settle(made, episode),
            episode_id=episode.id,
            scorer=self.name,
            usage=ledger.usage.get(JUDGE),
            ruler=self.ruler,
        )


def score_run(path: Path, scorer: str | None = None, data: Path | None = None) -> None:
    """Scores the episodes of a run folder that have no score yet by a scorer and this version's ruler.

    Args:
        path: The run folder.
        scorer: Who scores; None takes the run's own.
        data: Folder of imported data, if the run played such.

    Raises:
        InvalidInput: If the folder's files or the data set do not fit.
        RunFolderError: If the folder cannot be written.
    """
    saved = read_saved(path, data)
    scoring = Scoring.of(saved.game, scorer or saved.run["scorer"], saved.run)
    if scoring is None:
        return
    scores = saved.folder.read_scores(scoring.name, scoring.ruler)
    settled = {name for name, score in scores.items() if score.status == "scored"}
    owed = [e for name, e in saved.episodes.items() if name not in settled and scoring.is_needed(e)]

    async def score_all() -> None:
        slots = asyncio.Semaphore(_AT_ONCE)  # so that a long folder does not wait in memory as prompts

        async def score(episode: Episode, pool: ClientPool) -> None:
            async with slots:
                saved.folder.add_score(await scoring.score(episode, pool))

        with Journal(saved.folder.journal_file) as journal:
            async with ClientPool(journal) as pool:
                await asyncio.gather(*(score(episode, pool) for episode in owed))

    with saved.folder.opened(saved.run):
        asyncio.run(score_all())

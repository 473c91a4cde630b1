"""Scores what was played: during a run, and again by the same scorer or another, for which no player is called."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from turtlesoup_bench.games import Episode, Game, Score, Scorer
from turtlesoup_bench.games.scores import scorer_ruler
from turtlesoup_bench.models import GREEDY, Ledger, MeteredClient, ModelClient, Sampling
from turtlesoup_bench.models.at_once import each
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.records import Json
from turtlesoup_bench.run_folder import read_saved, ruler_of

JUDGE = "judge"


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
        sampling: How its model is sampled.
        ruler: See `turtlesoup_bench.run_folder.ruler_of`.
    """

    game: Game
    scorer: Scorer
    name: str
    sampling: Sampling
    ruler: Json

    @classmethod
    def of(cls, game: Game, name: str, run: Mapping[str, Any], sampling: Sampling | None = None) -> Scoring | None:
        """The scoring of a run by a scorer; None for a game without scores.

        Args:
            game: What was played.
            name: Name of the scorer.
            run: The run's ``run.json``, or a ``submission.json``.
            sampling: How the scorer's model is sampled; None: as the run says of its own scorer, others as by default.
        """
        scorer = game.scorer(name) if game.scorer else None
        if scorer is None:
            return None
        if sampling is None:
            stated = run.get("scorer_sampling") if name == run.get("scorer") else None
            sampling = Sampling.from_json(stated) if stated else GREEDY
        part = scorer_ruler(scorer.ruler, sampling.to_json() if scorer.model else None)
        return cls(game, scorer, name, sampling, ruler_of(run, part))

    def is_needed(self, episode: Episode) -> bool:
        """Whether there is anything to score: the game ended, and not every tested seat was aborted."""
        ending = episode.ending
        return ending is not None and not set(episode.setup.tested) <= set(ending.aborted)

    async def score(self, episode: Episode, pool: Clients) -> Score:
        """The score of an episode that has ended."""
        ledger = Ledger(episode.id)

        def models(name: str) -> ModelClient:
            return MeteredClient(pool.client(name, self.sampling), JUDGE, ledger, asks_anew=True)

        made = await self.scorer.score(episode.setup.instance, episode, models)
        return replace(
            self.game.settle(made, episode),
            episode_id=episode.id,
            scorer=self.name,
            usage=ledger.usage.get(JUDGE),
            ruler=self.ruler,
        )


async def score_episodes(
    scoring: Scoring, episodes: Iterable[Episode], pool: Clients, on_score: Callable[[Score], None]
) -> None:
    """Scores many episodes that have ended.

    Args:
        scoring: How.
        episodes: What.
        pool: Where the clients of models come from.
        on_score: Told of each score as it is made.

    Raises:
        AccessError: If the scorer's model cannot be called at all.
    """

    async def score(episode: Episode) -> None:
        on_score(await scoring.score(episode, pool))

    await each(score, episodes)


def score_run(
    path: Path, scorer: str | None = None, data: Path | None = None, sampling: Sampling | None = None
) -> None:
    """Scores the episodes of a run folder that have no score yet by a scorer and this version's ruler.

    Args:
        path: The run folder.
        scorer: Who scores; None takes the run's own.
        data: Folder of imported data, if the run played such.
        sampling: How the scorer's model is sampled; see `Scoring.of`.

    Raises:
        InvalidInput: If the folder's files or the data set do not fit.
        RunFolderError: If the folder cannot be written.
    """
    saved = read_saved(path, data)
    scoring = Scoring.of(saved.game, scorer or saved.run["scorer"], saved.run, sampling)
    if scoring is None:
        return
    scores = saved.folder.read_scores(scoring.name, scoring.ruler)
    settled = {name for name, score in scores.items() if score.status == "scored"}
    owed = [e for name, e in saved.episodes.items() if name not in settled and scoring.is_needed(e)]

    async def score_all() -> None:
        with Journal(saved.folder.journal_file) as journal:
            async with ClientPool(journal) as pool:
                await score_episodes(scoring, owed, pool, saved.folder.add_score)

    with saved.folder.opened(saved.run):
        asyncio.run(score_all())

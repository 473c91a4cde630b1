"""Where episodes are played and scored: what one episode needs, wherever it is played."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Protocol

from turtlesoup_bench.games.turtle_soup.episode import play
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.responder import make_responder
from turtlesoup_bench.games.turtle_soup.scoring.judges import make_judge
from turtlesoup_bench.games.turtle_soup.scoring.score import Reference, score
from turtlesoup_bench.models import Sampling
from turtlesoup_bench.models.budget import Budget
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.gateway import LocalGateway
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.records import Episode, Score, Usage
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.runner.agents import find_agent
from turtlesoup_bench.runner.settings import RunSettings


@dataclass(frozen=True, slots=True)
class EpisodeSpec:
    """One episode to be."""

    puzzle: Puzzle
    seed: int

    @property
    def episode_id(self) -> str:
        """The episode's id."""
        return f"{self.puzzle.id}#{self.seed}"

    @property
    def weight(self) -> int:
        """How long the episode is expected to take beside others of the run: every prompt holds these texts."""
        return len(self.puzzle.surface) + len(self.puzzle.bottom) + sum(map(len, self.puzzle.key_clues))


class Worker(Protocol):
    """Plays and scores one episode after another, several at once if asked to."""

    async def play(self, spec: EpisodeSpec) -> Episode:
        """Plays an episode; see `turtlesoup_bench.games.turtle_soup.episode.play`."""

    async def score(self, spec: EpisodeSpec, episode: Episode) -> Score:
        """Scores the episode's prediction."""


class LocalWorker:
    """A worker in this process.

    Args:
        settings: The run's.
        dataset: Version and hash of the data set, for the ruler.
        pool: The run's clients.
    """

    def __init__(self, settings: RunSettings, dataset: tuple[str, str], pool: ClientPool):
        self._settings = settings
        self._dataset = dataset
        self._agent = find_agent(settings.agent_name)
        self._model = pool.client(settings.model, Sampling(settings.temperature)) if settings.model else None
        self._responder = make_responder(settings.responder_name, pool)
        self._judge = make_judge(settings.judge, pool.client)

    async def play(self, spec: EpisodeSpec) -> Episode:
        """See `Worker.play`."""
        return await play(
            spec.puzzle,
            self._settings.agent_name,
            self._agent,
            self._responder,
            model=self._model,
            seed=spec.seed,
            max_turns=self._settings.max_turns,
            feedback=self._settings.feedback,
        )

    async def score(self, spec: EpisodeSpec, episode: Episode) -> Score:
        """See `Worker.score`."""
        assert episode.prediction is not None
        return await score(
            episode.prediction,
            Reference.of(spec.puzzle),
            self._judge,
            episode_id=episode.episode_id,
            puzzle_id=spec.puzzle.id,
            dataset=self._dataset,
        )


def open_gateway(
    settings: RunSettings, journal: Journal, budget: Budget | None, on_call: Callable[[Usage], None]
) -> LocalGateway:
    """The gateway of a run, with the limits that its settings ask for."""
    return LocalGateway(
        journal,
        concurrency=settings.concurrency,
        requests_per_minute=settings.requests_per_minute,
        tokens_per_minute=settings.tokens_per_minute,
        budget=budget,
        on_call=on_call,
    )


@asynccontextmanager
async def local_workers(
    settings: RunSettings,
    dataset: tuple[str, str],
    folder: RunFolder,
    budget: Budget | None,
    on_call: Callable[[Usage], None],
) -> AsyncIterator[Sequence[Worker]]:
    """The one worker of a run that stays in this process; calls in flight are waited for at the end."""
    with Journal(folder.journal_file) as journal:
        gateway = open_gateway(settings, journal, budget, on_call)
        async with ClientPool(gateway, timeout=settings.timeout) as pool:
            yield [LocalWorker(settings, dataset, pool)]

"""Where episodes are played and scored: what one episode needs, wherever it is played."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from typing import Protocol

from turtlesoup_bench.games import Episode, Instance, Player, Score, Seat
from turtlesoup_bench.games.episode import episode_id
from turtlesoup_bench.games.match import Match, advance
from turtlesoup_bench.models import Ledger, MeteredClient, ModelClient
from turtlesoup_bench.models.budget import Budget
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.gateway import LocalGateway
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.records import Usage
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.runner.scoring import Clients
from turtlesoup_bench.runner.settings import Plan, RunSettings


@dataclass(frozen=True, slots=True)
class EpisodeSpec:
    """One episode to be."""

    instance: Instance
    seed: int

    @property
    def episode_id(self) -> str:
        """The episode's id."""
        return episode_id(self.instance.id, self.seed)


class Worker(Protocol):
    """Plays and scores one episode after another, several at once if asked to."""

    async def play(self, spec: EpisodeSpec) -> Episode:
        """Plays an episode, whatever its ending."""

    async def score(self, episode: Episode) -> Score:
        """Scores an episode that has ended."""


class LocalWorker:
    """A worker in this process.

    Args:
        planned: The run.
        pool: The run's clients.
    """

    def __init__(self, planned: Plan, pool: Clients):
        self._planned = planned
        self._pool = pool
        self._scoring = planned.scoring
        self._cast = {seat: cast.label for seat, cast in planned.cast.items()}
        self._agents = {seat: cast.agent for seat, cast in planned.cast.items()}

    async def play(self, spec: EpisodeSpec) -> Episode:
        """See `Worker.play`."""
        match, players, ledger = self.begin(spec)
        await advance(match, players)
        return replace(match.episode(), usage=dict(sorted(ledger.usage.items())))

    def begin(self, spec: EpisodeSpec) -> tuple[Match, dict[str, Player], Ledger]:
        """The match of an episode, who plays its seats, and where their calls are booked."""
        ledger, handover = Ledger(spec.episode_id), self._planned.handover
        cast = {seat: self._cast[seat] for seat in spec.instance.seats}
        players = {seat: self._player(seat, spec, ledger) for seat in spec.instance.seats}
        match = handover.take_up(spec.episode_id, cast, players) if handover else self._match(spec, cast)
        return match, players, ledger

    def _match(self, spec: EpisodeSpec, cast: Mapping[str, str]) -> Match:
        planned, instance = self._planned, spec.instance
        setup = planned.game.setup(
            instance,
            seed=spec.seed,
            options=planned.settings.options,
            cast=cast,
            tested=[seat for seat in planned.tested if seat in instance.seats],
            grants={seat: self._agents[seat].grants for seat in instance.seats if self._agents[seat].grants},
        )
        return Match(planned.game, setup)

    def _player(self, seat: str, spec: EpisodeSpec, ledger: Ledger) -> Player:
        cast, instance = self._planned.cast[seat], spec.instance
        client: ModelClient | None = None
        if cast.model is not None:
            client = MeteredClient(self._pool.client(cast.model, cast.sampling), seat, ledger, spec.seed)
        secret = None if cast.is_tested else instance
        role, game = instance.seats[seat], self._planned.game
        return self._agents[seat].create(Seat(game, seat, role, instance.language, spec.seed, client, secret))

    async def score(self, episode: Episode) -> Score:
        """See `Worker.score`."""
        assert self._scoring is not None
        return await self._scoring.score(episode, self._pool)


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


class OpenWorkers(Protocol):
    """Opens the workers of a run, and closes them."""

    def __call__(
        self, planned: Plan, folder: RunFolder, budget: Budget | None, on_call: Callable[[Usage], None]
    ) -> AbstractAsyncContextManager[Sequence[Worker]]:
        """For the time of the run."""


@asynccontextmanager
async def local_workers(
    planned: Plan, folder: RunFolder, budget: Budget | None, on_call: Callable[[Usage], None]
) -> AsyncIterator[Sequence[Worker]]:
    """The one worker of a run that stays in this process; calls in flight are waited for at the end."""
    with Journal(folder.journal_file) as journal:
        gateway = open_gateway(planned.settings, journal, budget, on_call)
        async with ClientPool(gateway, timeout=planned.settings.timeout) as pool:
            yield [LocalWorker(planned, pool)]

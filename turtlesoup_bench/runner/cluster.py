"""A run on a Ray cluster: workers on every CPU play the episodes, and one gateway beside the run folder serves them.

Each worker makes its own calls, so its node needs the providers' keys and addresses in its environment. The gateway is
an actor on the node of the run folder: it keeps the journal, the providers' limits and the budget. A worker that dies
is replaced, its places among the calls in flight are given back, and its episodes go on from the journal.
"""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from turtlesoup_bench.errors import ProviderError, RunFolderError
from turtlesoup_bench.games import Episode, Score
from turtlesoup_bench.models import Place
from turtlesoup_bench.models.budget import Budget
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.records import Usage
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.runner.settings import Plan, RunSettings, plan
from turtlesoup_bench.runner.worker import EpisodeSpec, LocalWorker, Worker, open_gateway

_RESTARTS = 5
"""So many workers in a row may die over one episode before the run gives up."""
_WAITING = 10_000
"""Calls that may wait at the gateway at once."""
T = TypeVar("T")


@asynccontextmanager
async def cluster_workers(
    planned: Plan, folder: RunFolder, budget: Budget | None, on_call: Callable[[Usage], None]
) -> AsyncIterator[Sequence[Worker]]:
    """A worker on every CPU of the cluster that ``RAY_ADDRESS`` names, or of this machine."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray = _ray()
    begun_here = not ray.is_initialized()
    if begun_here:
        ray.init(log_to_driver=False, logging_level="ERROR", include_dashboard=False)
    gateway = _gateway_beside(planned.settings, folder, budget)
    worker = ray.remote(num_cpus=1, max_concurrency=_WAITING)(_WorkerActor)
    names = itertools.count()

    def start_worker() -> tuple[str, Any]:
        name = f"worker-{next(names)}"
        return name, worker.remote(planned.settings, gateway, name)

    def on_usage(usage: Usage) -> None:
        if budget is not None:  # the gateway counts on a copy of it
            budget.add(usage)
        on_call(usage)

    workers = [_RemoteWorker(start_worker, gateway) for _ in range(max(1, int(ray.cluster_resources().get("CPU", 1))))]
    forwarding = asyncio.create_task(_forward_usage(gateway, on_usage))
    try:
        yield workers
    finally:
        await asyncio.gather(*(worker.close() for worker in workers))
        forwarding.cancel()
        for usage in await gateway.new_usage.remote():
            on_usage(usage)
        await gateway.close.remote()
        if begun_here:
            ray.shutdown()


def _ray(part: str = "") -> Any:
    """Ray, or a module of it; it is an extra, so that nothing may import it before a run asks for it."""
    return import_module(f"ray.{part}" if part else "ray")


def _gateway_beside(settings: RunSettings, folder: RunFolder, budget: Budget | None) -> Any:
    """The gateway, on the node on which this process runs and the run folder is."""
    ray, strategies = _ray(), _ray("util.scheduling_strategies")
    here = strategies.NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
    gateway = ray.remote(num_cpus=0, max_concurrency=_WAITING, scheduling_strategy=here)(_GatewayActor)
    return gateway.remote(settings, folder.journal_file.absolute(), budget)


async def _forward_usage(gateway: Any, on_usage: Callable[[Usage], None]) -> None:
    while True:
        await asyncio.sleep(0.5)
        for usage in await gateway.new_usage.remote():
            on_usage(usage)


class _GatewayActor:
    """The gateway, as an actor; a place that a worker holds is known by the worker's name and a number."""

    def __init__(self, settings: RunSettings, journal_file: Path, budget: Budget | None):
        self._journal = Journal(journal_file)
        self._new_usage: list[Usage] = []
        self._gateway = open_gateway(settings, self._journal, budget, self._new_usage.append)
        self._held: dict[tuple[str, int], AbstractAsyncContextManager[None]] = {}
        self._gone: set[str] = set()

    async def find(self, key: str, place: Place | None) -> dict[str, Any] | None:
        return await self._gateway.find(key, place)

    async def enter(self, provider: str, worker: str, number: int) -> None:
        slot = self._gateway.slot(provider)
        await slot.__aenter__()
        if worker in self._gone:  # it died while it waited
            await slot.__aexit__(None, None, None)
        else:
            self._held[worker, number] = slot

    async def leave(self, worker: str, number: int, error: ProviderError | None) -> None:
        slot = self._held.pop((worker, number), None)
        if slot is not None:
            with suppress(ProviderError):  # which the limits learn from, and raise again
                await slot.__aexit__(type(error) if error else None, error, None)

    async def keep(
        self, provider: str, key: str, model: str, request: str, reply: dict[str, Any], seconds: float
    ) -> None:
        await self._gateway.keep(provider, key, model, request, reply, seconds)

    async def release(self, worker: str) -> None:
        """Gives back what a dead worker held."""
        self._gone.add(worker)
        for name, number in list(self._held):
            if name == worker:
                await self.leave(name, number, None)

    async def new_usage(self) -> list[Usage]:
        """What replies consumed since this was last asked."""
        new_usage = list(self._new_usage)
        self._new_usage.clear()
        return new_usage

    async def close(self) -> None:
        self._journal.close()


class _RemoteGateway:
    """The gateway, as a worker sees it."""

    def __init__(self, actor: Any, worker: str):
        self._actor = actor
        self._worker = worker
        self._numbers = itertools.count()

    async def find(self, key: str, place: Place | None) -> dict[str, Any] | None:
        return await self._actor.find.remote(key, place)  # type: ignore[no-any-return]

    @asynccontextmanager
    async def slot(self, provider: str) -> AsyncIterator[None]:
        number = next(self._numbers)
        entering = self._actor.enter.remote(provider, self._worker, number)
        try:
            await _unwrapped(entering)
        except asyncio.CancelledError:  # nobody is waiting for the place any more
            _ray().cancel(entering)
            raise
        error: ProviderError | None = None
        try:
            yield
        except ProviderError as caught:
            error = caught
            raise
        finally:
            await self._actor.leave.remote(self._worker, number, error)

    async def keep(
        self, provider: str, key: str, model: str, request: str, reply: dict[str, Any], seconds: float
    ) -> None:
        await _unwrapped(self._actor.keep.remote(provider, key, model, request, reply, seconds))


class _WorkerActor:
    """A worker, as an actor."""

    def __init__(self, settings: RunSettings, gateway: Any, name: str):
        gateway = _RemoteGateway(gateway, name)
        self._pool = ClientPool(gateway, timeout=settings.timeout, processes=0)
        self._worker = LocalWorker(plan(settings), self._pool)

    async def play(self, spec: EpisodeSpec) -> Episode:
        return await self._worker.play(spec)

    async def score(self, episode: Episode) -> Score:
        return await self._worker.score(episode)

    async def close(self) -> None:
        """Waits for the calls in flight, so that what was paid is in the journal."""
        await self._pool.__aexit__(None, None, None)


class _RemoteWorker:
    """A worker, or the one that replaced it."""

    def __init__(self, start_worker: Callable[[], tuple[str, Any]], gateway: Any):
        self._start_worker = start_worker
        self._gateway = gateway
        self._name, self._actor = start_worker()

    async def play(self, spec: EpisodeSpec) -> Episode:
        """See `Worker.play`."""
        return await self._asked(lambda worker: worker.play.remote(spec))

    async def score(self, episode: Episode) -> Score:
        """See `Worker.score`."""
        return await self._asked(lambda worker: worker.score.remote(episode))

    async def close(self) -> None:
        with suppress(_ray("exceptions").RayError):
            await self._actor.close.remote()

    async def _asked(self, ask: Callable[[Any], Awaitable[T]]) -> T:
        for _ in range(_RESTARTS):
            name = self._name
            try:
                return await _unwrapped(ask(self._actor))
            except _ray("exceptions").RayActorError:
                if name == self._name:  # else somebody who waited beside this one has started one already
                    self._name, self._actor = self._start_worker()
                    await self._gateway.release.remote(name)
        raise RunFolderError(f"{_RESTARTS} workers died one after the other; run the same command again to go on")


async def _unwrapped(answer: Awaitable[T]) -> T:
    """The answer; where it is an error, the one that was raised, without Ray's wrapping."""
    try:
        return await answer
    except _ray("exceptions").RayTaskError as error:
        raise error.cause from None

"""The client of every provider: calls with retries, on the terms of the run's gateway."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from turtlesoup_bench.errors import ProviderError, RequestError, TransientError
from turtlesoup_bench.models import GREEDY, PLACE, SEEDS_BETWEEN_SAMPLES, Completion, Sampling
from turtlesoup_bench.models.callers import PROCESSES, Callers
from turtlesoup_bench.models.gateway import Gateway, LocalGateway
from turtlesoup_bench.models.journal import Journal, canonical, request_key, usage_of
from turtlesoup_bench.models.own_server import OwnServers, is_own_server
from turtlesoup_bench.models.unanswered import Unanswered
from turtlesoup_bench.prompts import Message

DEFAULT_SEED = 42
_LONGEST_WAIT = 60.0
"""Seconds to the next try, at most, where the provider asks for no more."""


def keyed_request(
    model: str, messages: Sequence[Message], sampling: Sampling, *, seed: int | None, json_mode: bool, sample: int
) -> dict[str, Any]:
    """A request as the journal keeps it and its key is made of; see `ModelClient.complete`."""
    return {
        "model": model,
        "messages": list(messages),
        "sampling": sampling.to_json(),
        "seed": DEFAULT_SEED if seed is None else seed,
        "json_mode": json_mode,
        "sample": sample,
    }


def completion_of(reply: dict[str, Any]) -> Completion:
    """A reply of the journal, or of a call, as its caller gets it."""
    return Completion(
        reply["text"],
        usage_of(reply),
        reply.get("finish_reason"),
        reply.get("is_replayed", False),
        reply.get("reasoning", ""),
    )


class ProviderClient:
    """One model at one provider.

    Args:
        model: As litellm writes it, ``provider/model``.
        gateway: Replies already given, limits and budget, shared by all clients of a run.
        call: Makes one call; see `turtlesoup_bench.models.calls.call`.
        sampling: How replies are sampled.
        seed: Sampling seed where a call names none.
        timeout: Seconds until a try is given up.
        attempts: Tries in all where failures are transient.
    """

    def __init__(
        self,
        model: str,
        gateway: Gateway,
        call: Callable[[dict[str, Any]], Awaitable[dict[str, Any]]],
        *,
        sampling: Sampling = GREEDY,
        seed: int = DEFAULT_SEED,
        timeout: float = 180.0,
        attempts: int = 8,
    ):
        self.model = model
        self._provider = model.split("/", 1)[0]
        self._gateway = gateway
        self._call = call
        self._sampling = sampling
        self._seed = seed
        self._timeout = timeout
        self._attempts = attempts
        self._unanswered = Unanswered(model)
        self._in_flight: dict[str, asyncio.Task[dict[str, Any]]] = {}
        self._sent: set[str] = set()
        self._is_closing = False

    async def complete(
        self, messages: Sequence[Message], *, json_mode: bool = False, seed: int | None = None, sample: int = 0
    ) -> Completion:
        """See `ModelClient.complete`. Equal requests that wait at the same time are sent once."""
        seed = self._seed if seed is None else seed
        request = keyed_request(self.model, messages, self._sampling, seed=seed, json_mode=json_mode, sample=sample)
        text = canonical(request)
        key = request_key(text)
        reply = await self._gateway.find(key, PLACE.get())
        if reply is None:
            task = self._in_flight.get(key)
            if task is None:
                sent = {**request, "seed": seed + sample * SEEDS_BETWEEN_SAMPLES}
                task = self._in_flight[key] = asyncio.create_task(self._send_and_keep(key, text, sent))
                task.add_done_callback(lambda task: self._forget(key, task))
            # A caller that is cancelled must not take down a call that another one waits for, nor one already paid.
            reply = await asyncio.shield(task)
        return completion_of(reply)

    async def _send_and_keep(self, key: str, text: str, request: dict[str, Any]) -> dict[str, Any]:
        if self._is_closing:
            raise asyncio.CancelledError
        start, attempt = time.monotonic(), 0
        while True:
            attempt += 1
            try:
                async with self._gateway.slot(self._provider):
                    return await self._sent_and_kept(key, text, request, start)
            except RequestError as error:
                raise self._unanswered.judged(key, error) from error
            except TransientError as error:
                if self._is_last(error, attempt, time.monotonic() - start):
                    raise self._unanswered.judged(key, error) from error
                delay = max(error.retry_after or 0.0, _backoff(attempt))
            await asyncio.sleep(delay)

    async def _sent_and_kept(self, key: str, text: str, request: dict[str, Any], start: float) -> dict[str, Any]:
        self._sent.add(key)
        try:
            reply = await self._tried({**request, "timeout": self._timeout})
            # Booked while it still holds its place: the next call begins only when the budget knows of it.
            await self._gateway.keep(self._provider, key, self.model, text, reply, time.monotonic() - start)
            return reply
        finally:
            self._sent.discard(key)

    async def _tried(self, request: dict[str, Any]) -> dict[str, Any]:
        try:
            reply = await self._call(request)
        except ProviderError as error:
            self._unanswered.failed(error)
            raise
        self._unanswered.answered()
        return reply

    def _is_last(self, error: TransientError, attempt: int, seconds: float) -> bool:
        if self._is_closing or attempt >= self._attempts:
            return True
        return self._unanswered.is_enough(error, attempt, seconds)

    def _forget(self, key: str, task: asyncio.Task[dict[str, Any]]) -> None:
        self._in_flight.pop(key, None)
        if not task.cancelled():
            task.exception()  # is looked at, since where the run has stopped nobody waits for it any more

    async def close(self) -> None:
        """Waits for the calls that were sent, so that what was paid is in the journal; those that wait are given up."""
        self._is_closing = True
        for key, task in self._in_flight.items():
            if key not in self._sent:
                task.cancel()
        await asyncio.gather(*self._in_flight.values(), return_exceptions=True)


class ClientPool:
    """The clients of a run, one a model and sampling.

    Args:
        gateway: What they share; a journal is a gateway with the default limits.
        timeout: Seconds until a try is given up.
        processes: Processes that make the calls of litellm; 0 makes them in this one.
        attempts: Tries in all where failures are transient.
    """

    def __init__(
        self, gateway: Gateway | Journal, *, timeout: float = 180.0, processes: int = PROCESSES, attempts: int = 8
    ):
        self._gateway = LocalGateway(gateway) if isinstance(gateway, Journal) else gateway
        self._callers = Callers(processes)
        self._own_servers = OwnServers()
        self._clients: dict[tuple[str, Sampling], ProviderClient] = {}
        self._timeout = timeout
        self._attempts = attempts

    def client(self, model: str, sampling: Sampling = GREEDY) -> ProviderClient:
        """The client of a model; the same one for the same name and sampling.

        Args:
            model: As litellm writes it.
            sampling: How replies are sampled. Only the model under test has the run's.
        """
        if (model, sampling) not in self._clients:
            call = self._own_servers.call if is_own_server(model) else self._callers.call
            self._clients[model, sampling] = ProviderClient(
                model, self._gateway, call, sampling=sampling, timeout=self._timeout, attempts=self._attempts
            )
        return self._clients[model, sampling]

    async def __aenter__(self) -> ClientPool:
        return self

    async def __aexit__(self, *_: object) -> None:
        try:
            await asyncio.gather(*(client.close() for client in self._clients.values()))
        finally:
            await self._own_servers.close()
            await self._callers.close()


def _backoff(attempt: int) -> float:
    """Seconds to the next try: more after each, and drawn, so that calls that failed together do not come together."""
    return random.uniform(0.0, min(_LONGEST_WAIT, 0.5 * 2 ** (attempt - 1)))

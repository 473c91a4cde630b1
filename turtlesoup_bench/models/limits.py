"""How many calls a provider is sent at once, found out as calls come back, and how many a minute."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from turtlesoup_bench.errors import TransientError


class Limiter:
    """The calls in flight at one provider.

    The number allowed grows by one a round of calls that go well, up to the most, and is halved when the provider says
    that it is too many: additive increase, multiplicative decrease (Chiu and Jain 1989).

    Args:
        most: Calls in flight at most; also the number to begin with.
        requests_per_minute: Calls begun a minute; None for no limit.
        tokens_per_minute: Tokens sent and received a minute; None for no limit.
    """

    def __init__(self, most: int, *, requests_per_minute: float | None = None, tokens_per_minute: float | None = None):
        self.allowed = float(most)
        self.in_flight = 0
        self._most = most
        self._halvings = 0
        self._free_at = 0.0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._requests = _Rate(requests_per_minute) if requests_per_minute else None
        self._tokens = _Rate(tokens_per_minute) if tokens_per_minute else None

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Waits for a place, holds it for one call, and learns from how the call ends."""
        await self._enter()
        halvings = self._halvings
        try:
            yield
        except TransientError as error:
            # Calls that were already on their way when the number was halved tell nothing new.
            if error.is_overload and halvings == self._halvings:
                self._halvings += 1
                self.allowed = max(1.0, self.allowed / 2)
                self._free_at = time.monotonic() + (error.retry_after or 0.0)
            raise
        else:
            self.allowed = min(float(self._most), self.allowed + 1 / self.allowed)
        finally:
            self.in_flight -= 1
            self._wake()

    def spent(self, tokens: int) -> None:
        """Books the tokens of a call, once they are known; the next calls wait until they are paid off."""
        if self._tokens:
            self._tokens.spend(tokens)

    async def _enter(self) -> None:
        while True:
            delay = max(self._free_at - time.monotonic(), *(rate.delay() for rate in self._rates()), 0.0)
            if delay > 0:
                await asyncio.sleep(delay)
            elif self.in_flight < int(self.allowed):
                break
            else:
                await self._wait()
        self.in_flight += 1
        if self._requests:
            self._requests.spend(1)

    def _rates(self) -> list[_Rate]:
        return [rate for rate in (self._requests, self._tokens) if rate]

    async def _wait(self) -> None:
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._wake()  # the place was already given away to this one: pass it on
            raise

    def _wake(self) -> None:
        free = int(self.allowed) - self.in_flight
        while free > 0 and self._waiting:
            place = self._waiting.popleft()
            if not place.done():
                place.set_result(None)
                free -= 1


class _Rate:
    """So many a minute, at most a second's worth at once; what is spent beyond that has to be waited off."""

    def __init__(self, per_minute: float):
        self._per_second = per_minute / 60
        self._most = max(1.0, self._per_second)
        self._balance = self._most
        self._at = time.monotonic()

    def delay(self) -> float:
        """Seconds until something may be spent again."""
        now = time.monotonic()
        self._balance = min(self._most, self._balance + (now - self._at) * self._per_second)
        self._at = now
        return max(0.0, (1.0 - self._balance) / self._per_second)

    def spend(self, amount: float) -> None:
        """Takes what was used off the balance, which may fall below zero."""
        self._balance -= amount

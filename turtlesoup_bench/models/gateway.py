"""What the clients of a run share: replies already given, the providers' limits, and the budget."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Protocol

from turtlesoup_bench.models import Place
from turtlesoup_bench.models.budget import Budget
from turtlesoup_bench.models.journal import Journal, usage_of
from turtlesoup_bench.models.limits import Limiter
from turtlesoup_bench.records import Usage


class Gateway(Protocol):
    """Where a client asks before a call and reports after it; it may be in another process."""

    async def find(self, key: str, place: Place | None) -> dict[str, Any] | None:
        """The reply to the request with this key, if there was one; notes where the request is made.

        Raises:
            RunFolderError: If the journal cannot be written.
        """

    def slot(self, provider: str) -> AbstractAsyncContextManager[None]:
        """Waits for a place among a provider's calls in flight, and holds it for one call.

        Raises:
            BudgetSpent: If the budget is used up.
        """

    async def keep(
        self, provider: str, key: str, model: str, request: str, reply: dict[str, Any], seconds: float
    ) -> None:
        """Writes a request, in its canonical form, with its reply into the journal and books what it consumed.

        Raises:
            RunFolderError: If the journal cannot be written.
        """


class LocalGateway:
    """The gateway of a run that stays in one process.

    Args:
        journal: Where replies are kept and looked up.
        concurrency: Calls in flight at a provider, at most.
        requests_per_minute: Calls begun a minute at a provider; None for no limit.
        tokens_per_minute: Tokens a minute at a provider; None for no limit.
        budget: What may be spent; None for no limit.
        on_call: Told of what each reply consumed that was not in the journal.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        concurrency: int = 16,
        requests_per_minute: float | None = None,
        tokens_per_minute: float | None = None,
        budget: Budget | None = None,
        on_call: Callable[[Usage], None] | None = None,
    ):
        self._journal = journal
        self._limiters: dict[str, Limiter] = defaultdict(
            lambda: Limiter(concurrency, requests_per_minute=requests_per_minute, tokens_per_minute=tokens_per_minute)
        )
        self._budget = budget
        self._on_call = on_call

    async def find(self, key: str, place: Place | None) -> dict[str, Any] | None:
        """See `Gateway.find`."""
        if place is not None:
            self._journal.note(place, key)
        return self._journal.get(key)

    @asynccontextmanager
    async def slot(self, provider: str) -> AsyncIterator[None]:
        """See `Gateway.slot`."""
        async with self._limiters[provider].slot():
            if self._budget:
                self._budget.check()
            yield

    async def keep(
        self, provider: str, key: str, model: str, request: str, reply: dict[str, Any], seconds: float
    ) -> None:
        """See `Gateway.keep`."""
        usage = usage_of(reply)
        self._limiters[provider].spent(usage.prompt_tokens + usage.completion_tokens)
        if self._budget:
            self._budget.add(usage)
        self._journal.put(key, model, request, reply, seconds)
        if self._on_call:
            self._on_call(usage)

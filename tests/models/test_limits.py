from __future__ import annotations

import asyncio
import time

import pytest

from turtlesoup_bench.errors import BudgetSpent, InvalidInput, TransientError
from turtlesoup_bench.models.budget import Budget
from turtlesoup_bench.models.limits import Limiter
from turtlesoup_bench.records import Usage


async def call(limiter: Limiter, seconds: float = 0.0, error: Exception | None = None) -> None:
    async with limiter.slot():
        await asyncio.sleep(seconds)
        if error:
            raise error


def overload(retry_after: float | None = None) -> TransientError:
    return TransientError("429", retry_after, is_overload=True)


def test_no_more_than_allowed_at_once() -> None:
    async def many() -> int:
        limiter, most = Limiter(3), 0

        async def one() -> None:
            nonlocal most
            async with limiter.slot():
                most = max(most, limiter.in_flight)
                await asyncio.sleep(0.01)

        await asyncio.gather(*(one() for _ in range(10)))
        assert limiter.in_flight == 0
        return most

    assert asyncio.run(many()) == 3


def test_halved_once_a_round_of_overload_and_grown_by_one_a_round_of_calls() -> None:
    async def story() -> None:
        limiter = Limiter(16)
        # Sixteen calls on their way meet the overload together: that is one piece of news, not sixteen.
        await asyncio.gather(*(call(limiter, 0.01, overload()) for _ in range(16)), return_exceptions=True)
        assert limiter.allowed == 8
        await asyncio.gather(*(call(limiter) for _ in range(8)))
        assert 8.9 < limiter.allowed <= 9.1
        for _ in range(400):
            await call(limiter)
        assert limiter.allowed == 16
        for _ in range(10):
            with pytest.raises(TransientError):
                await call(limiter, error=overload())
        assert limiter.allowed == 1

    asyncio.run(story())


def test_other_failures_do_not_slow_down() -> None:
    async def story() -> float:
        limiter = Limiter(8)
        with pytest.raises(TransientError):
            await call(limiter, error=TransientError("500"))
        with pytest.raises(ValueError, match="x"):
            await call(limiter, error=ValueError("x"))
        return limiter.allowed

    assert asyncio.run(story()) == 8


def test_nothing_is_sent_while_the_provider_asked_to_wait() -> None:
    async def story() -> float:
        limiter = Limiter(4)
        with pytest.raises(TransientError):
            await call(limiter, error=overload(0.2))
        start = time.monotonic()
        await asyncio.gather(*(call(limiter) for _ in range(4)))
        return time.monotonic() - start

    assert asyncio.run(story()) >= 0.19


def test_requests_and_tokens_a_minute() -> None:
    async def story(limiter: Limiter, calls: int, tokens: int) -> float:
        start = time.monotonic()
        for _ in range(calls):
            await call(limiter)
            limiter.spent(tokens)
        return time.monotonic() - start

    # 1,200 a minute are twenty a second, of which one second's worth may go at once.
    assert 0.4 < asyncio.run(story(Limiter(4, requests_per_minute=1200), 30, 0)) < 1.0
    # A thousand tokens a second: the first second's worth is free, two calls of 600 go beyond it.
    assert 0.15 < asyncio.run(story(Limiter(4, tokens_per_minute=60_000), 3, 600)) < 1.0


def test_a_cancelled_waiter_passes_its_place_on() -> None:
    async def story() -> None:
        limiter = Limiter(1)
        first = asyncio.create_task(call(limiter, 0.02))
        await asyncio.sleep(0)
        second, third = (asyncio.create_task(call(limiter)) for _ in range(2))
        await asyncio.sleep(0.01)
        second.cancel()
        await asyncio.wait_for(asyncio.gather(first, third), 1)
        assert limiter.in_flight == 0

    asyncio.run(story())


@pytest.mark.parametrize(
    ("text", "amount", "unit"),
    [
        ("$20", 20, "usd"),
        ("20", 20, "usd"),
        ("2.5usd", 2.5, "usd"),
        ("5000calls", 5000, "calls"),
        ("3Mtokens", 3_000_000, "tokens"),
        ("1.5k calls", 1500, "calls"),
    ],
)
def test_a_budget_is_read(text: str, amount: float, unit: str) -> None:
    budget = Budget.parse(text)
    assert (budget.amount, budget.unit) == (amount, unit)


@pytest.mark.parametrize("text", ["", "$", "$20calls", "-5calls", "20 euros", "callscalls"])
def test_what_is_no_budget_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="such as"):
        Budget.parse(text)


def test_a_budget_stops_and_an_unknown_price_is_not_zero() -> None:
    budget = Budget.parse("$1")
    budget.add(Usage(1, 10, 10, 0.6))
    budget.check()
    budget.add(Usage(1, 10, 10, 0.6))
    with pytest.raises(BudgetSpent, match=r"budget of \$1.00 is spent"):
        budget.check()
    unknown = Budget.parse("$1")
    unknown.add(Usage(1, 10, 10, None))
    with pytest.raises(BudgetSpent, match="price is not known"):
        unknown.check()

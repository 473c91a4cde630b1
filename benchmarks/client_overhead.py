"""CPU a call of this project's client against bare litellm and the bare openai client, on the same requests.

The client keeps its journal, limits and retries, and makes its calls in this process. The provider answers at once,
from a process of its own; 50 calls are in flight.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from provider import provided

CALLS, IN_FLIGHT, ROUNDS = 300, 50, 3
Call = Callable[[int], Awaitable[object]]


def messages(number: int) -> list:
    return [
        {"role": "system", "content": "Say hello."},
        {"role": "user", "content": "x" * 2000 + str(number)},
    ]


async def cpu(call: Call, first: int) -> float:
    """CPU seconds a call, the least of some rounds; every request is a new one."""
    await asyncio.gather(*(call(first - number - 1) for number in range(5)))
    best = float("inf")
    for round_number in range(ROUNDS):
        slots = asyncio.Semaphore(IN_FLIGHT)

        async def one(number: int, slots: asyncio.Semaphore = slots) -> None:
            async with slots:
                await call(number)

        start = time.process_time()
        base = first + round_number * CALLS
        await asyncio.gather(*(one(base + number) for number in range(CALLS)))
        best = min(best, (time.process_time() - start) / CALLS)
    return best


async def measure() -> None:
    """Prints the table."""
    import openai

    from turtlesoup_bench.models.calls import call, litellm
    from turtlesoup_bench.models.client import ProviderClient
    from turtlesoup_bench.models.gateway import LocalGateway
    from turtlesoup_bench.models.journal import Journal
    from turtlesoup_bench.models.own_server import OwnServers

    plain, servers = openai.AsyncOpenAI(max_retries=0), OwnServers()
    options = {"temperature": 0.0, "seed": 42}
    gateway = LocalGateway(Journal(), concurrency=IN_FLIGHT)
    own = ProviderClient("openai/simulated", gateway, servers.call)
    far = ProviderClient("openai/simulated", gateway, call)
    results = {
        "bare openai": await cpu(
            lambda n: plain.chat.completions.create(model="simulated", messages=messages(n), **options), 10_000
        ),
        "bare litellm": await cpu(
            lambda n: litellm().acompletion(
                model="openai/simulated", messages=messages(n), num_retries=0, max_retries=0, **options
            ),
            20_000,
        ),
        "this client, through litellm": await cpu(lambda n: far.complete(messages(n)), 30_000),
        "this client, own server": await cpu(lambda n: own.complete(messages(n)), 40_000),
    }
    await servers.close()
    for name, seconds in results.items():
        print(f"{name:<28} {seconds / results['bare litellm']:.2f} x bare litellm")


def main() -> None:
    """Starts the provider and measures."""
    with provided():
        asyncio.run(measure())


if __name__ == "__main__":
    main()

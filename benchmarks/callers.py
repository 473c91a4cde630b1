"""What the processes that make litellm's calls are worth where a call takes a second: wall time against the latency.

So many calls are kept in flight, eight rounds of them. Run: ``python benchmarks/callers.py``.
"""

from __future__ import annotations

import asyncio
import time

from provider import ROUTES, provided

from turtlesoup_bench.models.callers import PROCESSES
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.gateway import LocalGateway
from turtlesoup_bench.models.journal import Journal

LATENCY, ROUNDS = 1.0, 8
SYSTEM = "word " * 1200
"""About as long as a prompt of Mosaic's."""


async def seconds_a_round(in_flight: int, processes: int) -> float:
    """Mean wall time of a round of calls."""
    with Journal() as journal:
        async with ClientPool(LocalGateway(journal, concurrency=in_flight), processes=processes) as pool:
            client = pool.client(ROUTES["through litellm"][0])
            await client.complete([{"role": "user", "content": "the first call imports litellm"}])

            async def ask(number: int) -> None:
                for place in range(ROUNDS):
                    user = {"role": "user", "content": f"{number} {place}"}
                    await client.complete([{"role": "system", "content": SYSTEM}, user])

            start = time.perf_counter()
            await asyncio.gather(*(ask(number) for number in range(in_flight)))
            return (time.perf_counter() - start) / ROUNDS


def main() -> None:
    """Prints the ratios."""
    with provided(LATENCY):
        for in_flight in (16, 32, 64):
            for processes in (0, PROCESSES):
                ratio = asyncio.run(seconds_a_round(in_flight, processes)) / LATENCY
                print(f"{in_flight} in flight, {processes or 'no'} processes: {ratio:.3f} x the latency")


if __name__ == "__main__":
    main()

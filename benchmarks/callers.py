"""What the processes that make litellm's calls are worth: wall time against the latency, of a second and of 200 ms.

So many calls are kept in flight, some rounds of them. Run: ``python benchmarks/callers.py``.
"""

from __future__ import annotations

import asyncio
import time

from provider import ROUTES, provided

from turtlesoup_bench.models.callers import PROCESSES
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.gateway import LocalGateway
from turtlesoup_bench.models.journal import Journal

ROUNDS = {1.0: 8, 0.2: 30}
"""By the latency, in seconds."""
SYSTEM = "word " * 1200
"""About as long as a prompt of Mosaic's."""


async def seconds_a_round(in_flight: int, processes: int, rounds: int) -> float:
    """Mean wall time of a round of calls."""
    with Journal() as journal:
        async with ClientPool(LocalGateway(journal, concurrency=in_flight), processes=processes) as pool:
            client = pool.client(ROUTES["through litellm"][0])
            await client.complete([{"role": "user", "content": "the first call imports litellm"}])

            async def ask(number: int) -> None:
                for place in range(rounds):
                    user = {"role": "user", "content": f"{number} {place}"}
                    await client.complete([{"role": "system", "content": SYSTEM}, user])

            start = time.perf_counter()
            await asyncio.gather(*(ask(number) for number in range(in_flight)))
            return (time.perf_counter() - start) / rounds


def main() -> None:
    """Prints the ratios."""
    for latency, rounds in ROUNDS.items():
        with provided(latency):
            for in_flight in (16, 32, 64):
                for processes in (0, PROCESSES):
                    ratio = asyncio.run(seconds_a_round(in_flight, processes, rounds)) / latency
                    print(f"{in_flight} in flight, {processes or 'no'} processes: {ratio:.3f} x {latency} s")


if __name__ == "__main__":
    main()

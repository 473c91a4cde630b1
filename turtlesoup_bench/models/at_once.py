"""Many askings at the same time, but not all: a long file does not wait in memory as prompts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")
AT_ONCE = 64


async def each(work: Callable[[T], Awaitable[R]], items: Iterable[T]) -> list[R]:
    """What the work makes of each item, in order; at most `AT_ONCE` items are worked on at the same time.

    Raises:
        Exception: The first that the work raises.
    """
    slots = asyncio.Semaphore(AT_ONCE)

    async def one(item: T) -> R:
        async with slots:
            return await work(item)

    return await asyncio.gather(*map(one, items))

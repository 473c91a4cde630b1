"""Askings at the same time: a few together, or many, but not all, so that no long file waits in memory as prompts."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
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


async def together(askings: Sequence[Awaitable[R]]) -> list[R]:
    """What comes of a few askings, in order; a single one, as most are, is spared a task of its own.

    Raises:
        Exception: The first that one of them raises.
    """
    return [await askings[0]] if len(askings) == 1 else await asyncio.gather(*askings)

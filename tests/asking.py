"""The real client asks a relay, and somebody replies by what its page sends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from serving import request

from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.prompts import Message


def said(text: str, role: str = "user") -> Message:
    return {"role": role, "content": text}


def ask(role: str, *messages: Message, timeout: float = 60.0, seed: int = 1) -> str:
    """What a model of this role replies; raises as the client does, which tries once."""

    async def go() -> str:
        async with ClientPool(Journal(), timeout=timeout, attempts=1) as pool:
            reply = await pool.client(f"hosted_vllm/{role}").complete(messages, seed=seed)
        return reply.text

    return asyncio.run(go())


@contextmanager
def asking() -> Iterator[Callable[..., Future[str]]]:
    """Asks in threads, which go on while somebody replies."""
    with ThreadPoolExecutor(8) as threads:
        yield lambda *arguments, **options: threads.submit(ask, *arguments, **options)


def until(address: str, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """What the relay lists once that is so; asks as its page does, which is answered when something has changed."""
    version = ""
    while True:
        status, listed = request(f"{address}api/calls?version={version}")
        assert status == 200
        if is_so(listed):
            return listed
        version = listed["version"]


def waiting(address: str, number: int = 1) -> list[dict[str, Any]]:
    """The calls, once so many wait."""
    calls: list[dict[str, Any]] = until(address, lambda listed: len(listed["waiting"]) == number)["waiting"]
    return calls


def reply(address: str, call: dict[str, Any], text: object) -> int:
    """The status of a reply."""
    return request(f"{address}api/calls/{call['id']}/reply", {"text": text})[0]

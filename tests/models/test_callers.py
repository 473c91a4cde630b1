"""Calls made by processes of their own, against the simulated provider."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from turtlesoup_bench.errors import AccessError
from turtlesoup_bench.models.callers import Callers
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider

MODEL = "deepseek/simulated"


def request(text: str = "hi") -> dict[str, Any]:
    messages = [{"role": "user", "content": text}]
    return {
        "model": MODEL,
        "messages": messages,
        "sampling": {"temperature": 0.0},
        "seed": 42,
        "json_mode": False,
        "timeout": 30,
    }


def living() -> dict[int, int]:
    """The parent of each process that has not ended."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:  # it has just ended
            continue
        if state != "Z":
            parents[int(stat.parent.name)] = int(parent)
    return parents


def descendants(process: int) -> list[int]:
    parents, found = living(), [process]
    for above in found:
        found += [pid for pid, parent in parents.items() if parent == above]
    return found[1:]


async def asked(processes: int, *texts: str) -> list[Any]:
    """What comes of some calls at once: a reply or an exception each."""
    callers = Callers(processes)
    try:
        return await asyncio.gather(*(callers.call(request(text)) for text in texts), return_exceptions=True)
    finally:
        await callers.close()


def test_calls_are_spread_over_the_processes(provider: SimulatedProvider) -> None:
    provider.behaviour.latency = 1.0
    replies = asyncio.run(asked(2, *(f"{n} ü 汤" for n in range(6))))
    assert {reply["text"] for reply in replies} == {"Hello."}
    assert all(reply["prompt_tokens"] > 0 and reply["cost"] is None for reply in replies)
    assert provider.answered.total() == 6
    assert provider.most_in_flight == 6


def test_an_error_comes_back_as_it_was_raised(provider: SimulatedProvider) -> None:
    provider.behaviour.faults = {"rate_limit": 1.0}
    (far,), (near,) = asyncio.run(asked(1, "hi")), asyncio.run(asked(0, "hi"))
    assert (type(far), str(far)) == (type(near), str(near))
    assert vars(far) == vars(near) == {"retry_after": 0.05, "is_overload": True}


def test_the_next_pool_takes_the_processes_over_and_its_environment_counts(
    provider: SimulatedProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def call() -> None:
        async with ClientPool(Journal(), processes=1) as pool:
            await pool.client("openai/gpt-4o").complete(request()["messages"])

    asyncio.run(call())
    there = descendants(os.getpid())
    asyncio.run(call())
    assert there and descendants(os.getpid()) == there
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(AccessError, match="OPENAI_API_KEY"):
        asyncio.run(call())


def test_a_call_whose_process_is_killed_is_made_again_by_another(provider: SimulatedProvider) -> None:
    async def go() -> None:
        async with ClientPool(Journal(), processes=2) as pool:
            client = pool.client(MODEL)
            await client.complete(request("first")["messages"])
            provider.behaviour.latency = 0.5
            calls = asyncio.gather(*(client.complete(request(str(n))["messages"]) for n in range(4)))
            await asyncio.sleep(0.2)
            for process in descendants(os.getpid()):
                os.kill(process, signal.SIGKILL)
            assert {completion.text for completion in await calls} == {"Hello."}

    asyncio.run(go())


def test_processes_end_with_whoever_started_them(provider: SimulatedProvider) -> None:
    provider.behaviour.latency = 30.0
    code = (
        "import asyncio\nfrom turtlesoup_bench.models.callers import Callers\n"
        f"asyncio.run(Callers(2).call({request()!r}))"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL)
    while provider.in_flight == 0:
        assert process.poll() is None
        time.sleep(0.05)
    started = descendants(process.pid)
    assert len(started) == 2
    process.kill()
    process.wait()
    for _ in range(100):
        if not set(started) & set(living()):
            return
        time.sleep(0.05)
    pytest.fail("they are still there")


def test_processes_that_cannot_start_stop_the_run(provider: SimulatedProvider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    for error in asyncio.run(asked(3, "hi", "hello")):
        assert isinstance(error, AccessError)
        assert "cannot start" in str(error)

"""Verifiers plays the same replies into the same episodes as a match does without it."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import Thread
from types import ModuleType
from typing import Any

import pytest
from aiohttp import web
from framework_cases import CASES, SEED, Case, by_match, case_of, score

from turtlesoup_bench.errors import TransientError
from turtlesoup_bench.games import Episode, Move, Observation, Score

NEEDED = "pip install -e '.[verifiers]'"
vf = pytest.importorskip("verifiers.v1", reason=NEEDED)
adapter = pytest.importorskip("turtlesoup_bench.adapters.verifiers", reason=NEEDED)

pytestmark = pytest.mark.usefixtures("odd_one_out")


@contextmanager
def served(case: Case) -> Iterator[tuple[str, list[Any]]]:
    """A server that speaks OpenAI's API and gives the replies of the case; its URL, and the chats that it saw."""
    chats: list[Any] = []
    replies = iter(case.replies)

    async def complete(request: web.Request) -> web.Response:
        body = await request.json()
        chats.append(body["messages"])
        text, reason = next(replies)
        message = {"role": "assistant", "content": text}
        return web.json_response(
            {
                "id": f"reply-{len(chats)}",
                "object": "chat.completion",
                "created": 0,
                "model": body["model"],
                "choices": [{"index": 0, "finish_reason": reason, "message": message}],
                "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
            }
        )

    app = web.Application()
    app.router.add_post("/v1/chat/completions", complete)
    runner, loop = web.AppRunner(app, shutdown_timeout=0.1), asyncio.new_event_loop()

    async def start() -> int:
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        return int(runner.addresses[0][1])

    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()
    port = asyncio.run_coroutine_threadsafe(start(), loop).result()
    try:
        yield f"http://127.0.0.1:{port}/v1", chats
    finally:
        asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def rolled_out(case: Case, monkeypatch: pytest.MonkeyPatch, score: Any = score) -> tuple[Any, list[Any]]:
    """The trace of a model that gives the replies of the case, and the chats that it saw."""
    module: Any = ModuleType("a_game_environment")
    module.Taskset, module.Harness = adapter.environment(
        case.find(),
        case.seat,
        score=score,
        players=case.players_of,
        selection=case.selection,
        options=case.options,
        seed=SEED,
    )
    module.__all__ = ["Harness", "Taskset"]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setenv("SCRIPTED_API_KEY", "none")

    async def go(url: str) -> Any:
        config = vf.AgentConfig(
            harness={"id": module.__name__},
            runtime=vf.SubprocessConfig(),
            model="scripted",
            client=vf.EvalClientConfig(base_url=url, api_key_var="SCRIPTED_API_KEY"),
        )
        (task,) = module.Taskset(vf.TasksetConfig(id=module.__name__))
        async with vf.make_agent(config) as agent:
            return await agent.run(task)

    with served(case) as (url, chats):
        return asyncio.run(go(url)), chats


@pytest.mark.parametrize("name", CASES)
def test_it_plays_the_same_episode(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    case = case_of(name)
    expected = by_match(case)
    trace, chats = rolled_out(case, monkeypatch)
    assert not trace.errors
    assert Episode.from_json(trace.state.episode, expected.setup.instance) == expected
    assert len(chats) == len(case.replies)
    moves = [step[case.seat] for step in expected.moves if case.seat in step]
    value = 0.0 if expected.status == "aborted" else sum(not move.complaints for move in moves) / len(moves)
    assert trace.reward == pytest.approx(value)
    assert trace.metrics[case.find().measures[0].name] == pytest.approx(value)


def test_pictures_reach_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    case = case_of("odd one out")
    _, chats = rolled_out(case, monkeypatch)
    assert [message["role"] for message in chats[1]] == ["system", "user", "assistant", "user"]
    (url,) = [part["image_url"]["url"] for part in chats[0][1]["content"] if part["type"] == "image_url"]
    head, data = url.split(",")
    assert head == "data:image/png;base64"
    shown = next(event for event in by_match(case).events if event.to == (case.seat,))
    assert hashlib.sha256(base64.b64decode(data)).hexdigest() == shown.parts[0].content


def test_what_is_unscored_is_an_error_and_no_reward(monkeypatch: pytest.MonkeyPatch) -> None:
    async def unscored(episode: Episode) -> Score:
        return Score("unscored", {}, {}, {}, "the judge gave no usable reply")

    trace, _ = rolled_out(case_of("twenty questions"), monkeypatch, unscored)
    assert not trace.ok
    assert "the judge gave no usable reply" in trace.errors[0].message


def test_an_episode_that_fails_is_an_error_of_its_rollout(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone:
        async def act(self, observation: Observation) -> Move:
            raise TransientError("no connection")

    trace, _ = rolled_out(replace(case_of("turtle soup"), players={"host": Gone()}), monkeypatch)
    assert not trace.ok
    assert "host: no connection" in trace.errors[0].message

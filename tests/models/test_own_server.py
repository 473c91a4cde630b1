"""Calls of a server of one's own: what counts as one, what it is sent, and what becomes of its replies."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from aiohttp import web

from turtlesoup_bench.errors import AccessError, ProviderError, RefusedError, RequestError, TransientError
from turtlesoup_bench.models.calls import is_listed
from turtlesoup_bench.models.own_server import OwnServers, is_own_server

REQUEST = {
    "model": "hosted_vllm/maker/model",
    "messages": [{"role": "user", "content": "ü 汤"}],
    "temperature": 0.5,
    "seed": 7,
    "json_mode": True,
    "timeout": 30,
}


@pytest.mark.parametrize(
    ("model", "address", "is_own"),
    [
        ("openai/mine", "http://10.0.0.7:8000/v1", True),
        ("hosted_vllm/maker/model", "http://10.0.0.7:8000/v1", True),
        ("openai/mine", "https://gateway.example.org/v1", False),
        ("openai/mine", "", False),
        ("openai/gpt-4o", "http://10.0.0.7:8000/v1", False),  # litellm knows its price
        ("deepseek/mine", "http://10.0.0.7:8000/v1", False),
        ("mine", "http://10.0.0.7:8000/v1", False),
    ],
)
def test_what_is_a_server_of_ones_own(model: str, address: str, is_own: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_BASE_URL", "HOSTED_VLLM_API_BASE", "DEEPSEEK_API_BASE"):
        monkeypatch.setenv(name, address)
    monkeypatch.delenv("OPENAI_API_BASE", raising=False)
    assert is_own_server(model) is is_own


def test_what_litellm_lists() -> None:
    assert is_listed("gpt-4o")
    assert is_listed("deepseek/deepseek-chat")
    assert not is_listed("simulated")


def ask(monkeypatch: pytest.MonkeyPatch, content: Any, **options: Any) -> tuple[Any, Any, Any]:
    """What comes of a call to a server that answers so, the headers that it was sent, and the body."""
    sent: list[Any] = []

    async def handle(request: web.BaseRequest) -> web.Response:
        sent.append((request.path, dict(request.headers), await request.json()))
        return web.Response(text=content if isinstance(content, str) else json.dumps(content), **options)

    async def go() -> Any:
        runner, servers = web.ServerRunner(web.Server(handle)), OwnServers()
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        monkeypatch.setenv("HOSTED_VLLM_API_BASE", f"http://127.0.0.1:{runner.addresses[0][1]}/v1/")
        try:
            return await servers.call(REQUEST)
        except ProviderError as error:
            return error
        finally:
            await servers.close()
            await runner.cleanup()

    result = asyncio.run(go())
    path, headers, body = sent[0]
    assert path == "/v1/chat/completions"
    return result, headers, body


def completion(content: object, finish_reason: str = "stop", **fields: object) -> dict[str, object]:
    return {"choices": [{"message": {"content": content}, "finish_reason": finish_reason}], **fields}


def test_the_request_and_the_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    usage = {"prompt_tokens": 12, "completion_tokens": 3}
    reply, headers, body = ask(monkeypatch, completion("<think>hm</think> soup", usage=usage))
    assert reply == {"text": "soup", "prompt_tokens": 12, "completion_tokens": 3, "cost": None}
    assert body == {
        "model": "maker/model",
        "messages": REQUEST["messages"],
        "temperature": 0.5,
        "seed": 7,
        "response_format": {"type": "json_object"},
    }
    assert "Authorization" not in headers
    monkeypatch.setenv("HOSTED_VLLM_API_KEY", "sk-mine")
    reply, headers, _ = ask(monkeypatch, completion("soup"))
    assert reply["prompt_tokens"] == 0
    assert headers["Authorization"] == "Bearer sk-mine"


@pytest.mark.parametrize(
    ("content", "status", "kind", "words"),
    [
        ({"error": {"message": "too long\nby far"}}, 400, RequestError, "status 400: too long$"),
        ({"object": "error", "message": "no such model"}, 404, AccessError, "no such model.*check the model"),
        ("Unauthorized", 401, AccessError, "Unauthorized; check the model's name.* and its key"),
        ("<html>", 502, TransientError, "<html>"),
        ("moved", 302, RequestError, "status 302"),
        ("not JSON", 200, TransientError, "not a chat completion: not JSON"),
        ([], 200, TransientError, "not a chat completion"),
        ({"choices": []}, 200, TransientError, "not a chat completion"),
        (completion(["parts"]), 200, TransientError, "not a chat completion"),
        (completion(None), 200, TransientError, "empty reply"),
        (completion("", "length"), 200, TransientError, "finish reason length"),
        (completion("", "content_filter"), 200, RefusedError, "content filter"),
    ],
)
def test_what_is_no_reply_is_filed_under_its_kind(
    content: object, status: int, kind: type[Exception], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    error, _, _ = ask(monkeypatch, content, status=status)
    assert type(error) is kind
    with pytest.raises(kind, match=words):
        raise error


def test_a_key_that_a_server_repeats_is_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOSTED_VLLM_API_KEY", "sk-planted-7f3a9c51e2")
    error, _, _ = ask(monkeypatch, "wrong key: sk-planted-7f3a9c51e2", status=401)
    assert "wrong key: <HOSTED_VLLM_API_KEY>" in str(error)


def test_retry_after_may_be_a_date(monkeypatch: pytest.MonkeyPatch) -> None:
    headers = {"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}
    error, _, _ = ask(monkeypatch, "busy", status=429, headers=headers)
    assert (error.retry_after, error.is_overload) == (0.0, True)


def test_an_address_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOSTED_VLLM_API_BASE", "http://here:port/v1")

    async def go() -> None:
        servers = OwnServers()
        try:
            await servers.call(REQUEST)
        finally:
            await servers.close()

    with pytest.raises(AccessError, match="check HOSTED_VLLM_API_BASE"):
        asyncio.run(go())

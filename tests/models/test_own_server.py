"""Calls of a server of one's own: what counts as one, what it is sent, and what becomes of its replies."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from aiohttp import web

from turtlesoup_bench.errors import AccessError, ProviderError, RequestError, TransientError
from turtlesoup_bench.models.calls import is_listed
from turtlesoup_bench.models.own_server import OwnServers, is_own_server

REQUEST: dict[str, Any] = {
    "model": "hosted_vllm/maker/model",
    "messages": [{"role": "user", "content": "ü 汤"}],
    "sampling": {"temperature": 0.5, "extra_body": {"top_k": 3}},
    "seed": 7,
    "json_mode": True,
    "timeout": 30,
}


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is set but what a test sets."""
    for name in ("OPENAI_API_BASE", "HOSTED_VLLM_API_KEY", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("model", "address", "is_own"),
    [
        ("openai/mine", "http://10.0.0.7:8000/v1", True),
        ("hosted_vllm/maker/model", "http://10.0.0.7:8000/v1", True),
        ("openai/mine", "https://gateway.example.org/v1", False),
        ("openai/mine", "", False),
        ("openai/gpt-4o", "http://10.0.0.7:8000/v1", False),  # litellm knows its price
        ("openai/GPT-4o", "http://10.0.0.7:8000/v1", False),
        ("openai/", "http://10.0.0.7:8000/v1", False),
        ("deepseek/mine", "http://10.0.0.7:8000/v1", False),
        ("mine", "http://10.0.0.7:8000/v1", False),
    ],
)
def test_what_is_a_server_of_ones_own(model: str, address: str, is_own: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_BASE_URL", "HOSTED_VLLM_API_BASE", "DEEPSEEK_API_BASE"):
        monkeypatch.setenv(name, address)
    assert is_own_server(model) is is_own


def test_what_is_behind_a_proxy_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://10.0.0.7:8000/v1")
    monkeypatch.setenv("http_proxy", "http://10.0.0.1:3128")
    assert not is_own_server("openai/mine")
    monkeypatch.setenv("no_proxy", "10.0.0.7")
    assert is_own_server("openai/mine")


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
    usage = {"prompt_tokens": 12, "completion_tokens": 3, "completion_tokens_details": {"reasoning_tokens": 2}}
    reply, headers, body = ask(monkeypatch, completion("<thinking>hm</thinking> soup", usage=usage))
    sampling = {"temperature": 0.5, "seed": 7, "response_format": {"type": "json_object"}}
    assert reply == {
        "text": "soup",
        "reasoning": "hm",
        "finish_reason": "stop",
        "prompt_tokens": 12,
        "completion_tokens": 3,
        "reasoning_tokens": 2,
        "cost": None,
        "sent": {**sampling, "extra_body": {"top_k": 3}},
        "dropped": [],
    }
    assert body == {"model": "maker/model", "messages": REQUEST["messages"], **sampling, "top_k": 3}
    assert "Authorization" not in headers
    monkeypatch.setenv("HOSTED_VLLM_API_KEY", "sk-mine\n")
    reply, headers, _ = ask(monkeypatch, completion("soup"))
    assert reply["prompt_tokens"] == 0
    assert headers["Authorization"] == "Bearer sk-mine"


@pytest.mark.parametrize(
    ("content", "status", "kind", "words"),
    [
        ({"error": {"message": "too long\nby far"}}, 400, RequestError, "status 400: too long$"),
        ({"object": "error", "message": "no such model"}, 404, AccessError, "no such model.*check the model"),
        ("Unauthorized", 401, AccessError, "Unauthorized; check the model's name.*key and address"),
        ("<html>", 502, TransientError, "<html>"),
        ("moved", 308, AccessError, "status 308: moved; HOSTED_VLLM_API_BASE has moved to another place"),
        ("not JSON", 200, TransientError, "not a chat completion: not JSON"),
        ([], 200, TransientError, "not a chat completion"),
        ({"choices": []}, 200, TransientError, "not a chat completion"),
        ("[" * 100_000, 200, TransientError, "not a chat completion"),
        (completion("soup", usage=[1]), 200, TransientError, "not a chat completion"),
        (completion("soup", usage={"prompt_tokens": "many"}), 200, TransientError, "not a chat completion"),
        (completion(["parts"]), 200, TransientError, "not a chat completion"),
    ],
)
def test_what_is_no_reply_is_filed_under_its_kind(
    content: object, status: int, kind: type[Exception], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    error, _, _ = ask(monkeypatch, content, status=status)
    assert type(error) is kind
    with pytest.raises(kind, match=words):
        raise error


@pytest.mark.parametrize(
    ("content", "finish_reason"), [(None, "stop"), ("", "length"), ("<think>", "length"), ("Yes, b", "content_filter")]
)
def test_an_empty_reply_is_a_reply_with_its_usage(
    content: object, finish_reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = {"prompt_tokens": 12, "completion_tokens": 3}
    reply, _, _ = ask(monkeypatch, completion(content, finish_reason, usage=usage))
    assert (reply["text"], reply["finish_reason"]) == ("", finish_reason)
    assert (reply["prompt_tokens"], reply["completion_tokens"]) == (12, 3)


def test_a_key_that_a_server_repeats_is_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOSTED_VLLM_API_KEY", "sk-planted-7f3a9c51e2")
    monkeypatch.setenv("ANOTHER_KEY", "sk-planted")
    error, _, _ = ask(monkeypatch, "wrong key: sk-planted-7f3a9c51e2", status=401)
    assert "wrong key: <HOSTED_VLLM_API_KEY>" in str(error)


def test_a_key_in_an_address_is_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> ProviderError:
        async def handle(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"garbage\r\n\r\n")
            writer.close()

        server = await asyncio.start_server(handle, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        monkeypatch.setenv("HOSTED_VLLM_API_BASE", f"http://127.0.0.1:{port}/sk-planted-7f3a9c51e2")
        monkeypatch.setenv("HOSTED_VLLM_API_KEY", "sk-planted-7f3a9c51e2")
        servers = OwnServers()
        async with server:
            with pytest.raises(TransientError) as caught:
                await servers.call(REQUEST)
            await servers.close()
        return caught.value

    error = str(asyncio.run(go()))
    assert "sk-planted" not in error
    assert "\n" not in error


def test_retry_after_may_be_a_date(monkeypatch: pytest.MonkeyPatch) -> None:
    headers = {"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}
    error, _, _ = ask(monkeypatch, "busy", status=429, headers=headers)
    assert (error.retry_after, error.is_overload) == (0.0, True)


@pytest.mark.parametrize(
    "address", ["http://here:port/v1", "http://a..b/v1", "http://[::1/v1", "http://user:word@127.0.0.1:9/v1"]
)
def test_an_address_that_is_none(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOSTED_VLLM_API_BASE", address)
    monkeypatch.setenv("HOSTED_VLLM_API_KEY", "sk-mine")
    assert is_own_server(REQUEST["model"])

    async def go() -> None:
        servers = OwnServers()
        try:
            await servers.call(REQUEST)
        finally:
            await servers.close()

    with pytest.raises(AccessError, match="check HOSTED_VLLM_API_BASE and HOSTED_VLLM_API_KEY"):
        asyncio.run(go())

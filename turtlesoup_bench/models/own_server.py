"""Calls of a server of one's own that speaks OpenAI's API (vLLM, SGLang, llama.cpp and the like), without litellm.

There litellm has nothing to translate and knows no price; yet it takes most of the CPU that a call costs, and seconds
to be imported.
"""

from __future__ import annotations

import asyncio
import json
import os
from typing import Any
from urllib.request import getproxies, proxy_bypass

from turtlesoup_bench.errors import AccessError, TransientError
from turtlesoup_bench.models.calls import is_listed, sampling_parameters
from turtlesoup_bench.models.failures import first_line, of_status
from turtlesoup_bench.models.journal import canonical
from turtlesoup_bench.models.plain_http import Connections, NoConnection
from turtlesoup_bench.models.reasoning import read_reply

# Names as litellm has them; of several addresses that are set it takes the first, too.
_ADDRESSES = {"openai": ("OPENAI_BASE_URL", "OPENAI_API_BASE"), "hosted_vllm": ("HOSTED_VLLM_API_BASE",)}
_KEYS = {"openai": "OPENAI_API_KEY", "hosted_vllm": "HOSTED_VLLM_API_KEY"}
_UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""What JSON raises that is broken, or of another form than expected."""


def is_own_server(model: str) -> bool:
    """Whether a model's name and the environment mean a server of one's own.

    Not so, and then litellm makes the call: for every other provider, for an address that is not plain HTTP, which is
    that of a service, or is behind a proxy, and for a model that litellm lists, whose price and peculiarities it knows.
    """
    provider, _, name = model.partition("/")
    scheme, _, place = _address(provider).partition("://")
    is_near = scheme == "http" and ("http" not in getproxies() or proxy_bypass(place.partition("/")[0]))
    return bool(is_near and name) and not is_listed(model) and not is_listed(name)


def _address(provider: str) -> str:
    return next((os.environ[key] for key in _ADDRESSES.get(provider, ()) if os.environ.get(key)), "").rstrip("/")


class OwnServers:
    """Makes the calls, and keeps the connections until it is closed."""

    def __init__(self) -> None:
        self._connections = Connections()

    async def call(self, request: dict[str, Any]) -> dict[str, Any]:
        """See `turtlesoup_bench.models.calls.call`; a key is sent where one is set."""
        model = request["model"]
        provider, _, name = model.partition("/")
        sampling = sampling_parameters(request)
        body = {"model": name, "messages": request["messages"], **sampling}
        body |= body.pop("extra_body", {})
        headers = {"Content-Type": "application/json"}
        if key := os.environ.get(_KEYS[provider], "").strip():
            headers["Authorization"] = f"Bearer {key}"
        place = _address(provider)
        try:
            async with asyncio.timeout(request["timeout"]):
                reply = await self._connections.post(f"{place}/chat/completions", canonical(body).encode(), headers)
        except NoConnection as error:
            raise TransientError(f"{model}: no connection to {place} within {error}") from error
        except TimeoutError as error:
            raise TransientError(f"{model}: no reply within {request['timeout']:g} seconds") from error
        except ValueError as error:  # an address or a key that cannot be one
            names = f"{_ADDRESSES[provider][0]} and {_KEYS[provider]}"
            raise AccessError(f"{model}: {first_line(str(error))}; check {names}") from error
        except OSError as error:
            raise TransientError(f"{model}: {type(error).__name__}: {first_line(str(error))}") from error
        if reply.status != 200:
            message = f"{model}: status {reply.status}: {_complaint(reply.body)}"
            if 300 <= reply.status < 400:
                elsewhere = first_line(reply.headers.get("location", "another place"))
                raise AccessError(f"{message}; {_ADDRESSES[provider][0]} has moved to {elsewhere}")
            raise of_status(reply.status, message, reply.headers.get("retry-after"))
        return {**_reply(model, reply.body), "cost": None, "sent": sampling, "dropped": []}

    async def close(self) -> None:
        """Closes the connections."""
        await self._connections.close()


def _reply(model: str, content: bytes) -> dict[str, Any]:
    try:
        reply = json.loads(content)
        choice, usage = reply["choices"][0], reply.get("usage") or {}
        message, finish_reason = choice["message"], choice.get("finish_reason")
        if not isinstance(message["content"], str | None):
            raise TypeError(message["content"])
        text, reasoning = read_reply(message, finish_reason)
        details = usage.get("completion_tokens_details") or {}
        tokens = {field: int(usage.get(field) or 0) for field in ("prompt_tokens", "completion_tokens")}
        tokens["reasoning_tokens"] = int(details.get("reasoning_tokens") or 0)
    except _UNREADABLE as error:
        raise TransientError(f"{model}: not a chat completion: {_complaint(content)}") from error
    return {"text": text, "reasoning": reasoning, "finish_reason": finish_reason, **tokens}


def _complaint(content: bytes) -> str:
    """What a body that is no reply says, in the form of OpenAI's errors or in any other."""
    try:
        return first_line(str(json.loads(content)["error"]["message"]))
    except _UNREADABLE:
        return first_line(content.decode("utf-8", "replace"))

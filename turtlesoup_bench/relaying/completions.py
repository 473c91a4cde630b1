"""Requests and replies in the form of OpenAI's chat completions."""

from __future__ import annotations

import secrets
import time

from turtlesoup_bench.records import Json
from turtlesoup_bench.relaying.desk import Request
from turtlesoup_bench.web import Refused


def read_request(body: Json) -> Request:
    """The request that a body holds.

    Raises:
        Refused: If it is none, or asks for what a person cannot give.
    """
    role, messages = body.get("model"), body.get("messages")
    if not isinstance(role, str) or not role:
        raise Refused("no model: its name says which person is asked, such as host")
    if not isinstance(messages, list) or not messages or not all(_is_message(message) for message in messages):
        raise Refused("no messages, each an object with a role")
    if body.get("stream"):
        raise Refused("a person's reply comes at once: send stream false")
    if body.get("n", 1) not in (1, None):
        raise Refused("a person gives one reply: send n 1")
    settings = {name: value for name, value in body.items() if name not in ("model", "messages")}
    return Request(role, messages, settings)


def _is_message(message: object) -> bool:
    return isinstance(message, dict) and isinstance(message.get("role"), str)


def completion(request: Request, reply: str) -> Json:
    """The reply's body. People's words are not counted in tokens: usage is 0."""
    message = {"role": "assistant", "content": reply}
    return {
        "id": f"chatcmpl-{secrets.token_urlsafe(8)}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": request.role,
        "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
        "usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0},
    }


def models(roles: list[str]) -> Json:
    """The body of the list of models: whoever has been asked."""
    data = [{"id": role, "object": "model", "created": 0, "owned_by": "people"} for role in roles]
    return {"object": "list", "data": data}


def failure(message: str) -> Json:
    """The body of a request that was not replied to."""
    return {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None}}

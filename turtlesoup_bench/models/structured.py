"""Replies that must be read: one repair request for a reply that cannot be, then an error that keeps the replies."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from turtlesoup_bench.errors import MalformedReply, RefusedError, RequestError
from turtlesoup_bench.models import Completion, ModelClient
from turtlesoup_bench.prompts import Message

T = TypeVar("T")

_REPAIR = {
    "en": "That reply cannot be used: {error}. Reply again in exactly the form asked for, with nothing else.",
    "zh": "这个回复无法使用：{error}。请严格按要求的格式重新回复，不要有别的内容。",
}


async def ask_readable(
    client: ModelClient,
    messages: Sequence[Message],
    read: Callable[[str], T],
    language: str,
    *,
    json_mode: bool = False,
    seed: int | None = None,
) -> T:
    """Completes a chat and reads the reply, asking once more, with the error told, if it cannot be read.

    Where an earlier session met an unusable reply that is now replayed from the journal, another sample is drawn, so
    that running again can succeed. The earlier replies stay in the journal, as they were paid for.

    Args:
        client: Model to ask.
        messages: The chat.
        read: Turns the reply into a value; raises ValueError, whose text the model is told.
        language: Language of the repair request.
        json_mode: See `ModelClient.complete`.
        seed: See `ModelClient.complete`.

    Raises:
        MalformedReply: If the second reply cannot be read either; carries both.
        ProviderError: As `ModelClient.complete`.
    """
    for sample in itertools.count():
        first = await client.complete(messages, json_mode=json_mode, seed=seed, sample=sample)
        try:
            try:
                return _read(first, read)
            except ValueError as error:
                complaint = _REPAIR[language].format(error=error)
            repair: list[Message] = [*messages, first.as_message, {"role": "user", "content": complaint}]
            second = await client.complete(repair, json_mode=json_mode, seed=seed, sample=sample)
            try:
                return _read(second, read)
            except ValueError as error:
                replies = [first.text, second.text]
                raise MalformedReply(f"{client.model}: {error}", replies, second.is_truncated) from error
        except (MalformedReply, RequestError, RefusedError):
            if not first.is_replayed:
                raise
    raise AssertionError("unreachable")


def _read(completion: Completion, read: Callable[[str], T]) -> T:
    if completion.finish_reason == "content_filter":
        raise RefusedError(completion.emptiness)
    if completion.emptiness:
        raise ValueError(completion.emptiness)
    return read(completion.text)


def read_object(text: str) -> dict[str, Any]:
    """The one JSON object in a reply, which may stand between other words or in a code fence.

    Raises:
        ValueError: If there is none, or more than one (a reply that says two things says nothing).
    """
    decoder = json.JSONDecoder()
    found: list[dict[str, Any]] = []
    position = text.find("{")
    while position >= 0:
        try:
            value, end = decoder.raw_decode(text, position)
        except RecursionError:
            raise ValueError("its JSON is nested too deeply") from None
        except json.JSONDecodeError as error:
            # Going on would take an inner object of a reply that was cut short for the whole of it.
            raise ValueError(f"its JSON is broken ({error.msg})") from None
        found.append(value)
        position = text.find("{", end)
    if len(found) != 1:
        raise ValueError(f"it holds {len(found) or 'no'} JSON objects, one is needed")
    return found[0]


def read_strings(value: object, name: str) -> tuple[str, ...]:
    """A list of strings from a JSON object's field, blank ones left out.

    Raises:
        ValueError: If it is not a list of strings.
    """
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError(f'"{name}" must be a list of strings')
    return tuple(item.strip() for item in value if item.strip())

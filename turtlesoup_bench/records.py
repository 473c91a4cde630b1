"""What every part of the project hands to others: plain JSON, languages, and what model calls consumed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any, Literal

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Usage:
    """What model calls consumed.

    Attributes:
        calls: Number of calls.
        prompt_tokens: Tokens sent.
        completion_tokens: Tokens received.
        cost: US dollars; None as soon as one call's price is unknown.
        reasoning_tokens: Those of the tokens received that were reasoning, as far as providers say so.
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = 0.0
    reasoning_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        # Rounded, so that the order in which parallel calls end does not show in the last digit.
        cost = None if self.cost is None or other.cost is None else round(self.cost + other.cost, 12)
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            cost,
            self.reasoning_tokens + other.reasoning_tokens,
        )


_PLAIN = frozenset({str, int, float, bool, type(None)})


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    """The fields of a dataclass; none of another type. Records are written by the thousand."""
    return tuple(item.name for item in fields(kind)) if is_dataclass(kind) else ()


def to_json(value: Any) -> Any:
    """The value as plain JSON: records become objects, tuples lists."""
    kind: type = type(value)
    if kind in _PLAIN:
        return value
    # Most of a record are texts and numbers in lists and objects: a call for each would take most of the time.
    if names := _field_names(kind):
        items = ((name, getattr(value, name)) for name in names)
        return {name: item if type(item) in _PLAIN else to_json(item) for name, item in items}
    if kind is dict or isinstance(value, Mapping):
        return {key: item if type(item) in _PLAIN else to_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [item if type(item) in _PLAIN else to_json(item) for item in value]
    return value


def json_line(value: Any) -> bytes:
    """What `to_json` makes of the value as one line of a file, in UTF-8; half a surrogate pair is escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_opened)
    return text.encode("utf-8", "backslashreplace") + b"\n"


def _opened(value: Any) -> Json:
    """What is no plain JSON, as an object whose values may be no plain JSON either."""
    kind: type = type(value)
    if names := _field_names(kind):
        return {name: getattr(value, name) for name in names}
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{kind.__name__} is no JSON")

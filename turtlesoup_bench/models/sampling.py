"""How a model's reply is sampled, as it is asked for: part of a request and of its key in the journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from math import isfinite
from typing import Any

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.records import Json

_OF_A_REQUEST = ("model", "messages", "seed", "response_format", "stream", "n")
"""What a request sets itself, by the names of OpenAI's API."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """Settings of the sampling; what is None is not sent, so that the provider's default holds.

    Attributes:
        temperature: At least 0.
        top_p: Share of the probability from which tokens are drawn, over 0 and up to 1.
        max_tokens: Tokens of a reply at most, its reasoning included.
        reasoning_effort: As the provider calls it, such as ``low``.
        extra_body: Fields for the body of the request that have no other name here; sent as they are.

    Raises:
        InvalidInput: With every setting that cannot be one.
    """

    temperature: float = 0.0
    top_p: float | None = None
    max_tokens: int | None = None
    reasoning_effort: str | None = None
    extra_body: Json = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        top_p, most, effort = self.top_p, self.max_tokens, self.reasoning_effort
        checks = (
            ("temperature", _is_number(self.temperature) and self.temperature >= 0, "a number, at least 0"),
            ("top_p", top_p is None or (_is_number(top_p) and 0 < top_p <= 1), "a number over 0, up to 1"),
            ("max_tokens", most is None or (type(most) is int and most >= 1), "a whole number, at least 1"),
            ("reasoning_effort", effort is None or (type(effort) is str and effort), "a word, such as 'low'"),
            ("extra_body", isinstance(self.extra_body, dict), "a JSON object"),
        )
        problems = [
            Problem("sampling", name, repr(getattr(self, name)), use) for name, is_good, use in checks if not is_good
        ]
        own = {item.name for item in fields(self)}
        for name, value in self.extra_body.items() if isinstance(self.extra_body, dict) else ():
            if name in own or name in _OF_A_REQUEST:
                use = f"{name} as a setting of its own" if name in own else "no field that every request sets itself"
                problems.append(Problem("sampling", f"extra_body.{name}", repr(value), use))
        if problems:
            raise InvalidInput(problems)

    def to_json(self) -> Json:
        """The settings that are sent."""
        values = {item.name: getattr(self, item.name) for item in fields(self)}
        return {name: value for name, value in values.items() if value is not None and value != {}}

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Sampling:
        """Inverse of `to_json`.

        Raises:
            InvalidInput: If a setting is unknown, or cannot be one.
        """
        names = [item.name for item in fields(cls)]
        unknown = [name for name in record if name not in names]
        if unknown:
            raise InvalidInput(Problem("sampling", name, "an unknown setting", ", ".join(names)) for name in unknown)
        return cls(**record)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)

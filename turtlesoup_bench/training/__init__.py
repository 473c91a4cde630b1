"""What models are trained on: examples from a game's data and from what was played, in the form that TRL reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from turtlesoup_bench.prompts import Message
from turtlesoup_bench.records import Json


@dataclass(frozen=True, slots=True)
class Example:
    """One prompt, with a reply to imitate or with what rewards a reply.

    Attributes:
        id: Where it is from; no two examples of an export share it.
        game: Name of the game.
        language: Such as ``en``.
        prompt: The chat, as a chat model is sent it.
        reply: What to reply; None where replies are rewarded.
        score: Headline of the seat in the episode that the reply is from; None where there is no score.
        values: Of the columns of the game's reward function.
    """

    id: str
    game: str
    language: str
    prompt: Sequence[Message]
    reply: str | None = None
    score: float | None = None
    values: Json = field(default_factory=dict)

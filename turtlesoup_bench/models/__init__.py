"""Calls to language models: one contract, whoever the provider is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from turtlesoup_bench.prompts import Message
from turtlesoup_bench.records import Json, Usage

_EMPTY = {
    "length": "the reply is empty: the limit of tokens was reached before an answer; reasoning can use it up",
    "content_filter": "the reply is empty: the provider's content filter stopped it",
}


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a model is sampled."""

    temperature: float = 0.0

    def to_json(self) -> Json:
        """As JSON."""
        return {"temperature": self.temperature}

    @classmethod
    def from_json(cls, record: Json) -> Sampling:
        """Inverse."""
        return cls(**record)


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's reply.

    Attributes:
        text: The reply without its reasoning; empty where the model gave none.
        usage: Of this call.
        finish_reason: Why it ends, as the provider says: ``stop``, ``length``, ``content_filter`` and so on.
        is_replayed: Whether it comes from the journal of an earlier session. To an episode it never does, see
            `MeteredClient`.
    """

    text: str
    usage: Usage
    finish_reason: str | None = None
    is_replayed: bool = False

    @property
    def emptiness(self) -> str:
        """Why there is no text; empty where there is one."""
        return "" if self.text else _EMPTY.get(self.finish_reason or "", "the reply is empty")

    @property
    def as_message(self) -> Message:
        """The reply as a turn of the chat; providers refuse one without text."""
        return {"role": "assistant", "content": self.text or "(empty)"}


class ModelClient(Protocol):
    """Anything that completes a chat."""

    @property
    def model(self) -> str:
        """The model's name, as litellm writes it."""
        ...

    async def complete(
        self, messages: Sequence[Message], *, json_mode: bool = False, seed: int | None = None, sample: int = 0
    ) -> Completion:
        """Completes the chat.

        Args:
            messages: The chat so far.
            json_mode: Ask for one JSON object, where the provider has such a mode.
            seed: Sampling seed; None takes the client's.
            sample: Number of the sample: another number is another draw of the same request, with another seed.

        Raises:
            TransientError: When every try met a passing failure.
            RequestError: When the provider rejects the request.
            RefusedError: When a content filter stops it.
            AccessError: When key, permission, credit or model name is wrong.
        """
        ...


@dataclass(slots=True)
class Ledger:
    """What one episode consumed so far, by role."""

    episode: str | None = None
    usage: dict[str, Usage] = field(default_factory=dict)

    def add(self, seat: str, usage: Usage) -> None:
        """Books one call."""
        self.usage[seat] = self.usage.get(seat, Usage()) + usage


@dataclass(frozen=True, slots=True)
class MeteredClient:
    """A client whose calls are booked to one role of one episode, with that episode's seed.

    An episode goes on from the journal as it was played: what its player, or the responder, once said stands. Only a
    judge is told which replies are replayed, so that it can be asked anew where they could not be used.
    """

    client: ModelClient
    seat: str
    ledger: Ledger
    default_seed: int | None = None
    asks_anew: bool = False

    @property
    def model(self) -> str:
        """The model's name."""
        return self.client.model

    async def complete(
        self, messages: Sequence[Message], *, json_mode: bool = False, seed: int | None = None, sample: int = 0
    ) -> Completion:
        """See `ModelClient.complete`."""
        seed = self.default_seed if seed is None else seed
        completion = await self.client.complete(messages, json_mode=json_mode, seed=seed, sample=sample)
        self.ledger.add(self.seat, completion.usage)
        return completion if self.asks_anew else replace(completion, is_replayed=False)

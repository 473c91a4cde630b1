"""Calls to language models: one contract, whoever the provider is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Protocol

from turtlesoup_bench.models.sampling import Sampling
from turtlesoup_bench.prompts import Message
from turtlesoup_bench.records import Usage

__all__ = [
    "GREEDY",
    "PLACE",
    "SEEDS_BETWEEN_SAMPLES",
    "STEP",
    "Completion",
    "Ledger",
    "MeteredClient",
    "ModelClient",
    "Place",
    "Sampling",
]

_EMPTY = {
    "length": "the reply is empty: the limit of tokens was reached before an answer; reasoning can use it up",
    "content_filter": "the reply is empty: the provider's content filter stopped it",
}


GREEDY = Sampling()
"""The default: what only a run's tested model may differ from."""
SEEDS_BETWEEN_SAMPLES = 10_000
"""More than lie between the seeds of a run's episodes or votes, so that no two of them draw the same."""


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's reply.

    Attributes:
        text: The reply without its reasoning; empty where the model gave none.
        usage: Of this call; the tokens of the reasoning are in it, whether or not its text is known.
        finish_reason: Why it ends, as the provider says: ``stop``, ``length``, ``content_filter`` and so on.
        is_replayed: Whether it comes from the journal of an earlier session. To an episode it never does, see
            `MeteredClient`.
        reasoning: What the model thought before, where the provider shows it.
    """

    text: str
    usage: Usage
    finish_reason: str | None = None
    is_replayed: bool = False
    reasoning: str = ""

    @property
    def is_truncated(self) -> bool:
        """Whether the limit of tokens cut it off."""
        return self.finish_reason == "length"

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


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a run a call is made.

    Attributes:
        episode: The episode's id.
        seat: Who makes it, such as ``player`` or ``judge``.
        step: Moves that were made before, in steps of the episode; None for a call beside the game, such as a judge's.
        n: Number of the call among those of the seat in the step, from 0, in the order in which they were begun.
    """

    episode: str
    seat: str
    step: int | None
    n: int


STEP: ContextVar[int | None] = ContextVar("step", default=None)
"""The step of the match for which a player is asked to move."""
PLACE: ContextVar[Place | None] = ContextVar("place", default=None)
"""Where the call belongs that is being made; None for one that belongs to no episode."""


@dataclass(slots=True)
class Ledger:
    """What the calls of one episode consumed, and how many were begun.

    Attributes:
        episode: The episode's id; None for calls that the journal maps to none.
        usage: By seat.
        begun: Calls by seat and step.
    """

    episode: str | None = None
    usage: dict[str, Usage] = field(default_factory=dict)
    begun: Counter[tuple[str, int | None]] = field(default_factory=Counter)

    def begin(self, seat: str) -> Place | None:
        """The place of a call that is about to be made."""
        step = STEP.get()
        n = self.begun[seat, step]
        self.begun[seat, step] += 1
        return None if self.episode is None else Place(self.episode, seat, step, n)

    def add(self, seat: str, usage: Usage) -> None:
        """Books one call."""
        self.usage[seat] = self.usage.get(seat, Usage()) + usage


@dataclass(frozen=True, slots=True)
class MeteredClient:
    """A client whose calls are booked to one seat of one episode, with that episode's seed.

    Attributes:
        client: Makes the calls.
        seat: Who makes them, such as ``player``, ``host`` or ``judge``.
        ledger: The episode's.
        default_seed: Sampling seed where a call names none.
        asks_anew: Whether it is told which replies are replayed, so that it may ask anew where they could not be used.
            What the seats of a game said stands: an episode goes on from the journal as it was played.
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
        outer = PLACE.set(self.ledger.begin(self.seat))
        try:
            completion = await self.client.complete(messages, json_mode=json_mode, seed=seed, sample=sample)
        finally:
            PLACE.reset(outer)
        self.ledger.add(self.seat, completion.usage)
        return completion if self.asks_anew else replace(completion, is_replayed=False)

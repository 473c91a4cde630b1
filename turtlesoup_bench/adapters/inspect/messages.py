"""Chats and models of Inspect as this package has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    ContentImage,
    ContentText,
    GenerateConfig,
    Model,
)
from inspect_ai.util import span

from turtlesoup_bench.adapters import seed_of
from turtlesoup_bench.models import Completion
from turtlesoup_bench.prompts import Message
from turtlesoup_bench.records import Usage

_ROLES: dict[str, Callable[..., ChatMessage]] = {
    "system": ChatMessageSystem,
    "user": ChatMessageUser,
    "assistant": ChatMessageAssistant,
}
_FINISH_REASONS = {"max_tokens": "length", "model_length": "length"}


def chat_message(message: Message) -> ChatMessage:
    """A message of OpenAI's API as one of Inspect, whose own conversion needs a newer client than litellm takes."""
    content = message["content"]
    if not isinstance(content, str):
        content = [
            ContentText(text=part["text"]) if part["type"] == "text" else ContentImage(image=part["image_url"]["url"])
            for part in content
        ]
    return _ROLES[message["role"]](content=content)


@dataclass(frozen=True)
class InspectClient:
    """A model of Inspect as a `turtlesoup_bench.models.ModelClient`.

    Attributes:
        source: The model; its temperature is 0 where its own configuration names none.
        seat: Who asks it, a seat or the judge, as the transcript says.
    """

    source: Model
    seat: str

    @property
    def model(self) -> str:
        """The model's name, ``provider/model``."""
        return str(self.source)

    async def complete(
        self, messages: Sequence[Message], *, json_mode: bool = False, seed: int | None = None, sample: int = 0
    ) -> Completion:
        """See `ModelClient.complete`. Inspect retries by its own options; what it gives up on ends the sample."""
        temperature = {} if self.source.config.temperature is not None else {"temperature": 0.0}
        config = GenerateConfig(**seed_of(seed, sample), **temperature)
        async with span(self.seat):
            output = await self.source.generate([chat_message(message) for message in messages], config=config)
        used = output.usage
        usage = Usage(1, used.input_tokens, used.output_tokens, None, used.reasoning_tokens or 0) if used else Usage(1)
        return Completion(output.completion, usage, _FINISH_REASONS.get(output.stop_reason, output.stop_reason))

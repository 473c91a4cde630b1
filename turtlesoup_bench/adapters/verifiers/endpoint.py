"""Calls to models: the one that verifiers evaluates or trains, and beside it opponents and judges."""

from __future__ import annotations

import os
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import httpx
from openai import AsyncOpenAI, DefaultAsyncHttpxClient, OpenAIError
from pydantic_config import BaseConfig

from turtlesoup_bench.adapters import seed_of
from turtlesoup_bench.models import Completion
from turtlesoup_bench.models.failures import of_exception
from turtlesoup_bench.models.reasoning import read_reply
from turtlesoup_bench.prompts import Message
from turtlesoup_bench.records import Usage

_RETRIES = 7


@cache
def _certificates() -> ssl.SSLContext:
    """Of all clients of the process: to read them takes longer than all else in a short rollout."""
    context: ssl.SSLContext = httpx.create_ssl_context()
    return context


def opened(base_url: str | None = None, api_key: str = "none") -> AsyncOpenAI:
    """A client that sends each request once: a request that is sent again would be another turn of the trace.

    Args:
        base_url: Of the endpoint; None where each call names its own.
        api_key: Likewise.
    """
    http = DefaultAsyncHttpxClient(verify=_certificates())
    return AsyncOpenAI(base_url=base_url, api_key=api_key, max_retries=0, http_client=http)


class ModelConfig(BaseConfig):
    """A model at an address that speaks OpenAI's API."""

    model: str
    """Its name there."""
    base_url: str
    """The address, such as ``http://localhost:8000/v1``."""
    api_key_var: str = "OPENAI_API_KEY"
    """Variable of the environment that holds the key; a server that asks for none needs none."""
    temperature: float | None = 0.0
    """At least 0; None sends none, for models that refuse one."""


@dataclass(frozen=True)
class EndpointClient:
    """A configured model as a `turtlesoup_bench.models.ModelClient`.

    Attributes:
        config: The model.
        source: Any client, whose connections are used.
    """

    config: ModelConfig
    source: AsyncOpenAI

    @property
    def model(self) -> str:
        """The model's name, ``provider/model``."""
        return f"openai/{self.config.model}"

    async def complete(
        self, messages: Sequence[Message], *, json_mode: bool = False, seed: int | None = None, sample: int = 0
    ) -> Completion:
        """See `ModelClient.complete`."""
        settings: dict[str, Any] = {**seed_of(seed, sample)}
        if self.config.temperature is not None:
            settings["temperature"] = self.config.temperature
        if json_mode:
            settings["response_format"] = {"type": "json_object"}
        key = os.environ.get(self.config.api_key_var) or "none"
        client = self.source.with_options(base_url=self.config.base_url, api_key=key, max_retries=_RETRIES)
        try:
            reply = await client.chat.completions.create(model=self.config.model, messages=list(messages), **settings)
        except OpenAIError as error:
            raise of_exception(error, self.model) from error
        choice, used = reply.choices[0], reply.usage
        text, reasoning = read_reply(choice.message.model_dump(), choice.finish_reason)
        usage = Usage(1, used.prompt_tokens, used.completion_tokens, None, _reasoning(used)) if used else Usage(1)
        return Completion(text, usage, choice.finish_reason, reasoning=reasoning)


def _reasoning(used: Any) -> int:
    return getattr(used.completion_tokens_details, "reasoning_tokens", None) or 0

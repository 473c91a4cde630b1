"""The client of every provider: litellm, with retries, the journal, the provider's limits and the run's budget."""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type
from tenacity.wait import wait_random_exponential

from turtlesoup_bench.errors import AccessError, RefusedError, TransientError
from turtlesoup_bench.models import Completion
from turtlesoup_bench.models.budget import Budget
from turtlesoup_bench.models.failures import translate
from turtlesoup_bench.models.journal import Journal, request_key
from turtlesoup_bench.models.limits import Limiter
from turtlesoup_bench.prompts import Message
from turtlesoup_bench.records import Usage

DEFAULT_SEED = 42
_THINKING = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_backoff = wait_random_exponential(multiplier=0.5, max=60)


class LitellmClient:
    """One model at one provider.

    Args:
        model: As litellm writes it, ``provider/model``.
        journal: Where replies are kept and looked up.
        limiter: Calls in flight, shared by all clients of a provider.
        temperature: Sampling temperature.
        seed: Sampling seed where a call names none.
        timeout: Seconds until a try is given up.
        attempts: Tries in all where failures are transient.
        budget: What may be spent, shared by all clients of a run; None for no limit.
        on_call: Called after each reply that was not in the journal, for progress.
    """

    def __init__(
        self,
        model: str,
        *,
        journal: Journal,
        limiter: Limiter,
        temperature: float = 0.0,
        seed: int = DEFAULT_SEED,
        timeout: float = 180.0,
        attempts: int = 8,
        budget: Budget | None = None,
        on_call: Callable[[Usage], None] | None = None,
    ):
        self.model = model
        self._journal = journal
        self._limiter = limiter
        self._budget = budget
        self._temperature = temperature
        self._seed = seed
        self._timeout = timeout
        self._attempts = attempts
        self._on_call = on_call
        self._in_flight: dict[str, asyncio.Task[dict[str, Any]]] = {}
        self._is_closing = False

    async def complete(
        self, messages: Sequence[Message], *, json_mode: bool = False, seed: int | None = None, sample: int = 0
    ) -> Completion:
        """See `ModelClient.complete`. Equal requests that wait at the same time are sent once."""
        request = {
            "model": self.model,
            "messages": list(messages),
            "temperature": self._temperature,
            "seed": self._seed if seed is None else seed,
            "json_mode": json_mode,
        }
        key = request_key({**request, "sample": sample})
        reply = self._journal.get(key)
        if reply is None:
            task = self._in_flight.get(key)
            if task is None:
                task = self._in_flight[key] = asyncio.create_task(self._send_and_keep(key, request))
                task.add_done_callback(lambda _: self._in_flight.pop(key, None))
            # A caller that is cancelled must not take down a call that another one waits for, nor one already paid.
            reply = await asyncio.shield(task)
        return Completion(reply["text"], Usage(1, reply["prompt_tokens"], reply["completion_tokens"], reply["cost"]))

    async def _send_and_keep(self, key: str, request: dict[str, Any]) -> dict[str, Any]:
        start = time.monotonic()
        async for attempt in AsyncRetrying(
            retry=retry_if_exception_type(TransientError),
            stop=lambda state: self._is_closing or state.attempt_number >= self._attempts,
            wait=_wait,
            reraise=True,
        ):
            with attempt:
                async with self._limiter.slot():
                    if self._is_closing:
                        raise asyncio.CancelledError
                    if self._budget:
                        self._budget.check()
                    reply = await self._send(request)
        usage = Usage(1, reply["prompt_tokens"], reply["completion_tokens"], reply["cost"])
        self._limiter.spent(usage.prompt_tokens + usage.completion_tokens)
        if self._budget:
            self._budget.add(usage)
        task = request["messages"][0]["content"].split("\n", 1)[0][:120]
        self._journal.put(key, self.model, task, reply, time.monotonic() - start)
        if self._on_call:
            self._on_call(usage)
        return reply

    async def close(self) -> None:
        """Waits for the calls that were sent, so that what was paid is in the journal; sends no other."""
        self._is_closing = True
        await asyncio.gather(*self._in_flight.values(), return_exceptions=True)

    async def _send(self, request: dict[str, Any]) -> dict[str, Any]:
        litellm = _litellm()
        options = {key: value for key, value in request.items() if key != "json_mode"}
        if request["json_mode"] and _has_json_mode(self.model):
            options["response_format"] = {"type": "json_object"}
        try:
            response = await litellm.acompletion(
                **options, drop_params=True, num_retries=0, max_retries=0, timeout=self._timeout
            )
        except Exception as error:
            # Providers report a missing key in many ways, some of which look like a passing failure.
            missing = _missing_keys(self.model)
            if missing:
                raise AccessError(f"{self.model}: no key; set {' or '.join(missing)} in the environment") from error
            raise translate(error, self.model) from error
        choice = response.choices[0]
        if choice.finish_reason == "content_filter":
            raise RefusedError(f"{self.model}: the provider's content filter stopped the reply")
        text = _THINKING.sub("", choice.message.content or "").strip()
        if not text:
            raise TransientError(f"{self.model}: empty reply (finish reason {choice.finish_reason})")
        usage = getattr(response, "usage", None)
        return {
            "text": text,
            "prompt_tokens": getattr(usage, "prompt_tokens", None) or 0,
            "completion_tokens": getattr(usage, "completion_tokens", None) or 0,
            "cost": _cost(response),
        }


class ClientPool:
    """The clients of a run, one a model; they share the journal and the budget, and each provider's its limits.

    Args:
        journal: Where replies are kept and looked up.
        concurrency: Calls in flight at a provider, at most.
        requests_per_minute: Calls begun a minute at a provider; None for no limit.
        tokens_per_minute: Tokens a minute at a provider; None for no limit.
        budget: What may be spent; None for no limit.
        temperature: Sampling temperature.
        timeout: Seconds until a try is given up.
        on_call: Called after each reply that was not in the journal.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        concurrency: int = 16,
        requests_per_minute: float | None = None,
        tokens_per_minute: float | None = None,
        budget: Budget | None = None,
        temperature: float = 0.0,
        timeout: float = 180.0,
        on_call: Callable[[Usage], None] | None = None,
    ):
        self._clients: dict[str, LitellmClient] = {}
        self._limiters: dict[str, Limiter] = defaultdict(
            lambda: Limiter(concurrency, requests_per_minute=requests_per_minute, tokens_per_minute=tokens_per_minute)
        )
        self._budget = budget
        self._journal = journal
        self._temperature = temperature
        self._timeout = timeout
        self._on_call = on_call

    def client(self, model: str) -> LitellmClient:
        """The client of a model; the same one for the same name."""
        if model not in self._clients:
            self._clients[model] = LitellmClient(
                model,
                journal=self._journal,
                limiter=self._limiters[model.split("/", 1)[0]],
                budget=self._budget,
                temperature=self._temperature,
                timeout=self._timeout,
                on_call=self._on_call,
            )
        return self._clients[model]

    async def __aenter__(self) -> ClientPool:
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*(client.close() for client in self._clients.values()))


def price(model: str) -> tuple[float, float] | None:
    """US dollars a token sent and a token received, as litellm lists them; None for a model that it has no price of."""
    try:
        sent, received = _litellm().cost_per_token(model=model, prompt_tokens=1, completion_tokens=1)
    except Exception:  # litellm raises whatever the look-up met, for a name that it does not list
        return None
    return (float(sent), float(received)) if sent or received else None


@cache
def _litellm() -> Any:
    # litellm fetches its price list from the network when imported, unless told to use the one it ships.
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import litellm

    litellm.suppress_debug_info = True
    litellm.telemetry = False
    return litellm


@cache
def _has_json_mode(model: str) -> bool:
    return "response_format" in (_litellm().get_supported_openai_params(model=model) or [])


def _missing_keys(model: str) -> list[str]:
    names: list[str] = _litellm().validate_environment(model)["missing_keys"]
    return [name for name in names if name.endswith("_API_KEY")]


def _cost(response: Any) -> float | None:
    """US dollars of a call, as litellm reckoned them when it made the response; None where it knows no price."""
    cost = getattr(response, "_hidden_params", {}).get("response_cost")
    return float(cost) if cost is not None else None


def _wait(state: RetryCallState) -> float:
    """Seconds to the next try: jittered and growing, but never less than the provider asked for."""
    error = state.outcome.exception() if state.outcome else None
    asked = getattr(error, "retry_after", None) or 0.0
    return max(asked, _backoff(state))

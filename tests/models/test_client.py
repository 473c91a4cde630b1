"""The real client against the simulated provider: a server of one's own, and a provider through litellm."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
from conftest import MODEL

from turtlesoup_bench.errors import AccessError, RequestError, TransientError
from turtlesoup_bench.models import Completion, Ledger, MeteredClient, Sampling
from turtlesoup_bench.models.budget import Budget
from turtlesoup_bench.models.calls import call, litellm
from turtlesoup_bench.models.client import ClientPool, ProviderClient
from turtlesoup_bench.models.failures import of_exception, of_status
from turtlesoup_bench.models.gateway import LocalGateway
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.own_server import OwnServers, is_own_server
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.prompts import Message


@pytest.fixture
def journal() -> Iterator[Journal]:
    with Journal() as opened:
        yield opened


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between tries only what the provider asks for is waited."""
    monkeypatch.setattr("turtlesoup_bench.models.client._backoff", lambda attempt: 0.0)


@asynccontextmanager
async def opened(
    model: str, journal: Journal, concurrency: int = 4, budget: Budget | None = None, **options: Any
) -> AsyncIterator[ProviderClient]:
    servers = OwnServers()
    gateway = LocalGateway(journal, concurrency=concurrency, budget=budget)
    calls = servers.call if is_own_server(model) else call
    try:
        yield ProviderClient(model, gateway, calls, **{"attempts": 4, **options})
    finally:
        await servers.close()


COLD: dict[str, Any] = {"temperature": 0.0}
EVERYTHING: dict[str, Any] = {
    "temperature": 1.0,
    "top_p": 0.9,
    "max_tokens": 9,
    "reasoning_effort": "low",
    "extra_body": {"user_tag": "a"},
}


def complete(model: str, journal: Journal, *texts: str, sample: int = 0, **options: Any) -> list[Completion]:
    """Asks all at once."""

    async def go() -> list[Completion]:
        async with opened(model, journal, **options) as one:
            return await asyncio.gather(*(one.complete(chat(text), sample=sample) for text in texts or ("hi",)))

    return asyncio.run(go())


def chat(text: str = "hi") -> list[Message]:
    return [{"role": "user", "content": text}]


def test_a_reply_with_its_usage(provider: SimulatedProvider, journal: Journal, model: str) -> None:
    ledger = Ledger()

    async def go() -> Completion:
        async with opened(model, journal) as one:
            return await MeteredClient(one, "judge", ledger).complete(chat(), json_mode=True)

    assert asyncio.run(go()).text == "Hello."
    assert ledger.usage["judge"].calls == 1
    assert ledger.usage["judge"].prompt_tokens > 0
    assert ledger.usage["judge"].cost is None  # the price of this model is unknown, which is not zero


def test_reasoning_is_kept_apart(provider: SimulatedProvider, journal: Journal, model: str) -> None:
    provider.behaviour.reasoning = "He may be dead, or he may not. " * 4
    for is_replayed in (False, True):
        [completion] = complete(model, journal)
        assert (completion.text, completion.reasoning) == ("Hello.", provider.behaviour.reasoning.strip())
        assert completion.usage.reasoning_tokens == len(provider.behaviour.reasoning) // 4
        assert completion.usage.completion_tokens == completion.usage.reasoning_tokens + 2
        assert provider.tries.total() == 1, is_replayed
    assert journal.spent().reasoning_tokens == completion.usage.reasoning_tokens


def test_a_journaled_call_is_not_sent_again(provider: SimulatedProvider, journal: Journal, model: str) -> None:
    for _ in range(2):
        complete(model, journal)
    assert provider.tries.total() == 1
    complete(model, journal, sample=1)
    complete(model, journal, seed=43)
    assert provider.tries.total() == 3


def test_another_sample_is_sent_with_another_seed(provider: SimulatedProvider, journal: Journal, model: str) -> None:
    for sample in range(3):
        complete(model, journal, sample=sample)
    # A server that honours the seed would repeat itself for the same one, all the more at temperature 0.
    assert set(provider.tries.values()) == {1}
    assert len(provider.tries) == 3


def test_a_pool_has_a_client_for_each_model_and_sampling() -> None:
    pool = ClientPool(Journal(), processes=0)
    assert pool.client(MODEL) is pool.client(MODEL, Sampling(0.0))
    settings = [Sampling(0.7), Sampling(max_tokens=9), Sampling(extra_body={"a": [1]}), Sampling(extra_body={"a": [2]})]
    clients = {id(pool.client(MODEL, sampling)) for sampling in [Sampling(), *settings, *settings]}
    assert len(clients) == 5


@pytest.mark.parametrize(
    ("model", "sampling", "dropped"),
    [
        ("openai/gpt-4o", COLD, []),
        ("openai/gpt-4o", EVERYTHING, ["reasoning_effort"]),
        ("openai/o1", COLD, ["temperature"]),
        ("openai/o1", {"temperature": 1.0}, []),
        ("openai/o1", EVERYTHING, ["top_p"]),
        ("openai/gpt-4", COLD, ["response_format"]),
        ("anthropic/claude-3-5-sonnet-20241022", COLD, ["seed", "response_format"]),
        ("gemini/gemini-1.5-pro", COLD, []),
    ],
)
def test_what_litellm_drops_is_in_the_reply(
    model: str, sampling: dict[str, Any], dropped: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    request = {
        "model": model,
        "messages": chat(),
        "sampling": sampling,
        "seed": 7,
        "json_mode": True,
    }
    # litellm makes the reply itself, after it has put the request together as for a call.
    monkeypatch.setattr(litellm(), "acompletion", partial(litellm().acompletion, mock_response="Yes"))
    reply = asyncio.run(call({**request, "timeout": 5}))
    asked = {**sampling, "seed": 7, "response_format": {"type": "json_object"}}
    assert reply["dropped"] == dropped
    assert reply["sent"] == {name: value for name, value in asked.items() if name not in dropped}


@pytest.mark.parametrize("waiting_for", ["requests_per_minute", "Retry-After", "the next try", "a place"])
def test_closing_waits_for_what_was_sent_and_for_nothing_else(
    provider: SimulatedProvider, journal: Journal, model: str, waiting_for: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    provider.behaviour.latency = 0.3
    limits: dict[str, Any] = {"requests_per_minute": 10} if waiting_for == "requests_per_minute" else {}
    limits["concurrency"] = places = 1 if waiting_for == "requests_per_minute" else 2
    if waiting_for == "Retry-After":
        provider.behaviour.retry_after = 600.0
        provider.behaviour.faults = {"rate_limit": 1.0}
    elif waiting_for == "the next try":
        provider.behaviour.faults = {"server_error": 1.0}
        monkeypatch.setattr("turtlesoup_bench.models.client._backoff", lambda attempt: 600.0)

    async def go() -> tuple[float, int]:
        async with ClientPool(LocalGateway(journal, **limits), processes=0) as pool:
            calls = [asyncio.create_task(pool.client(model).complete(chat(str(number)))) for number in range(80)]
            # Four are begun two at a time once two have failed, and then wait for their next try.
            while provider.tries.total() < (4 if waiting_for == "the next try" else places):  # noqa: ASYNC110 - the provider is in another thread
                await asyncio.sleep(0.01)
            for one in calls:
                one.cancel()
            start, tries = time.monotonic(), provider.tries.total()
        assert provider.in_flight == 0
        return time.monotonic() - start, tries

    seconds, tries = asyncio.run(go())
    assert seconds < 5
    assert provider.tries.total() <= tries + places  # which were on their way
    assert len(journal) == provider.answered.total()


def test_nothing_is_sent_after_closing(provider: SimulatedProvider, journal: Journal, model: str) -> None:
    async def go() -> None:
        pool = ClientPool(LocalGateway(journal, requests_per_minute=10), processes=0)
        async with pool:
            await pool.client(model).complete(chat())
        assert (await pool.client(model).complete(chat())).text  # what was answered still is
        with pytest.raises(asyncio.CancelledError):
            await pool.client(model).complete(chat("another"))

    asyncio.run(go())
    assert provider.tries.total() == 1


def test_equal_requests_at_the_same_time_are_sent_once(
    provider: SimulatedProvider, journal: Journal, model: str
) -> None:
    provider.behaviour.latency = 0.05
    complete(model, journal, *["hi"] * 5)
    assert provider.tries.total() == 1


def test_no_more_calls_in_flight_than_allowed(provider: SimulatedProvider, journal: Journal, model: str) -> None:
    provider.behaviour.latency = 0.05
    complete(model, journal, *map(str, range(9)), concurrency=3)
    assert provider.most_in_flight == 3


@pytest.mark.parametrize("fault", ["rate_limit", "server_error"])
def test_a_passing_failure_is_tried_again(
    provider: SimulatedProvider, journal: Journal, model: str, fault: str
) -> None:
    provider.behaviour.faults = {fault: 0.5}  # type: ignore[dict-item]
    provider.behaviour.seed = 3
    complete(model, journal, *map(str, range(8)), attempts=12)
    assert provider.tries.total() > 8
    assert len(journal) == 8


@pytest.mark.parametrize(
    ("fault", "cause"), [("empty", "the reply is empty"), ("cut_off", "limit of tokens was reached before an answer")]
)
def test_an_empty_reply_is_booked_and_not_asked_for_again(
    provider: SimulatedProvider, journal: Journal, model: str, fault: str, cause: str
) -> None:
    provider.behaviour.faults = {fault: 1.0}  # type: ignore[dict-item]
    budget, ledger = Budget.parse("9calls"), Ledger()

    async def go() -> Completion:
        async with opened(model, journal, budget=budget) as one:
            return await MeteredClient(one, "judge", ledger).complete(chat())

    completion = asyncio.run(go())
    assert (completion.text, completion.as_message["content"]) == ("", "(empty)")
    assert cause in completion.emptiness
    assert provider.tries.total() == budget.spent.calls == journal.spent().calls == ledger.usage["judge"].calls == 1
    assert budget.spent.prompt_tokens == journal.spent().prompt_tokens > 0


def test_a_failure_that_stays_is_raised(provider: SimulatedProvider, journal: Journal, model: str) -> None:
    provider.behaviour.faults = {"server_error": 1.0}
    with pytest.raises(TransientError, match="internal error"):
        complete(model, journal, attempts=2)
    assert provider.tries.total() == 2
    assert len(journal) == 0


def test_retry_after_is_honoured(provider: SimulatedProvider, journal: Journal, model: str) -> None:
    provider.behaviour.faults = {"rate_limit": 1.0}
    provider.behaviour.retry_after = 1.5
    start = time.monotonic()
    with pytest.raises(TransientError) as caught:
        complete(model, journal, attempts=2)
    assert caught.value.retry_after == 1.5
    assert caught.value.is_overload
    assert time.monotonic() - start >= 1.5


def test_a_time_out_is_a_passing_failure(provider: SimulatedProvider, journal: Journal, model: str) -> None:
    provider.behaviour.faults = {"timeout": 1.0}
    with pytest.raises(TransientError, match=r"no reply within 0\.3 seconds|Timeout"):
        complete(model, journal, attempts=1, timeout=0.3)


def test_an_unreachable_provider_is_a_passing_failure(
    journal: Journal, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI", "DEEPSEEK"):
        monkeypatch.setenv(f"{name}_API_KEY", "sk-x")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("DEEPSEEK_API_BASE", "http://127.0.0.1:9/v1")
    with pytest.raises(TransientError):
        complete(model, journal, attempts=1)


def test_a_wrong_name_says_what_to_check(journal: Journal) -> None:
    with pytest.raises(AccessError, match="check the model's name"):
        complete("no-such-provider/x", journal)


class _StatusError(Exception):
    def __init__(self, status: int):
        super().__init__(f"status {status}")
        self.status_code = status


@pytest.mark.parametrize(
    ("status", "kind"),
    [(400, RequestError), (401, AccessError), (403, AccessError), (404, AccessError), (413, RequestError)]
    + [(code, TransientError) for code in (408, 429, 500, 502, 503, 529)],
)
def test_a_status_is_filed_under_its_kind(status: int, kind: type[Exception]) -> None:
    assert type(of_exception(_StatusError(status), "m")) is kind
    assert type(of_status(status, "m", None)) is kind

"""The real litellm client against the simulated provider."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import pytest

from turtlesoup_bench.errors import AccessError, RequestError, TransientError
from turtlesoup_bench.models import Ledger, MeteredClient
from turtlesoup_bench.models.client import LitellmClient
from turtlesoup_bench.models.desk import LocalDesk
from turtlesoup_bench.models.failures import translate
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.prompts import Message

MODEL = "openai/simulated"


@pytest.fixture
def journal() -> Iterator[Journal]:
    with Journal() as opened:
        yield opened


def client(journal: Journal, **options: Any) -> LitellmClient:
    desk = LocalDesk(journal, concurrency=options.pop("concurrency", 4))
    return LitellmClient(MODEL, desk, **{"attempts": 4, **options})


def chat(text: str = "hi") -> list[Message]:
    return [{"role": "system", "content": "Task: nobody/nothing (en)"}, {"role": "user", "content": text}]


def test_a_reply_with_its_usage(provider: SimulatedProvider, journal: Journal) -> None:
    ledger = Ledger()
    metered = MeteredClient(client(journal), "judge", ledger)
    completion = asyncio.run(metered.complete(chat()))
    assert completion.text == "I do not know this task."
    assert ledger.usage["judge"].calls == 1
    assert ledger.usage["judge"].prompt_tokens > 0
    assert ledger.usage["judge"].cost is None  # the price of this model is unknown, which is not zero


def test_a_journaled_call_is_not_sent_again(provider: SimulatedProvider, journal: Journal) -> None:
    for _ in range(2):
        asyncio.run(client(journal).complete(chat()))
    assert provider.tries.total() == 1
    asyncio.run(client(journal).complete(chat(), sample=1))
    asyncio.run(client(journal).complete(chat(), seed=43))
    assert provider.tries.total() == 3


def test_equal_requests_at_the_same_time_are_sent_once(provider: SimulatedProvider, journal: Journal) -> None:
    provider.behaviour.latency = 0.05

    async def both() -> None:
        one = client(journal)
        await asyncio.gather(*(one.complete(chat()) for _ in range(5)))

    asyncio.run(both())
    assert provider.tries.total() == 1


def test_no_more_calls_in_flight_than_allowed(provider: SimulatedProvider, journal: Journal) -> None:
    provider.behaviour.latency = 0.05

    async def many() -> None:
        one = client(journal, concurrency=3)
        await asyncio.gather(*(one.complete(chat(str(number))) for number in range(9)))

    asyncio.run(many())
    assert provider.most_in_flight == 3


@pytest.mark.parametrize("fault", ["rate_limit", "server_error", "empty"])
def test_a_passing_failure_is_tried_again(provider: SimulatedProvider, journal: Journal, fault: str) -> None:
    provider.behaviour.faults = {fault: 0.5}  # type: ignore[dict-item]
    provider.behaviour.seed = 3

    async def many() -> None:
        one = client(journal, attempts=12)
        await asyncio.gather(*(one.complete(chat(str(number))) for number in range(8)))

    asyncio.run(many())
    assert provider.tries.total() > 8
    assert len(journal) == 8


def test_a_failure_that_stays_is_raised(provider: SimulatedProvider, journal: Journal) -> None:
    provider.behaviour.faults = {"server_error": 1.0}
    with pytest.raises(TransientError, match="internal error"):
        asyncio.run(client(journal, attempts=2).complete(chat()))
    assert provider.tries.total() == 2
    assert len(journal) == 0


def test_retry_after_is_honoured(provider: SimulatedProvider, journal: Journal) -> None:
    provider.behaviour.faults = {"rate_limit": 1.0}
    provider.behaviour.retry_after = 1.5
    start = time.monotonic()
    with pytest.raises(TransientError) as caught:
        asyncio.run(client(journal, attempts=2).complete(chat()))
    assert caught.value.retry_after == 1.5
    assert time.monotonic() - start >= 1.5


def test_a_time_out_is_a_passing_failure(provider: SimulatedProvider, journal: Journal) -> None:
    provider.behaviour.faults = {"timeout": 1.0}
    with pytest.raises(TransientError):
        asyncio.run(client(journal, attempts=1, timeout=0.3).complete(chat()))


def test_an_unreachable_provider_is_a_passing_failure(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    with pytest.raises(TransientError):
        asyncio.run(client(journal, attempts=1).complete(chat()))


def test_a_wrong_name_says_what_to_check(journal: Journal) -> None:
    unknown = LitellmClient("no-such-provider/x", LocalDesk(journal))
    with pytest.raises(AccessError, match="check the model's name"):
        asyncio.run(unknown.complete(chat()))


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
    assert type(translate(_StatusError(status), "m")) is kind

"""What a run may ask of the sampling: what is sent, what is refused, and what goes into the key."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.models import Sampling
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider

CHAT: Any = [{"role": "user", "content": "hi"}]
EVERYTHING = {
    "temperature": 0.5,
    "top_p": 0.9,
    "max_tokens": 99,
    "reasoning_effort": "low",
    "extra_body": {"top_k": 5, "chat_template_kwargs": {"enable_thinking": False}},
}


@pytest.mark.parametrize("record", [{"temperature": 0.0}, {"temperature": 1, "max_tokens": 1}, EVERYTHING])
def test_what_is_set_is_what_is_written(record: dict[str, Any]) -> None:
    assert Sampling.from_json(record).to_json() == record
    assert Sampling.from_json(json.loads(json.dumps(record))) == Sampling(**record)


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ({"temperature": -1}, "temperature: found -1; expected a number, at least 0"),
        ({"temperature": "hot"}, "temperature: found 'hot'"),
        ({"temperature": True}, "temperature"),
        ({"temperature": float("nan")}, "temperature"),
        ({"temperature": None}, "temperature"),
        ({"top_p": 0}, "top_p: found 0; expected a number over 0, up to 1"),
        ({"top_p": 1.1}, "top_p"),
        ({"max_tokens": 0}, "max_tokens: found 0; expected a whole number, at least 1"),
        ({"max_tokens": 9.5}, "max_tokens"),
        ({"reasoning_effort": ""}, "reasoning_effort: found ''; expected a word"),
        ({"extra_body": [1]}, "extra_body: found .1.; expected a JSON object"),
        ({"extra_body": {"top_p": 1}}, "extra_body.top_p: found 1; expected top_p as a setting of its own"),
        ({"extra_body": {"messages": []}}, "extra_body.messages: .*expected no field that every request sets"),
        ({"top_k": 3}, "top_k: found an unknown setting; expected temperature, top_p"),
    ],
)
def test_what_cannot_be_a_setting_is_refused(record: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        Sampling.from_json(record)


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(InvalidInput) as caught:
        Sampling(temperature=-1, top_p=2, extra_body={"n": 2})
    assert len(caught.value.problems) == 3


def test_all_of_it_is_sent_and_none_else(provider: SimulatedProvider, model: str) -> None:
    extra = {"top_k": 5, "chat_template_kwargs": {"enable_thinking": False}}

    async def go() -> None:
        with Journal() as journal:
            async with ClientPool(journal, processes=0) as pool:
                for sampling in (Sampling(), Sampling(0.5, 0.9, 99, extra_body=extra)):
                    await pool.client(model, sampling).complete(CHAT)

    asyncio.run(go())
    plain, sampled = provider.settings["other"]
    assert plain == {"temperature": 0.0, "seed": 42}
    assert sampled == {"temperature": 0.5, "top_p": 0.9, "max_tokens": 99, "seed": 42, **extra}

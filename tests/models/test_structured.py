from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from running import settings

from turtlesoup_bench.errors import MalformedReply, RefusedError, RequestError, TransientError
from turtlesoup_bench.models import Completion, Ledger, MeteredClient
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.models.structured import ask_readable, read_object, read_strings
from turtlesoup_bench.records import Usage
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.runner.run import run


class Scripted:
    """A client that replies what it was told to."""

    model = "scripted"

    def __init__(self, *replies: str | Completion | Exception):
        self.replies = list(replies)
        self.seen: list = []
        self.samples: list[int] = []

    async def complete(self, messages, *, sample=0, **settings) -> Completion:
        self.seen.append(messages)
        self.samples.append(sample)
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply if isinstance(reply, Completion) else Completion(reply, Usage(1))


def replayed(text: str) -> Completion:
    return Completion(text, Usage(1), is_replayed=True)


def read(*replies: str | Completion | Exception) -> tuple[object, Scripted]:
    client = Scripted(*replies)
    return asyncio.run(ask_readable(client, [{"role": "user", "content": "?"}], read_object, "en")), client


@pytest.mark.parametrize(
    "text", ['{"a": 1}', '```json\n{"a": 1}\n```', 'Here it is: {"a": 1}. Done.', '{"a": 1}\n'], ids=range(4)
)
def test_one_object_is_found(text: str) -> None:
    assert read_object(text) == {"a": 1}


@pytest.mark.parametrize(
    "text",
    ["", "no object", '{"a": 1', '{"a": 1} or {"a": 2}', '{"outer": {"similarity": 1.0}', "{not json}"],
)
def test_a_reply_that_is_not_one_object_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="JSON"):
        read_object(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 50_000,
        "{" * 50_000,
        '{"a":' * 50_000,
        '{"a": ' + "[" * 50_000,
        '{"a": ' + "[" * 50_000 + "]" * 50_000 + "}",
    ],
    ids=["lists", "braces", "objects", "a list in an object", "balanced"],
)
def test_a_reply_that_nests_without_end_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="JSON"):
        read_object(text)


@pytest.mark.parametrize(("task", "outcome"), [("direct/conclude", "aborted"), ("judge", "unscored")])
def test_such_replies_end_an_episode_and_not_the_run(
    provider: SimulatedProvider, tmp_path: Path, task: str, outcome: str
) -> None:
    provider.behaviour.faults, provider.behaviour.fault_tasks = {"deep_json": 1.0}, task
    chosen = settings(
        agent="direct", model="openai/simulated", judge="openai/judge", limit=1, max_turns=1, out=tmp_path / "run"
    )
    [overall, *_] = read_results(asyncio.run(run(chosen)).path).rows
    assert overall.outcomes[outcome] == overall.episodes == 2


def test_items_with_commas_stay_whole() -> None:
    # The released reference code splits lists at commas.
    assert read_strings(["He lied, cheated, and left.", "他说，走吧。", " "], "details") == (
        "He lied, cheated, and left.",
        "他说，走吧。",
    )


@pytest.mark.parametrize("value", [None, "a, b", [1], {"a": 1}])
def test_a_list_of_strings_is_nothing_else(value: object) -> None:
    with pytest.raises(ValueError, match="list of strings"):
        read_strings(value, "details")


def test_one_repair_request_tells_the_error() -> None:
    client = Scripted("oops", '{"a": 1}')
    read = asyncio.run(ask_readable(client, [{"role": "user", "content": "?"}], read_object, "en"))
    assert read == {"a": 1}
    assert [message["role"] for message in client.seen[1]] == ["user", "assistant", "user"]
    assert "no JSON objects" in client.seen[1][-1]["content"]


def test_a_second_bad_reply_is_an_error_that_keeps_both() -> None:
    with pytest.raises(MalformedReply) as caught:
        asyncio.run(ask_readable(Scripted("one", "two"), [{"role": "user", "content": "?"}], read_object, "zh"))
    assert caught.value.replies == ("one", "two")


@pytest.mark.parametrize(
    ("finish_reason", "cause"),
    [
        ("stop", "the reply is empty"),
        (None, "the reply is empty"),
        ("length", "the limit of tokens was reached before an answer"),
    ],
)
def test_an_empty_reply_says_why(finish_reason: str | None, cause: str) -> None:
    _, client = read(Completion("", Usage(1), finish_reason), '{"a": 1}')
    _, said, repair = client.seen[1]
    assert said["content"] == "(empty)"
    assert cause in repair["content"]
    with pytest.raises(MalformedReply, match=cause):
        read(*[Completion("", Usage(1), finish_reason)] * 2)


def test_what_a_content_filter_stopped_is_refused_and_not_asked_to_be_repaired() -> None:
    filtered = Completion("", Usage(1), "content_filter")
    client = Scripted(filtered)
    with pytest.raises(RefusedError, match="the provider's content filter stopped it"):
        asyncio.run(ask_readable(client, [], read_object, "en"))
    assert len(client.seen) == 1
    value, client = read(replace(filtered, is_replayed=True), '{"a": 1}')  # an earlier session's is drawn anew
    assert (value, client.samples) == ({"a": 1}, [0, 1])


@pytest.mark.parametrize(
    ("replies", "samples"),
    [
        ([replayed("bad"), replayed('{"a": 1}')], [0, 0]),
        ([replayed("bad"), '{"a": 1}'], [0, 0]),
        ([replayed("bad"), replayed("bad"), '{"a": 1}'], [0, 0, 1]),
        ([replayed("bad"), replayed("bad"), "bad", '{"a": 1}'], [0, 0, 1, 1]),
        ([replayed("bad")] * 4 + ['{"a": 1}'], [0, 0, 1, 1, 2]),
        # The repair request repeats the reply, and may be too long or offensive for it.
        ([replayed("bad"), RequestError("too long"), '{"a": 1}'], [0, 0, 1]),
        ([replayed("bad"), RefusedError("filtered"), '{"a": 1}'], [0, 0, 1]),
    ],
)
def test_what_an_earlier_session_could_not_use_is_asked_anew(replies: list, samples: list[int]) -> None:
    value, client = read(*replies)
    assert value == {"a": 1}
    assert client.samples == samples


@pytest.mark.parametrize(
    ("replies", "error"),
    [
        (["bad", "bad"], MalformedReply),
        ([replayed("bad"), replayed("bad"), "bad", "bad"], MalformedReply),
        (["bad", RequestError("too long")], RequestError),
        ([replayed("bad"), TransientError("503")], TransientError),
    ],
)
def test_one_session_asks_once_anew(replies: list, error: type[Exception]) -> None:
    with pytest.raises(error):
        read(*replies)


@pytest.mark.parametrize("asks_anew", [False, True])
def test_only_who_may_ask_anew_knows_of_earlier_sessions(asks_anew: bool) -> None:
    client = MeteredClient(Scripted(replayed("bad")), "judge", Ledger(), asks_anew=asks_anew)
    assert asyncio.run(client.complete([])).is_replayed is asks_anew

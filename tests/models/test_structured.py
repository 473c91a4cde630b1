from __future__ import annotations

import asyncio

import pytest

from turtlesoup_bench.errors import MalformedReply
from turtlesoup_bench.models import Completion
from turtlesoup_bench.models.structured import ask_readable, read_object, read_strings
from turtlesoup_bench.records import Usage


class Scripted:
    """A client that replies what it was told to."""

    model = "scripted"

    def __init__(self, *replies: str):
        self.replies = list(replies)
        self.seen: list = []

    async def complete(self, messages, **settings) -> Completion:
        self.seen.append(messages)
        return Completion(self.replies.pop(0), Usage(1))


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

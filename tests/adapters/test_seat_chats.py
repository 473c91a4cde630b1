"""What the adapters share: a model that someone else calls plays a seat. The loop here stands for a framework."""

from __future__ import annotations

import asyncio
import base64
import hashlib
from dataclasses import replace
from typing import Any

import pytest
from framework_cases import CASES, Case, by_match, case_of

from turtlesoup_bench.adapters import SeatChats
from turtlesoup_bench.games import Episode
from turtlesoup_bench.games.match import Match

pytestmark = pytest.mark.usefixtures("odd_one_out")


def by_chats(case: Case) -> tuple[Episode, list[list[dict[str, Any]]]]:
    """The episode of the case's replies, and the chats to which they came."""
    match = Match(case.find(), case.setup())
    replies, shown = iter(case.replies), []

    async def go() -> None:
        chats = SeatChats(match, case.seat, case.players)
        while waiting := await chats.waiting():
            (chat,) = waiting
            shown.append(chat)
            text, reason = next(replies)
            if reason == "content_filter":
                chats.refused("a content filter stopped the model")
            else:
                chats.reply(text)

    asyncio.run(go())
    assert next(replies, None) is None
    return match.episode(), shown


@pytest.mark.parametrize("name", CASES)
def test_a_framework_plays_the_same_episode(name: str) -> None:
    case = case_of(name)
    assert by_chats(case)[0] == by_match(case)


def test_a_chat_grows_with_replies_and_complaints() -> None:
    chats = by_chats(case_of("odd one out"))[1]
    assert [message["role"] for message in chats[-1]] == ["system", *["user", "assistant"] * 5, "user"]
    assert chats[1][2:] == [
        {"role": "assistant", "content": "\nSorry."},
        {"role": "user", "content": "The first line is empty."},
    ]
    assert chats[-1][-2:] == [
        {"role": "assistant", "content": "(empty)"},
        {"role": "user", "content": "Reply with one name."},
    ]


def test_a_stateless_form_begins_a_new_chat_with_each_move() -> None:
    chats = by_chats(case_of("turtle soup"))[1]
    assert {tuple(message["role"] for message in chat) for chat in chats} == {("system", "user")}
    assert "It holds no question." in chats[1][1]["content"]


def test_a_picture_is_a_data_url() -> None:
    case = case_of("odd one out")
    episode, chats = by_chats(case)
    picture, question = chats[0][1]["content"]
    assert question == {"type": "text", "text": "This is your picture. Give a hint in one line."}
    head, data = picture["image_url"]["url"].split(",")
    assert (picture["type"], head) == ("image_url", "data:image/png;base64")
    shown = next(event for event in episode.events if event.to == (case.seat,))
    assert hashlib.sha256(base64.b64decode(data)).hexdigest() == shown.parts[0].content


def test_a_role_with_several_forms_has_as_many_chats() -> None:
    case = case_of("turtle soup")
    match = Match(case.find(), replace(case.setup(), tested=("host",)))
    match.say("player", "Did somebody die?")

    class Silent:
        async def act(self, observation: Any) -> Any:
            raise AssertionError("it is the host's turn")

    chats = SeatChats(match, "host", {"player": Silent()})
    assert len(asyncio.run(chats.waiting())) == 2
    chats.reply("Yes", "No")
    assert match.episode().moves[1]["host"].action == {"verdict": "yes", "is_key_clue": False, "clue": None}


def test_each_other_seat_needs_a_player() -> None:
    case = case_of("odd one out")
    with pytest.raises(ValueError, match="no player for bob"):
        SeatChats(Match(case.find(), case.setup()), "cyd", {"ann": case.players["ann"]})

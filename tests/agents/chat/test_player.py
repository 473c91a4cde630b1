"""One player for chat models in any seat of any game: growing and new chats, two calls a move, images, complaints."""

from __future__ import annotations

import asyncio
import hashlib
from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

import pytest
from turtlesoup_bench.agents.chat.player import ChatPlayer
from turtlesoup_bench.agents.turtle_soup.baselines.direct import Direct

from turtlesoup_bench.games import Event, Observation, Part, Seat
from turtlesoup_bench.games.match import Match, advance, play
from turtlesoup_bench.games.multi_turn.twenty_questions.game import GAME as TWENTY_QUESTIONS
from turtlesoup_bench.games.turtle_soup.forms import view_of
from turtlesoup_bench.games.turtle_soup.game import GAME as TURTLE_SOUP
from turtlesoup_bench.games.turtle_soup.game import instance_of
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.models import Completion
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal, canonical, request_key
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.prompts import Message
from turtlesoup_bench.records import Usage


@dataclass
class Scripted:
    """Gives replies in order, and keeps the chats that it was shown."""

    replies: list[str | Completion]
    seen: list[list[Message]] = field(default_factory=list)
    samples: list[int] = field(default_factory=list)
    model = "scripted"

    async def complete(self, messages: Sequence[Message], *, sample: int = 0, **_: object) -> Completion:
        self.seen.append(list(messages))
        self.samples.append(sample)
        reply = self.replies.pop(0)
        return reply if isinstance(reply, Completion) else Completion(reply, Usage(1))


def answerer(*replies: str | Completion) -> tuple[Match, Scripted]:
    """A game of twenty questions as far as the replies go."""
    instance = TWENTY_QUESTIONS.load({"limit": 1})[0]
    match, client = Match(TWENTY_QUESTIONS, TWENTY_QUESTIONS.setup(instance)), Scripted(list(replies))
    player = ChatPlayer(TWENTY_QUESTIONS, "answerer", "en", client)

    async def go() -> None:
        try:
            await advance(match, {"answerer": player})
        except IndexError:  # the script is over; the seat is tested, so that the match takes it for an error
            raise AssertionError from None

    asyncio.run(go())
    return match, client


def test_a_growing_chat_holds_all_that_was_said() -> None:
    match, client = answerer("ready", *["no"] * 30)
    assert match.episode().status in ("completed", "aborted")
    first, second, *_ = client.seen
    assert [message["role"] for message in first] == ["system", "user"]
    assert [message["role"] for message in second] == ["system", "user", "assistant", "user"]
    assert second[:2] == first
    assert second[2]["content"] == "ready"
    assert second[3]["content"].startswith(("Is it a type of", "Is your word"))


def test_a_reply_that_cannot_be_read_is_asked_for_again_with_the_complaint() -> None:
    match, client = answerer("ready", "perhaps", "No.", *["no"] * 30)
    assert client.seen[2][-1]["content"] == "Answer yes or no."
    assert client.samples[:4] == [0, 0, 1, 0]
    assert match.episode().moves[1]["answerer"].action == {"answer": "no"}


@pytest.mark.parametrize(
    ("reply", "cause", "reason"),
    [
        ("perhaps", "unreadable", "no move in 2 tries: Answer yes or no."),
        (Completion("", Usage(1), "length"), "truncated", "the limit of tokens was reached"),
        (Completion("", Usage(1), "content_filter"), "refused", "content filter"),
    ],
)
def test_past_the_allowance_the_seat_is_aborted(reply: str | Completion, cause: str, reason: str) -> None:
    match, _ = answerer("ready", *[reply] * 2)
    episode = match.episode()
    assert episode.status == "aborted"
    forfeit = episode.moves[-1]["answerer"].forfeit
    assert forfeit is not None
    assert (forfeit.cause, reason in forfeit.reason) == (cause, True)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_new_chat_each_move_and_two_calls_for_one(puzzle: Callable[[str], Puzzle], language: str) -> None:
    instance = instance_of(puzzle(language))
    question = {"en": "Is he dead?", "zh": "他死了吗？"}[language]
    asking = Scripted([question, question, '{"logic": [], "details": [], "conclusion": "c"}'])
    yes, no = {"en": ("Yes", "No"), "zh": ("是", "不是")}[language]
    hosting = Scripted([yes, f"{yes} 2", no, no])
    players = {
        "player": ChatPlayer(TURTLE_SOUP, "player", language, asking),
        "host": ChatPlayer(TURTLE_SOUP, "host", language, hosting),
    }
    setup = TURTLE_SOUP.setup(instance, options={"max_turns": 2}, cast={"player": "chat", "host": "chat"})
    episode = asyncio.run(play(TURTLE_SOUP, setup, players))
    assert episode.status == "completed"
    assert [len(chat) for chat in asking.seen + hosting.seen] == [2] * 7
    actions = [step["host"].action for step in episode.moves if "host" in step]
    assert actions[0] == {"verdict": "yes", "is_key_clue": True, "clue": 2}
    assert actions[1] == {"verdict": "no", "is_key_clue": False, "clue": None}


def test_turtle_soup_is_asked_in_the_words_of_the_direct_agent(puzzle: Callable[[str], Puzzle]) -> None:
    match = Match(TURTLE_SOUP, TURTLE_SOUP.setup(instance_of(puzzle("en"))))
    observation = match.observe()["player"]
    chatting, direct = Scripted(["Is he dead?"]), Scripted(["Is he dead?"])
    asyncio.run(ChatPlayer(TURTLE_SOUP, "player", "en", chatting).act(observation))
    asyncio.run(Direct(Seat(TURTLE_SOUP, "player", "player", "en", 42, direct)).ask(view_of(observation, "en")))
    assert chatting.seen == direct.seen


class Describing:
    """A form that shows a picture."""

    is_stateless = True

    def system(self, observation: Observation) -> str:
        return "Look."

    def tell(self, observation: Observation) -> list[Part]:
        return [Part("What is this?"), *observation.events[0].parts]

    def read(self, reply: str, observation: Observation) -> str:
        return reply

    def example(self, observation: Observation, rng: Random) -> str:
        return "A bell."


def test_images_are_parts_of_the_message_and_of_the_requests_key() -> None:
    pictures = {hashlib.sha256(content).hexdigest(): content for content in (b"one", b"two")}
    game = replace(TWENTY_QUESTIONS, forms=lambda role, language: [Describing()], open_media=pictures.__getitem__)
    keys = set()
    for digest, content in pictures.items():
        client = Scripted(["A bell."])
        event = Event("picture", parts=(Part(digest, "image/png"),))
        observation = Observation("seat", "answerer", "look", {}, {}, (event,))
        asyncio.run(ChatPlayer(game, "answerer", "en", client).act(observation))
        [[_, user]] = client.seen
        address = f"data:image/png;base64,{b64encode(content).decode()}"
        assert user["content"] == [
            {"type": "text", "text": "What is this?"},
            {"type": "image_url", "image_url": {"url": address}},
        ]
        keys.add(request_key(canonical({"model": "m", "messages": client.seen[0]})))
    assert len(keys) == 2


def test_a_chat_with_an_image_reaches_a_provider(provider: SimulatedProvider, model: str) -> None:
    game = replace(TWENTY_QUESTIONS, forms=lambda role, language: [Describing()], open_media=lambda digest: b"one")
    observation = Observation("seat", "answerer", "look", {}, {}, (Event("p", parts=(Part("0", "image/png"),)),))

    async def go() -> object:
        with Journal() as journal:
            async with ClientPool(journal, processes=0) as pool:
                return (await ChatPlayer(game, "answerer", "en", pool.client(model)).act(observation)).action

    assert asyncio.run(go()) == "Hello."
    assert provider.answered.total() == 1

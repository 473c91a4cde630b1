"""A chat model in a seat of any game, by the game's own words."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Any

from turtlesoup_bench.errors import MalformedReply, RefusedError
from turtlesoup_bench.games import Agent, ChatForm, Game, Move, Observation, Unreadable
from turtlesoup_bench.games.chat import tell
from turtlesoup_bench.games.match import merged
from turtlesoup_bench.models import ModelClient
from turtlesoup_bench.models.at_once import together
from turtlesoup_bench.prompts import Message


@dataclass
class ChatPlayer:
    """Plays one seat in one episode.

    Where a role's action takes several calls, they are made at the same time. A reply that cannot be read is asked for
    again with the complaint, and so is an action that the rules refuse, until the game's allowance is used up.

    Attributes:
        game: The game.
        role: Role of the seat.
        language: Of the instance.
        client: The model.
    """

    game: Game
    role: str
    language: str
    client: ModelClient
    _chats: list[_Chat] = field(init=False)

    def __post_init__(self) -> None:
        self._chats = [_Chat(form, self.game, self.client) for form in self.game.forms(self.role, self.language)]

    async def act(self, observation: Observation) -> Move:
        """See `turtlesoup_bench.games.Player.act`; the raw replies are in the trace."""
        readings = await together([chat.decide(observation) for chat in self._chats])
        return Move(merged(readings), {"replies": [chat.replies[-1] for chat in self._chats]})

    def remember(self, observation: Observation, move: Move) -> None:
        """Takes a move of its seat that another player made as its own, so that a growing chat holds what was said.

        Args:
            observation: What the seat knew when it moved.
            move: The move. Where no chat model made it, its action stands as JSON in place of the reply.
        """
        replies = move.trace.get("replies", ())
        if len(replies) != len(self._chats):
            replies = [json.dumps(move.action, ensure_ascii=False)] * len(self._chats)
        for chat, reply in zip(self._chats, replies, strict=True):
            chat.remember(observation, str(reply))


@dataclass
class _Chat:
    """The chat of one of a role's forms.

    Attributes:
        form: Its words.
        replies: To the present decision, the last of which could be read.
    """

    form: ChatForm
    game: Game
    client: ModelClient
    messages: list[Message] = field(default_factory=list)
    replies: list[str] = field(default_factory=list)

    def remember(self, observation: Observation, reply: str) -> None:
        tell(self.messages, self.form, observation, self.game)
        self.messages.append({"role": "assistant", "content": reply})

    async def decide(self, observation: Observation) -> Any:
        if observation.complaint is None:  # else the rules refused what was read in the last reply
            self.replies = []
        while True:
            chat = [*self.messages]  # a call that fails leaves the chat as it was, so that it can be made again
            tell(chat, self.form, observation, self.game)
            completion = await self.client.complete(chat, sample=len(self.replies))
            if completion.finish_reason == "content_filter":
                raise RefusedError(completion.emptiness)
            self.messages = [*chat, completion.as_message]
            self.replies.append(completion.text)
            reading = self.form.read(completion.text, observation)
            if completion.emptiness:
                reading = Unreadable(completion.emptiness)
            if not isinstance(reading, Unreadable):
                return reading
            if len(self.replies) > self.game.allowance:
                tries = len(self.replies)
                reason = f"no move in {tries} tries: {reading.complaint}"
                raise MalformedReply(reason, self.replies, completion.is_truncated)
            observation = replace(observation, complaint=reading.complaint)


agent = Agent(create=lambda seat: ChatPlayer(seat.game, seat.role, seat.language, seat.client))

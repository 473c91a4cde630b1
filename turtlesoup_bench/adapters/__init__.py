"""Games inside other frameworks, which own the loop and the model calls; each adapter needs the extra of its name."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any

from turtlesoup_bench.games import Forfeit, Game, Move, Part, Player
from turtlesoup_bench.games.match import Match, advance

ChatMessage = dict[str, Any]
"""A message of OpenAI's chat API, whose content may have images."""


class SeatChats:
    """How a model that someone else calls plays a seat: one chat for each form of the seat's role.

    Args:
        match: Played by this seat and the other players.
        seat: The model's.
        players: Of all other seats.

    Raises:
        ValueError: If another seat has no player.
    """

    def __init__(self, match: Match, seat: str, players: Mapping[str, Player]):
        missing = [other for other in match.setup.instance.seats if other != seat and other not in players]
        if missing:
            raise ValueError(f"no player for {', '.join(missing)}")
        self._match = match
        self._seat = seat
        self._players = {other: player for other, player in players.items() if other != seat}
        self._chats: list[list[ChatMessage]] = [[] for _ in match.forms(seat)]

    async def waiting(self) -> list[list[ChatMessage]]:
        """The chats that need a reply each, once the other seats have moved; none when the episode is over."""
        await advance(self._match, self._players)
        observation = self._match.observe().get(self._seat)
        if observation is None:
            return []
        for form, chat in zip(self._match.forms(self._seat), self._chats, strict=True):
            if form.is_stateless or not chat:
                chat[:] = [{"role": "system", "content": form.system(observation)}]
            chat.append({"role": "user", "content": _content(self._match.game, form.tell(observation))})
        return [list(chat) for chat in self._chats]

    def reply(self, *texts: str) -> None:
        """Moves by what the model replied, one text for each chat; what cannot be used is asked for again."""
        for chat, text in zip(self._chats, texts, strict=True):
            # Providers refuse a message without text.
            chat.append({"role": "assistant", "content": text or "(empty)"})
        self._match.say(self._seat, *texts)

    def refused(self, reason: str) -> None:
        """Forfeits the move, since a content filter stopped the model."""
        for chat in self._chats:
            chat.append({"role": "assistant", "content": "(empty)"})
        self._match.act({self._seat: Move(forfeit=Forfeit("refused", reason))})


def _content(game: Game, parts: Sequence[Part]) -> str | list[ChatMessage]:
    """The parts as the content of a message: a text where there is nothing but text."""
    if all(part.media_type.startswith("text/") for part in parts):
        return "\n\n".join(part.content for part in parts)
    return [_content_part(game, part) for part in parts]


def _content_part(game: Game, part: Part) -> ChatMessage:
    if part.media_type.startswith("text/"):
        return {"type": "text", "text": part.content}
    data = base64.b64encode(game.open_media(part.content)).decode()
    return {"type": "image_url", "image_url": {"url": f"data:{part.media_type};base64,{data}"}}

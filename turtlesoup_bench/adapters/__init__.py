"""Games inside other frameworks, which own the loop and the model calls; each adapter needs the extra of its name."""

from __future__ import annotations

from collections.abc import Mapping

from turtlesoup_bench.games import Forfeit, Move, Player
from turtlesoup_bench.games.chat import tell
from turtlesoup_bench.games.match import Match, advance
from turtlesoup_bench.prompts import Message


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
        self._chats: list[list[Message]] = [[] for _ in match.forms(seat)]

    async def waiting(self) -> list[list[Message]]:
        """The chats that need a reply each, once the other seats have moved; none when the episode is over."""
        await advance(self._match, self._players)
        observation = self._match.observe().get(self._seat)
        if observation is None:
            return []
        for form, chat in zip(self._match.forms(self._seat), self._chats, strict=True):
            tell(chat, form, observation, self._match.game)
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

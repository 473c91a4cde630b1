"""A seat of any game as an environment of Gymnasium, in words; extra ``gymnasium``."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import gymnasium

from turtlesoup_bench.adapters import SeatChats, rewarded
from turtlesoup_bench.games import Episode, Game, Player, Score, Setup
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.prompts import Message


class AnyText(gymnasium.spaces.Text):
    """Any text, in whatever script; samples are of letters and digits."""

    def contains(self, x: Any) -> bool:
        """Whether it is a text that is not too long."""
        return isinstance(x, str) and self.min_length <= len(x) <= self.max_length


class MatchEnv(gymnasium.Env[str, str]):
    """One seat of a game, which sees and says what a chat model in it would; each episode is of an instance at random.

    An observation is what is told since the last action: the rules and the first message, or the next message, with
    ``[image]`` for a picture. It is empty when the episode is over. ``info`` has the `Episode` so far, as ``episode``.

    Args:
        game: The game.
        seat: The seat.
        players: Who plays the other seats of an episode.
        score: Scores an episode that ended; the last reward is the first measure that the seat has, any other is 0.
        selection: Which instances; see `Game.load`.
        options: Options of the game.
    """

    def __init__(
        self,
        game: Game,
        seat: str,
        *,
        players: Callable[[Setup], Mapping[str, Player]] = lambda setup: {},
        score: Callable[[Episode], Coroutine[Any, Any, Score]] | None = None,
        selection: Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
    ):
        self.observation_space = AnyText(1_000_000, min_length=0)
        self.action_space = AnyText(1_000_000, min_length=0)
        self._game, self._seat, self._players, self._score = game, seat, players, score
        self._instances, self._options = game.load(selection or {}), options
        self._runner = asyncio.Runner()  # one for all steps, since players may keep connections

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Begins an episode; a seed is also that of its luck.

        Raises:
            ValueError: If an action of the seat takes more than one text, or another seat has no player.
        """
        super().reset(seed=seed)
        instance = self._instances[int(self.np_random.integers(len(self._instances)))]
        luck = int(self.np_random.integers(2**31)) if seed is None else seed
        setup = self._game.setup(instance, seed=luck, options=self._options, tested=[self._seat])
        self._match = Match(self._game, setup)
        if len(self._match.forms(self._seat)) != 1:
            raise ValueError(f"an action of {self._seat} is more than one text")
        self._chats = SeatChats(self._match, self._seat, self._players(setup))
        return self._observe(), {"episode": self._match.episode()}

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Replies; what cannot be used is answered with a complaint.

        Raises:
            RuntimeError: If another player's infrastructure fails, or an episode that ended cannot be scored.
        """
        self._chats.reply(action)
        observation, episode, reward = self._observe(), self._match.episode(), 0.0
        if episode.ending is not None and self._score is not None:
            reward, _ = rewarded(self._game, episode, self._runner.run(self._score(episode)), self._seat)
        return observation, reward, episode.ending is not None, False, {"episode": episode}

    def close(self) -> None:
        """Ends the loop in which players and scorer run."""
        self._runner.close()

    def _observe(self) -> str:
        chats = self._runner.run(self._chats.waiting())
        if failure := self._match.episode().failure:
            raise RuntimeError(f"the episode failed: {failure}")
        return _told(chats[0]) if chats else ""


def _told(chat: list[Message]) -> str:
    begin = max((n for n, message in enumerate(chat, 1) if message["role"] == "assistant"), default=0)
    contents = (message["content"] for message in chat[begin:])
    parts = [part for told in contents for part in ([{"text": told}] if isinstance(told, str) else told)]
    return "\n\n".join(part.get("text", "[image]") for part in parts)

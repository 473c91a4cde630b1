"""Players of word chaining without a model: a random word of the list, and the first word that keeps the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from turtlesoup_bench.games import Agent, Move, Observation, Player, Seat
from turtlesoup_bench.games.multi_turn.word_chaining.rules import legal_words, words_said


@dataclass(frozen=True)
class RandomWord:
    """Says any word of the list, whether the rules allow it or not.

    Attributes:
        seed: Of its luck, which differs from list to list.
    """

    seed: int

    async def act(self, observation: Observation) -> Move:
        """See `turtlesoup_bench.games.Player.act`."""
        words = observation.events[0].data["words"]
        luck = Random(f"{self.seed}:{observation.view['turn']}:{words}")
        return Move({"word": luck.choice(words)})


@dataclass(frozen=True)
class FirstLegal:
    """Says the first word of the list that the rules allow, and so never loses."""

    async def act(self, observation: Observation) -> Move:
        """See `turtlesoup_bench.games.Player.act`."""
        return Move({"word": legal_words(observation.events[0].data["words"], words_said(observation.events))[0]})


def _anchor(create: Callable[[Seat], Player]) -> Agent:
    return Agent(create=create, games=("word-chaining",), kind="anchor", needs_model=False, takes_model=False)


random_word = _anchor(lambda seat: RandomWord(seat.seed))
first_legal = _anchor(lambda seat: FirstLegal())

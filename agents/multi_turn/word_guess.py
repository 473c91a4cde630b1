"""Players of word guess that need no model: random words, random candidates, and best play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from turtlesoup_bench.games import Agent, Move, Observation, Seat
from turtlesoup_bench.games.multi_turn.word_guess.vocabulary import Vocabulary, vocabulary_of

NAME = "word-guess"


class Guesser:
    """Attempts what `choose` returns."""

    async def act(self, observation: Observation) -> Move:
        """See `turtlesoup_bench.games.Player.act`."""
        first, *attempts = (event.data for event in observation.events)
        vocabulary = vocabulary_of(tuple(first["words"]))
        candidates = vocabulary.everything
        for attempt in attempts:
            candidates = vocabulary.left(candidates, attempt["word"], attempt["colours"])
        return Move({"attempt": self.choose(vocabulary, candidates, len(attempts))})

    def choose(self, vocabulary: Vocabulary, candidates: int, attempts: int) -> str:
        """The next word.

        Args:
            vocabulary: The words of the game.
            candidates: Those that fit all replies.
            attempts: How many were made.
        """
        raise NotImplementedError


@dataclass(frozen=True)
class RandomOrder(Guesser):
    """Goes through the vocabulary in random order, whatever the replies.

    Attributes:
        seed: Which order.
    """

    seed: int

    def choose(self, vocabulary: Vocabulary, candidates: int, attempts: int) -> str:
        """The next word of the order."""
        words = list(vocabulary.words)
        Random(self.seed).shuffle(words)
        return words[attempts]


@dataclass(frozen=True)
class Consistent(Guesser):
    """Attempts a random word of those that fit all replies.

    Attributes:
        seed: Of its luck.
    """

    seed: int

    def choose(self, vocabulary: Vocabulary, candidates: int, attempts: int) -> str:
        """One of the candidates."""
        return Random(f"{self.seed}:{attempts}").choice(vocabulary.members(candidates))


class Optimum(Guesser):
    """Needs the fewest attempts on average that any player can."""

    def choose(self, vocabulary: Vocabulary, candidates: int, attempts: int) -> str:
        """The best word."""
        return vocabulary.best_attempt(candidates)


def _anchor(create: Callable[[Seat], Guesser]) -> Agent:
    return Agent(create=create, games=(NAME,), kind="anchor", needs_model=False, takes_model=False)


random = _anchor(lambda seat: RandomOrder(seat.seed))
consistent = _anchor(lambda seat: Consistent(seat.seed))
optimum = _anchor(lambda seat: Optimum())

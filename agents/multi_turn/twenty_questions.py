"""Players of twenty questions that follow a rule: the ceiling, and what answering without a thought is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from turtlesoup_bench.games import Agent, Move, Observation, Player, Seat


class Answerer:
    """Picks when it is told to, and answers each question by `answer`."""

    async def act(self, observation: Observation) -> Move:
        """See `turtlesoup_bench.games.Player.act`."""
        if observation.phase == "pick":
            return Move({"ready": True})
        return Move({"answer": "yes" if self.answer(observation) else "no"})

    def answer(self, observation: Observation) -> bool:
        """Whether to answer yes."""
        raise NotImplementedError


@dataclass(frozen=True)
class Honest(Answerer):
    """Keeps to the word it has picked.

    Attributes:
        seed: Which word that is.
    """

    seed: int

    def answer(self, observation: Observation) -> bool:
        """What is true of its word."""
        hypernyms, question = observation.events[0].data["words"], observation.events[-1].data
        word = Random(self.seed).choice(list(hypernyms))
        return question["name"] == word if question["kind"] == "word" else question["name"] in hypernyms[word]


@dataclass(frozen=True)
class Always(Answerer):
    """Gives the same answer to every question.

    Attributes:
        is_yes: Which one.
    """

    is_yes: bool

    def answer(self, observation: Observation) -> bool:
        """What it always says."""
        return self.is_yes


@dataclass(frozen=True)
class CoinFlips(Answerer):
    """Answers by chance.

    Attributes:
        seed: Of its luck, which differs from list to list.
    """

    seed: int

    def answer(self, observation: Observation) -> bool:
        """Heads or tails."""
        words = list(observation.events[0].data["words"])
        return Random(f"{self.seed}:{observation.view['turn']}:{words}").random() < 0.5


def _anchor(create: Callable[[Seat], Player]) -> Agent:
    return Agent(create=create, games=("twenty-questions",), kind="anchor", needs_model=False, takes_model=False)


honest = _anchor(lambda seat: Honest(seat.seed))
always_yes = _anchor(lambda seat: Always(True))
coin_flips = _anchor(lambda seat: CoinFlips(seat.seed))

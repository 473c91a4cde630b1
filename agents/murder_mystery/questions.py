"""The floor of the questions on cases: a letter at random, which is right in a quarter of them."""

from __future__ import annotations

from random import Random

from turtlesoup_bench.games import Agent, Move, Observation
from turtlesoup_bench.games.murder_mystery.case_questions.rules import LETTERS

GAMES = ("murder-mystery-questions",)


class RandomLetter:
    """Answers with a letter drawn at random, and an open question with nothing to the point.

    Args:
        seed: Of its luck, which differs from question to question.
    """

    def __init__(self, seed: int):
        self._seed = seed

    async def act(self, observation: Observation) -> Move:
        """See `turtlesoup_bench.games.Player.act`."""
        asked = next(event.data for event in observation.events if event.kind == "question")
        rng = Random(f"{self._seed} {asked['question']} {asked['options']}")
        return Move({"answer": rng.choice(LETTERS) if asked["options"] else "?"})


random_letter = Agent(lambda seat: RandomLetter(seat.seed), GAMES, kind="anchor", needs_model=False, takes_model=False)

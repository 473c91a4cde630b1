"""`all-clues`: told every key clue at the start, asks nothing. The ceiling for what the clues can give."""

from __future__ import annotations

from dataclasses import dataclass

from turtlesoup_bench.games.turtle_soup.questioner import Agent, Question, Seat, View
from turtlesoup_bench.records import BeliefState

from .direct import PROMPTS, conclude


@dataclass(frozen=True)
class AllClues:
    """Asks nothing. Without a model its prediction is the clues themselves.

    Attributes:
        seat: The episode.
    """

    seat: Seat

    async def ask(self, view: View) -> Question | None:
        """None: it stops before the first question."""
        return None

    async def conclude(self, view: View) -> BeliefState:
        """What the clues amount to."""
        if self.seat.model is None:
            joint = "" if view.language == "zh" else " "
            return BeliefState(view.clues, view.clues, joint.join(view.clues))
        return await conclude(self.seat, view)


agent = Agent(create=AllClues, needs_model=False, asks=False, clues="given", version=PROMPTS.version)

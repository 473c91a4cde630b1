"""`closed-book`: predicts from the surface alone. The floor; also a probe for stories that a model has seen before."""

from __future__ import annotations

from dataclasses import dataclass

from turtlesoup_bench.games.turtle_soup.questioner import Agent, Question, Seat, View
from turtlesoup_bench.records import BeliefState

from .direct import PROMPTS, conclude


@dataclass(frozen=True)
class ClosedBook:
    """Asks nothing. Without a model its prediction is the surface itself.

    Attributes:
        seat: The episode.
    """

    seat: Seat

    async def ask(self, view: View) -> Question | None:
        """None: it stops before the first question."""
        return None

    async def conclude(self, view: View) -> BeliefState:
        """A guess."""
        if self.seat.model is None:
            return BeliefState((), (), view.surface)
        return await conclude(self.seat, view)


agent = Agent(create=ClosedBook, needs_model=False, asks=False, version=PROMPTS.version)

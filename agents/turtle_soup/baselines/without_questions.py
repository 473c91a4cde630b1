"""The anchors, which ask nothing: `closed-book`, the floor, and `all-clues`, the ceiling, which is told every key clue.

With a model, `closed-book` is also a probe for stories that the model has seen before.
"""

from __future__ import annotations

from dataclasses import dataclass

from turtlesoup_bench.games import Seat
from turtlesoup_bench.games.turtle_soup.players import questioner_agent
from turtlesoup_bench.games.turtle_soup.questioner import Question, View
from turtlesoup_bench.games.turtle_soup.records import BeliefState

from .direct import conclude


@dataclass(frozen=True)
class WithoutQuestions:
    """Predicts from what it is shown at the start; without a model it repeats that.

    Attributes:
        seat: The episode.
    """

    seat: Seat

    async def ask(self, view: View) -> Question | None:
        """None: it stops before the first question."""
        return None

    async def conclude(self, view: View) -> BeliefState:
        """A guess from the surface, or what the clues amount to."""
        if self.seat.model is not None:
            return await conclude(self.seat, view)
        joint = "" if view.language == "zh" else " "
        return BeliefState(view.clues, view.clues, joint.join(view.clues) or view.surface)


closed_book = questioner_agent(WithoutQuestions, kind="anchor", needs_model=False, asks=False)
all_clues = questioner_agent(WithoutQuestions, kind="anchor", needs_model=False, asks=False, clues="given")

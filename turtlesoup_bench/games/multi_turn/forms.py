"""What the forms of these games have in common."""

from __future__ import annotations

from collections.abc import Sequence

from turtlesoup_bench.games import Observation, Part
from turtlesoup_bench.games.chat import PromptForm


class GrowingForm(PromptForm):
    """A form whose chat grows: each user message tells what is new."""

    is_stateless = False

    def tell(self, observation: Observation) -> Sequence[Part]:
        """What is new; a complaint instead, if the last reply was not accepted."""
        return [Part(observation.complaint)] if observation.complaint else super().tell(observation)

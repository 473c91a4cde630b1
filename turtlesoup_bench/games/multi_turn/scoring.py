"""Scores that follow from the rules alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from turtlesoup_bench.errors import UnknownName
from turtlesoup_bench.games import Episode, Instance, Score, Scorer
from turtlesoup_bench.records import Json

if TYPE_CHECKING:
    from turtlesoup_bench.models import ModelClient

RULES = "rules"


@dataclass(frozen=True)
class RulesScorer(Scorer):
    """Computes the measures from how an episode ended.

    Attributes:
        seat: The seat that is scored.
        measure: Its measures, from the instance's data and the ending's.
    """

    seat: str
    measure: Callable[[Json, Json], Mapping[str, float]]

    @property
    def ruler(self) -> Json:
        """Nothing but the rules decides."""
        return {"scorer": RULES}

    async def score(self, instance: Instance, episode: Episode, models: Callable[[str], ModelClient]) -> Score:
        """Scores an episode that has ended; one that was aborted has no measures of its own.

        Raises:
            ValueError: If the episode has not ended.
        """
        ending = episode.ending
        if ending is None:
            raise ValueError(f"the episode of {instance.id} has not ended")
        measures = {} if ending.aborted else {self.seat: self.measure(instance.data, ending.data)}
        return Score("scored", measures, ending.data, self.ruler)

    def named(self, name: str) -> RulesScorer:
        """This scorer, the only one of its game, by its name ``rules``.

        Raises:
            UnknownName: If another one is asked for.
        """
        if name != RULES:
            raise UnknownName("scorer", name, [RULES])
        return self


def normalized(value: float, random: float, best: float) -> float:
    """Where a value stands between random and best play: 0 is random, 1 is best; it is not clipped.

    ``(value - random) / (best - random)``. The formula is this project's: the paper says only that its figures are
    normalized.

    Args:
        value: The player's.
        random: Expected value of random play on this instance.
        best: That of the best play known, which must differ.
    """
    return (value - random) / (best - random)

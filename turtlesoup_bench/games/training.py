"""What a game offers to training: right replies, and rewards of single replies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from turtlesoup_bench.games.episode import Instance, Observation
from turtlesoup_bench.records import Json

ColumnType = Literal["string", "int64"] | tuple[Literal["string", "int64"]]
"""Of a column's values; a tuple stands for lists of such values."""


@dataclass(frozen=True, slots=True)
class Training:
    """How single replies of a game's chat models are rewarded, without playing on from them.

    It is for decisions whose worth the instance tells. What a move is worth only once the game has gone on is trained
    by playing; see `turtlesoup_bench.adapters.verifiers`.

    Attributes:
        reward: The reward function, with the signature of TRL: ``reward(completions, **columns)``, where each column
            has a value a completion, and returns a number a completion.
        columns: Type of each column that it takes.
        values: The values of the columns for a decision; None for a decision that has no such reward. The role that
            decides must have one form.
        reply: The right reply to a decision, in the form that the prompt asks for, or None; None for a game whose data
            holds none.
    """

    reward: Callable[..., Sequence[float]]
    columns: Mapping[str, ColumnType]
    values: Callable[[Instance, Observation], Json | None]
    reply: Callable[[Instance, Observation], str | None] | None = None

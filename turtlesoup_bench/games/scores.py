"""What is measured: measures, scores, who gives them, and what must stand beside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.episode import Episode, Instance
from turtlesoup_bench.models import GREEDY
from turtlesoup_bench.records import Json, Language, Usage, to_json

if TYPE_CHECKING:
    from turtlesoup_bench.models import ModelClient


@dataclass(frozen=True, slots=True)
class Measure:
    """A number of a seat, or of an episode as a whole.

    Attributes:
        name: Key in `Score.by_seat`, or in what `Game.play_measures` gives.
        label: For people, short enough for the head of a column.
        range: Least and greatest value; None where there is no bound.
        higher_is_better: Which end is the good one.
        if_aborted: What an aborted seat gets; None: the worst end of the range.
        in_percent: Whether it is shown in percent; None: if its range is [0, 1].
        outcomes: For a measure of 1 or 0 that says whether the game was won: its words for 1 and for 0.
    """

    name: str
    label: str
    range: tuple[float | None, float | None] = (0.0, 1.0)
    higher_is_better: bool = True
    if_aborted: float | None = None
    in_percent: bool | None = None
    outcomes: tuple[str, str] | None = None

    @property
    def scale(self) -> float:
        """What its values are multiplied by where they are shown: 100 for one in percent."""
        in_percent = self.range == (0.0, 1.0) if self.in_percent is None else self.in_percent
        return 100.0 if in_percent else 1.0

    @property
    def worst(self) -> float:
        """What an aborted seat gets.

        Raises:
            ValueError: If neither the measure says it nor the range has that end.
        """
        worst = self.range[0 if self.higher_is_better else 1] if self.if_aborted is None else self.if_aborted
        if worst is None:
            raise ValueError(f"measure {self.name}: its range has no worst end, so if_aborted must be given")
        return worst


@dataclass(frozen=True, slots=True)
class Score:
    """What a scorer says of an episode.

    Attributes:
        status: ``unscored`` if a judge could not be reached or refused: then there are no measures.
        by_seat: Measures of each scored seat, by name.
        detail: JSON: what the numbers follow from.
        ruler: JSON: everything that could change the numbers. A scorer gives its own part; a run adds the rest.
        reason: Why it is unscored.
        episode_id: What is scored; filled in by the run, as are the others below.
        scorer: Name by which the scorer was selected.
        usage: What the scorer's models consumed; None if it called none.
    """

    status: Literal["scored", "unscored"]
    by_seat: Mapping[str, Mapping[str, float]]
    detail: Json
    ruler: Json
    reason: str | None = None
    episode_id: str = ""
    scorer: str = ""
    usage: Usage | None = None

    def to_json(self) -> Json:
        """A record that satisfies ``core/score``."""
        names = ("episode_id", "scorer", "status", "reason", "by_seat", "detail", "usage", "ruler")
        return {name: to_json(getattr(self, name)) for name in names}

    @classmethod
    def from_json(cls, record: Json) -> Score:
        """Inverse of `to_json`."""
        return cls(**{**record, "usage": record["usage"] and Usage(**record["usage"])})


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence that must stand beside numbers, in the languages in which pages are shown."""

    en: str
    zh: str

    def text(self, language: Language = "en") -> str:
        """The sentence in a language."""
        return self.zh if language == "zh" else self.en


class Scorer(Protocol):
    """Turns an episode that ended by the rules into a score. Aborted seats are not its concern: see `Game.settle`.

    Derive a scorer from this class, which has defaults of what most need not say.
    """

    @property
    def ruler(self) -> Json:
        """Everything of the scorer that could change a number."""
        ...

    @property
    def model(self) -> str | None:
        """The model that it asks; None for one that asks none."""
        return None

    def problems(self, instance: Instance) -> Sequence[Problem]:
        """Why it cannot score an instance, known before anything is played; usually nothing."""
        return ()

    async def score(self, instance: Instance, episode: Episode, models: Callable[[str], ModelClient]) -> Score:
        """Scores the episode; ``models`` gives the client of a model's name."""
        ...


def scorer_ruler(own: Json, sampling: Json | None) -> Json:
    """The scorer's part of a ruler: its own, with how its model is sampled where that is not the default.

    Args:
        own: See `Scorer.ruler`.
        sampling: Of its model; None for the default, or for a scorer without a model.
    """
    return own if sampling in (None, GREEDY.to_json()) else {**own, "sampling": sampling}

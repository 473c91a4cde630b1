"""Judges: how alike in meaning a rubric point and a prediction are. A judge is a module here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from turtlesoup_bench.models import Ledger, ModelClient

EMBEDDED = "embedded"
BATCHED = ":batched"


@dataclass(frozen=True, slots=True)
class Match:
    """The predicted point nearest to a rubric point.

    Attributes:
        index: Its position among the candidates, from 0; None if there are no candidates or none is alike.
        similarity: In [0, 1].
    """

    index: int | None
    similarity: float


@dataclass(frozen=True, slots=True)
class Unscored:
    """A judgement that failed; never a zero.

    Attributes:
        reason: What failed, for the score record.
    """

    reason: str


class Judge(Protocol):
    """Judges likeness of meaning."""

    @property
    def id(self) -> str:
        """``embedded``, or the model's name: part of every score's ruler."""
        ...

    @property
    def prompt_version(self) -> str | None:
        """What besides its id decides its verdicts: hash of its prompts, or version of its rules."""
        ...

    def seated(self, ledger: Ledger) -> Judge:
        """The same judge, booking its calls to one score."""
        ...

    async def match_points(
        self, points: Sequence[str], candidates: Sequence[str], language: str
    ) -> list[Match | Unscored]:
        """The nearest candidate for each rubric point.

        Args:
            points: Rubric points of one dimension.
            candidates: Predicted points of that dimension, already capped and cleaned.
            language: Language of the puzzle, for the prompts.

        Returns:
            One judgement a point, in order.
        """
        ...

    async def match_conclusion(self, bottom: str, conclusion: str, surface: str, language: str) -> Match | Unscored:
        """Similarity of a predicted conclusion with the whole bottom; ``index`` is 0.

        Args:
            bottom: The full hidden story.
            conclusion: The prediction, already capped and cleaned.
            surface: What the player was shown and could repeat without having understood; empty if not known.
            language: Language of the puzzle, for the prompts.
        """
        ...


def judge_version(name: str) -> str:
    """What besides its id decides the verdicts of the judge of this name in this version of the package."""
    if name == EMBEDDED:
        from turtlesoup_bench.games.turtle_soup.similarity import RULER_ID

        return RULER_ID
    from turtlesoup_bench.games.turtle_soup.scoring.judges.model import PROMPTS

    return PROMPTS.version


def make_judge(name: str, models: Callable[[str], ModelClient]) -> Judge:
    """The judge of an id.

    Args:
        name: ``embedded``, a model, or ``<model>:batched`` for one call a dimension.
        models: Gives the client of a model's name.
    """
    from turtlesoup_bench.games.turtle_soup.scoring.judges.embedded import EmbeddedJudge
    from turtlesoup_bench.games.turtle_soup.scoring.judges.model import ModelJudge

    if name == EMBEDDED:
        from turtlesoup_bench.games.turtle_soup.similarity.cache import cache_file

        return EmbeddedJudge(cache=cache_file("similarity.sqlite"))
    model = name.removesuffix(BATCHED)
    return ModelJudge(models(model), is_batched=model != name)

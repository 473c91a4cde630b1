"""Judges: how alike in meaning a rubric point and a prediction are. A judge is a module here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from turtlesoup_bench.models import Ledger, ModelClient
from turtlesoup_bench.registry import Registry

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
        self, points: Sequence[str], candidates: Sequence[str], language: str, cast: Sequence[str] = ()
    ) -> list[Match | Unscored]:
        """The nearest candidate for each rubric point.

        Args:
            points: Rubric points of one dimension.
            candidates: Predicted points of that dimension, already capped and cleaned.
            language: Language of the puzzle, for the prompts.
            cast: Who is who in the story, so that two names of one person are known as such; it tells no plot.

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


@dataclass(frozen=True, slots=True)
class JudgeKind:
    """A judge that is no plain model, as registered under the entry point group ``turtlesoup_bench.judges``.

    Attributes:
        create: Makes the judge; it is given what gives the client of a model's name.
        version: What besides its name decides its verdicts.
        model: The model that it asks, if it asks one.
    """

    create: Callable[[Callable[[str], ModelClient]], Judge]
    version: Callable[[], str]
    model: str | None = None


_JUDGES = Registry("judge", JudgeKind, "turtlesoup_bench.judges")


def find_judge(name: str) -> JudgeKind:
    """The judge of a name: a registered one, or a model with the prompts of this package.

    Args:
        name: Such as ``embedded``, or a model, ``provider/model``, or ``<model>:batched`` for one call a dimension.

    Raises:
        UnknownName: If it is neither; suggests the nearest.
        InvalidInput: If its package cannot be loaded.
    """
    if name in _JUDGES.names() or "/" not in name:
        return _JUDGES.find(name)
    from turtlesoup_bench.games.turtle_soup.scoring.judges.model import PROMPTS, ModelJudge

    model = name.removesuffix(BATCHED)
    return JudgeKind(lambda models: ModelJudge(models(model), is_batched=model != name), lambda: PROMPTS.version, model)


def judge_version(name: str) -> str:
    """What besides its id decides the verdicts of the judge of this name in this version of the package."""
    return find_judge(name).version()


def make_judge(name: str, models: Callable[[str], ModelClient]) -> Judge:
    """The judge of a name; see `find_judge`.

    Args:
        name: Its name.
        models: Gives the client of a model's name.
    """
    return find_judge(name).create(models)

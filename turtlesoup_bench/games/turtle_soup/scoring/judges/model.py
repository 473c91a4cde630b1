"""The model-backed judge: one call a rubric point over the numbered predictions, as the paper does."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import AccessError, MalformedReply, ProviderError
from turtlesoup_bench.games.turtle_soup.scoring.judges import BATCHED, Match, Unscored
from turtlesoup_bench.models import Ledger, MeteredClient, ModelClient
from turtlesoup_bench.models.structured import ask_readable, read_object
from turtlesoup_bench.prompts import PromptSet

PROMPTS = PromptSet("judge", Path(__file__).parents[1] / "prompts")


@dataclass(frozen=True)
class ModelJudge:
    """Judges with a language model.

    Attributes:
        client: The model.
        is_batched: Whether all points of a dimension go into one call, instead of one call a point.
    """

    client: ModelClient
    is_batched: bool = False

    @property
    def id(self) -> str:
        """The model's name, with ``:batched`` where it judges so."""
        return self.client.model + (BATCHED if self.is_batched else "")

    @property
    def prompt_version(self) -> str | None:
        """Hash of the judge's prompts."""
        return PROMPTS.version

    def seated(self, ledger: Ledger) -> ModelJudge:
        """See `Judge.seated`."""
        return ModelJudge(MeteredClient(self.client, "judge", ledger, asks_anew=True), self.is_batched)

    async def match_points(
        self, points: Sequence[str], candidates: Sequence[str], language: str, cast: Sequence[str] = ()
    ) -> list[Match | Unscored]:
        """See `Judge.match_points`; without candidates nothing is called."""
        if not candidates:
            return [Match(None, 0.0) for _ in points]
        if self.is_batched:
            return await self._judge_all(points, candidates, language, cast)
        read = _reader(len(candidates))
        return await asyncio.gather(
            *(
                self._judge("point", language, read, point=point, candidates=list(candidates), cast=list(cast))
                for point in points
            )
        )

    async def _judge_all(
        self, points: Sequence[str], candidates: Sequence[str], language: str, cast: Sequence[str]
    ) -> list[Match | Unscored]:
        values = {"points": list(points), "candidates": list(candidates), "cast": list(cast)}
        messages = PROMPTS.render("points", language, **values)
        read = _list_reader(len(points), len(candidates))
        try:
            return [*await ask_readable(self.client, messages, read, language, json_mode=True)]
        except AccessError:
            raise
        except (ProviderError, MalformedReply) as error:
            return [Unscored(f"judge: {error}") for _ in points]

    async def match_conclusion(self, bottom: str, conclusion: str, surface: str, language: str) -> Match | Unscored:
        """See `Judge.match_conclusion`; an empty conclusion is not sent."""
        if not conclusion:
            return Match(None, 0.0)
        return await self._judge("conclusion", language, _reader(None), bottom=bottom, conclusion=conclusion)

    async def _judge(self, prompt: str, language: str, read: Callable[[str], Match], **values: Any) -> Match | Unscored:
        messages = PROMPTS.render(prompt, language, **values)
        try:
            return await ask_readable(self.client, messages, read, language, json_mode=True)
        except AccessError:
            raise
        except (ProviderError, MalformedReply) as error:
            return Unscored(f"judge: {error}")


def _reader(candidates: int | None) -> Callable[[str], Match]:
    """Reads a verdict, refusing what is out of range or contradicts itself."""

    def read(text: str) -> Match:
        return _verdict(read_object(text), candidates)

    return read


def _list_reader(points: int, candidates: int) -> Callable[[str], list[Match]]:
    """Reads the verdicts on all points of a dimension; all or none."""

    def read(text: str) -> list[Match]:
        verdicts = read_object(text).get("verdicts")
        if not isinstance(verdicts, list) or not all(isinstance(verdict, dict) for verdict in verdicts):
            raise ValueError('"verdicts" must be a list of objects')
        by_point = {verdict.get("point"): verdict for verdict in verdicts}
        if len(verdicts) != points or set(by_point) != set(range(1, points + 1)):
            raise ValueError(f'"verdicts" must hold each point from 1 to {points} once')
        return [_verdict(by_point[number], candidates) for number in range(1, points + 1)]

    return read


def _verdict(reply: dict[str, Any], candidates: int | None) -> Match:
    similarity = reply.get("similarity")
    if isinstance(similarity, bool) or not isinstance(similarity, int | float) or not math.isfinite(similarity):
        raise ValueError('"similarity" must be a number from 0 to 1')
    if not 0 <= similarity <= 1:
        raise ValueError(f'"similarity" is {similarity}, which is not from 0 to 1')
    if candidates is None:
        return Match(0, float(similarity))
    number = reply.get("best")
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= candidates:
        raise ValueError(f'"best" must be a whole number from 0 to {candidates}')
    if number == 0 and similarity >= 0.5:
        raise ValueError('"best" is 0, meaning that none matches, but "similarity" says that one does')
    return Match(number - 1 if number else None, float(similarity) if number else 0.0)

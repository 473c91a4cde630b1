"""What the scorers of the family share: rules that need no model, and a judge for the rest."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Self

from turtlesoup_bench.errors import AccessError, MalformedReply, ProviderError, UnknownName
from turtlesoup_bench.games import Episode, Score, Scorer
from turtlesoup_bench.games.murder_mystery.judging import PROMPTS
from turtlesoup_bench.models import Ledger, MeteredClient, ModelClient
from turtlesoup_bench.records import Json

RULES = "rules"


@dataclass(frozen=True)
class JudgedScorer(Scorer):
    """Scores by rules and, where a model is named, by that judge.

    Attributes:
        judge: ``rules`` for no judge, or a model.
    """

    judge: str = RULES

    @classmethod
    def named(cls, name: str) -> Self:
        """The scorer of a name: ``rules``, or the model that judges.

        Raises:
            UnknownName: If it is neither.
        """
        if name != RULES and "/" not in name:
            raise UnknownName("scorer", name, [RULES, "provider/model"])
        return cls(name)

    @property
    def ruler(self) -> Json:
        """The rules, or the judge with its prompts."""
        if self.model is None:
            return {"scorer": RULES}
        return {"judge": self.judge, "judge_prompts": PROMPTS.version}

    @property
    def model(self) -> str | None:
        """The judge's model."""
        return None if self.judge == RULES else self.judge

    async def judged(
        self,
        episode: Episode,
        models: Callable[[str], ModelClient],
        detail: Json,
        score: Callable[[ModelClient], Awaitable[tuple[dict[str, dict[str, float]], Json]]],
    ) -> Score:
        """The score that the judge, who must be a model, gives; unscored if it cannot be reached or read.

        Args:
            episode: What is judged.
            models: Gives the client of a model's name.
            detail: What is said of an episode that stays unscored.
            score: Asks the judge's client; gives the measures by seat, and the detail of the score.

        Raises:
            AccessError: If the judge's model cannot be called at all.
        """
        ledger = Ledger(episode.id)
        client = MeteredClient(models(self.judge), "judge", ledger, asks_anew=True)
        try:
            by_seat, said = await score(client)
        except AccessError:
            raise
        except (ProviderError, MalformedReply) as error:
            reason = f"judge: {error}"
            return Score("unscored", {}, detail, self.ruler, reason, usage=ledger.usage.get("judge"))
        return Score("scored", by_seat, said, self.ruler, usage=ledger.usage.get("judge"))

"""The embedded judge: sentence vectors with guards; on any machine, without a key. See the similarity package."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from turtlesoup_bench.models import Ledger
from turtlesoup_bench.scoring.judges import Match, Unscored


@dataclass(frozen=True)
class EmbeddedJudge:
    """Judges by embedded similarity.

    It misses far paraphrases, lets some exchanged roles pass and cannot judge entailment: its scores are for
    smoke tests, baselines and relative checks, and are never ranked with a model judge's.
    """

    id = "embedded"

    @property
    def prompt_version(self) -> str:
        """Encoder and rules of the comparison: part of the ruler, as a model judge's prompts are."""
        from turtlesoup_bench.similarity import RULER_ID

        return RULER_ID

    def seated(self, ledger: Ledger) -> EmbeddedJudge:
        """See `Judge.seated`; nothing is booked, since nothing is called."""
        return self

    async def match_points(
        self, points: Sequence[str], candidates: Sequence[str], language: str
    ) -> list[Match | Unscored]:
        """See `Judge.match_points`; never unscored."""
        from turtlesoup_bench.similarity import similarities

        if not candidates:
            return [Match(None, 0.0) for _ in points]
        table = similarities(points, candidates)
        return [Match(int(row.argmax()), float(row.max())) for row in table]

    async def match_conclusion(self, bottom: str, conclusion: str, language: str) -> Match | Unscored:
        """See `Judge.match_conclusion`; never unscored."""
        from turtlesoup_bench.similarity import passage_similarity

        return Match(0, passage_similarity(conclusion, bottom))

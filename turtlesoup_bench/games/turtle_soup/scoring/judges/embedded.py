"""The embedded judge: sentence vectors with guards; on any machine, without a key. See the similarity package."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from turtlesoup_bench.games.turtle_soup.scoring.judges import Judge, JudgeKind, Match, Unscored
from turtlesoup_bench.models import Ledger, ModelClient

_COUNTS = 0.5
"""Below the lower threshold nothing is gained by a closer look."""


@dataclass(frozen=True)
class EmbeddedJudge:
    """Judges by embedded similarity.

    It misses far paraphrases, lets some exchanged roles pass and cannot judge entailment: its scores are for
    smoke tests, baselines and relative checks, and are never ranked with a model judge's.

    Attributes:
        cache: File that keeps similarities from one run to the next; None computes each anew.
    """

    cache: Path | None = None
    id = "embedded"

    @property
    def prompt_version(self) -> str:
        """Encoder and rules of the comparison: part of the ruler, as a model judge's prompts are."""
        return _version()

    def seated(self, ledger: Ledger) -> EmbeddedJudge:
        """See `Judge.seated`; nothing is booked, since nothing is called."""
        return self

    async def match_points(
        self, points: Sequence[str], candidates: Sequence[str], language: str, cast: Sequence[str] = ()
    ) -> list[Match | Unscored]:
        """See `Judge.match_points`; never unscored."""
        from turtlesoup_bench.games.turtle_soup.similarity import similarities

        if not candidates:
            return [Match(None, 0.0) for _ in points]
        self._use_cache()
        table = similarities(points, candidates)
        return [Match(int(row.argmax()), float(row.max())) for row in table]

    async def match_conclusion(self, bottom: str, conclusion: str, surface: str, language: str) -> Match | Unscored:
        """See `Judge.match_conclusion`; never unscored.

        A bottom tells its surface again, so that the surface alone would look like half an answer. What is nearer to
        the surface than to the bottom is therefore marked down by the ratio of the two.
        """
        from turtlesoup_bench.games.turtle_soup.similarity import passage_similarity

        self._use_cache()
        similarity = passage_similarity(conclusion, bottom)
        if not _COUNTS <= similarity < 1.0 or not surface:  # no surface is nearer than the bottom's own words
            return Match(0, similarity)
        repeated = passage_similarity(conclusion, surface)
        return Match(0, similarity * similarity / repeated if repeated > similarity else similarity)

    def _use_cache(self) -> None:
        from turtlesoup_bench.games.turtle_soup.similarity import use_cache

        try:
            use_cache(self.cache)
        except OSError:  # a read-only home costs time, not the score
            use_cache(None)


def _version() -> str:
    from turtlesoup_bench.games.turtle_soup.similarity import RULER_ID

    return RULER_ID


def _create(models: Callable[[str], ModelClient]) -> Judge:
    from turtlesoup_bench.games.turtle_soup.similarity.cache import cache_file

    return EmbeddedJudge(cache=cache_file("similarity.sqlite"))


judge = JudgeKind(_create, _version)

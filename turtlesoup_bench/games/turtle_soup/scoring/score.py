"""The score of a prediction: logic, details, conclusion, and their weighted sum (arXiv 2508.10358, "Evaluation")."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from turtlesoup_bench import PROTOCOL_VERSION
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import BeliefState, PointMatch, Ruler, Score
from turtlesoup_bench.games.turtle_soup.scoring.judges import Judge, Match, Unscored
from turtlesoup_bench.models import Ledger
from turtlesoup_bench.prompts import visible

MAX_LOGIC, MAX_DETAILS = 10, 16
"""Predicted points that are judged: twice the longest rubric. Fifty guesses are no better than the first few."""
SOLVED = 0.5
"""Overall score from which a game counts as solved, whatever the thresholds of a scheme are."""
MAX_POINT_CHARACTERS = 600
MAX_CONCLUSION_CHARACTERS = 4000


@dataclass(frozen=True, slots=True)
class Scheme:
    """How judgements become a score.

    Attributes:
        weights: Of logic, details and conclusion.
        thresholds: Below the lower one a similarity counts nothing; from the upper one on, a point counts in full.
    """

    weights: tuple[float, float, float] = (0.3, 0.3, 0.4)
    thresholds: tuple[float, float] = (0.5, 0.8)

    def __post_init__(self) -> None:
        if len(self.weights) != 3 or min(self.weights) < 0 or abs(sum(self.weights) - 1) > 1e-9:
            raise ValueError(f"weights must be three numbers of at least 0 that sum to 1, not {self.weights}")
        if len(self.thresholds) != 2 or not 0 <= self.thresholds[0] <= self.thresholds[1] <= 1:
            raise ValueError(f"thresholds must be two numbers in [0, 1], the lower first, not {self.thresholds}")

    def point_credit(self, similarity: float) -> float:
        """Credit of a logic point or detail: 0 below the lower threshold, 1 from the upper one on, else as it is."""
        lower, upper = self.thresholds
        return 0.0 if similarity < lower else 1.0 if similarity >= upper else similarity

    def conclusion_credit(self, similarity: float) -> float:
        """Credit of the conclusion: 0 below the lower threshold, else as it is, never raised."""
        return 0.0 if similarity < self.thresholds[0] else similarity


DEFAULT_SCHEME = Scheme()


@dataclass(frozen=True, slots=True)
class Reference:
    """What a prediction is scored against.

    Attributes:
        bottom: The full hidden story.
        logic: Rubric, 1 or more abstract points.
        details: Rubric, 1 or more concrete facts.
        language: ``en`` or ``zh``.
        surface: What the player was shown; empty if not known.
        cast: Who is who in the story; empty if not known.
    """

    bottom: str
    logic: tuple[str, ...]
    details: tuple[str, ...]
    language: str
    surface: str = ""
    cast: tuple[str, ...] = ()

    @classmethod
    def of(cls, puzzle: Puzzle) -> Reference:
        """The reference that a puzzle carries."""
        return cls(puzzle.bottom, puzzle.logic, puzzle.details, puzzle.language, puzzle.surface, puzzle.cast)


async def score(
    prediction: BeliefState,
    reference: Reference,
    judge: Judge,
    *,
    episode_id: str,
    puzzle_id: str,
    dataset: tuple[str, str],
    scheme: Scheme = DEFAULT_SCHEME,
) -> Score:
    """Scores one prediction.

    ``logic`` and ``details`` are the mean credit over the N logic points and M details of the rubric, ``conclusion``
    the credit of the predicted conclusion against the whole bottom, ``overall`` their weighted sum; all in [0, 1],
    higher is better. ``precision`` is the share of predicted points that are the match of a rubric point with credit, 0
    where nothing was predicted. ``solved`` says whether ``overall`` reaches `SOLVED`.

    Args:
        prediction: Any text; it is cleaned and capped here before a judge sees it.
        reference: Rubric and bottom.
        judge: Judges likeness of meaning.
        episode_id: What is scored, for the record.
        puzzle_id: Puzzle it belongs to.
        dataset: Version and hash of the data set, for the ruler.
        scheme: Weights and thresholds.

    Returns:
        A score; ``unscored`` with the reason as soon as one judgement failed.

    Raises:
        AccessError: If the judge's model cannot be called at all.
    """
    prediction = capped(prediction)
    ledger = Ledger(episode_id or None)
    seated = judge.seated(ledger)
    logic, details, conclusion = await asyncio.gather(
        seated.match_points(reference.logic, prediction.logic, reference.language, reference.cast),
        seated.match_points(reference.details, prediction.details, reference.language, reference.cast),
        seated.match_conclusion(reference.bottom, prediction.conclusion, reference.surface, reference.language),
    )
    ruler = ruler_of(judge.id, judge.prompt_version, dataset, scheme)
    usage = ledger.usage.get("judge")
    failed = [verdict.reason for verdict in (*logic, *details, conclusion) if isinstance(verdict, Unscored)]
    if failed or isinstance(conclusion, Unscored):
        count = len(logic) + len(details) + 1
        reason = f"{len(failed)} of {count} judgements failed; the first: {failed[0]}"
        return Score(episode_id, puzzle_id, "unscored", ruler, reason=reason, usage=usage)
    matches: dict[Literal["logic", "details"], tuple[PointMatch, ...]] = {
        "logic": _credited(logic, scheme),
        "details": _credited(details, scheme),
    }
    by_logic, by_details = (_mean(point.credit for point in points) for points in matches.values())
    by_conclusion = scheme.conclusion_credit(conclusion.similarity)
    parts = (by_logic, by_details, by_conclusion)
    overall = sum(weight * part for weight, part in zip(scheme.weights, parts, strict=True))
    return Score(
        episode_id,
        puzzle_id,
        "scored",
        ruler,
        logic=by_logic,
        details=by_details,
        conclusion=by_conclusion,
        overall=min(1.0, overall),
        precision=_precision(prediction, matches),
        solved=overall >= SOLVED - 1e-9,
        matches=matches,
        usage=usage,
    )


def ruler_of(judge: str, judge_prompts: str | None, dataset: tuple[str, str], scheme: Scheme = DEFAULT_SCHEME) -> Ruler:
    """What this version of the package measures with.

    Args:
        judge: Judge id.
        judge_prompts: What besides its id decides the judge's verdicts; see `judge_version`.
        dataset: Version and hash of the data set.
        scheme: Weights and thresholds.
    """
    return Ruler(PROTOCOL_VERSION, *dataset, judge, judge_prompts, scheme.weights, scheme.thresholds)


def capped(prediction: BeliefState) -> BeliefState:
    """The prediction as it is judged: invisible characters and blank or repeated points removed, sizes capped."""
    return BeliefState(
        _points(prediction.logic, MAX_LOGIC),
        _points(prediction.details, MAX_DETAILS),
        _clean(prediction.conclusion, MAX_CONCLUSION_CHARACTERS),
    )


def _points(texts: Sequence[str], most: int) -> tuple[str, ...]:
    kept: dict[str, None] = {}
    for text in texts:
        if len(kept) == most:
            break
        cleaned = _clean(text, MAX_POINT_CHARACTERS)
        if cleaned:
            kept[cleaned] = None
    return tuple(kept)


def _clean(text: str, limit: int) -> str:
    # Cut first: cleaning a text of a hundred megabytes would take as long as judging it.
    return " ".join(visible(text[: 4 * limit]).split())[:limit]


def _credited(verdicts: Sequence[Match | Unscored], scheme: Scheme) -> tuple[PointMatch, ...]:
    return tuple(
        PointMatch(verdict.index, verdict.similarity, scheme.point_credit(verdict.similarity))
        for verdict in verdicts
        if isinstance(verdict, Match)
    )


def _precision(prediction: BeliefState, matches: Mapping[Literal["logic", "details"], Sequence[PointMatch]]) -> float:
    predicted = len(prediction.logic) + len(prediction.details)
    if not predicted:
        return 0.0
    hits = sum(len({point.index for point in points if point.credit > 0}) for points in matches.values())
    return hits / predicted


def _mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers) if numbers else 0.0

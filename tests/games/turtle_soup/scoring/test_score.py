from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import BeliefState, Score
from turtlesoup_bench.games.turtle_soup.scoring.judges import Match, Unscored
from turtlesoup_bench.games.turtle_soup.scoring.judges.embedded import EmbeddedJudge
from turtlesoup_bench.games.turtle_soup.scoring.score import Reference, Scheme, capped, score
from turtlesoup_bench.models import Ledger
from turtlesoup_bench.validation import check_record

REFERENCE = Reference("bottom", ("l1", "l2"), ("d1", "d2", "d3", "d4"), "en")


class Fixed:
    """A judge with given similarities."""

    id = "fixed"
    prompt_version = None

    def __init__(self, logic: list, details: list, conclusion: object):
        self.points = {2: logic, 4: details}
        self.conclusion = conclusion

    def seated(self, ledger: Ledger) -> Fixed:
        return self

    async def match_points(
        self, points: Sequence[str], candidates: Sequence[str], language: str, cast: Sequence[str] = ()
    ) -> list:
        return [
            Match(place % max(1, len(candidates)), value) if isinstance(value, float) else value
            for place, value in enumerate(self.points[len(points)])
        ]

    async def match_conclusion(self, bottom: str, conclusion: str, surface: str, language: str) -> object:
        return Match(0, self.conclusion) if isinstance(self.conclusion, float) else self.conclusion


def scored(
    judge: object, prediction: BeliefState, reference: Reference = REFERENCE, scheme: Scheme | None = None
) -> Score:
    made = asyncio.run(
        score(
            prediction,
            reference,
            judge,  # type: ignore[arg-type]
            episode_id="a/b@en#42",
            puzzle_id="a/b@en",
            dataset=("0", "0" * 16),
            scheme=scheme or Scheme(),
        )
    )
    assert check_record(made.to_json(), "core/score", "score") == []
    assert Score.from_json(made.to_json()).to_json() == made.to_json()
    return made


PREDICTION = BeliefState(("p1", "p2"), ("q1", "q2", "q3", "q4"), "c")


def test_the_formulas_of_the_paper() -> None:
    made = scored(Fixed([0.49, 0.5], [0.79, 0.8, 1.0, 0.0], 0.9), PREDICTION)
    assert made.logic == pytest.approx((0 + 0.5) / 2)
    assert made.details == pytest.approx((0.79 + 1.0 + 1.0 + 0) / 4)
    assert made.conclusion == pytest.approx(0.9)  # never raised to 1
    assert made.overall == pytest.approx(0.3 * 0.25 + 0.3 * 0.6975 + 0.4 * 0.9)
    assert made.solved
    assert made.precision == pytest.approx((1 + 3) / 6)


@pytest.mark.parametrize(("conclusion", "credit"), [(0.4999, 0.0), (0.5, 0.5), (0.85, 0.85), (1.0, 1.0)])
def test_the_conclusion_has_only_a_lower_threshold(conclusion: float, credit: float) -> None:
    assert scored(Fixed([0.0, 0.0], [0.0] * 4, conclusion), PREDICTION).conclusion == credit


def test_weights_and_thresholds_are_parameters() -> None:
    scheme = Scheme((0.0, 1.0, 0.0), (0.2, 0.6))
    made = scored(Fixed([1.0, 1.0], [0.1, 0.3, 0.6, 0.7], 1.0), PREDICTION, scheme=scheme)
    assert made.overall == pytest.approx((0 + 0.3 + 1 + 1) / 4)
    assert made.ruler.weights == (0.0, 1.0, 0.0)
    for weights in ((0.5, 0.5, 0.5), (1.2, -0.2, 0.0)):
        with pytest.raises(ValueError, match="weights"):
            Scheme(weights)
    with pytest.raises(ValueError, match="thresholds"):
        Scheme(thresholds=(0.8, 0.5))


@pytest.mark.parametrize("thresholds", [(0.0, 0.8), (0.3, 0.8), (0.5, 0.8), (0.7, 0.9)])
def test_solved_means_half_of_the_whole_whatever_the_thresholds(thresholds: tuple[float, float]) -> None:
    scheme = Scheme((0.0, 1.0, 0.0), thresholds)
    assert not scored(EmbeddedJudge(), BeliefState(), scheme=scheme).solved
    assert not scored(Fixed([0.0, 0.0], [1.0, 0.0, 0.0, 0.0], 0.0), PREDICTION, scheme=scheme).solved
    assert scored(Fixed([0.0, 0.0], [1.0, 1.0, 0.0, 0.0], 0.0), PREDICTION, scheme=scheme).solved


@pytest.mark.parametrize("place", ["logic", "details", "conclusion"])
def test_a_failed_judgement_is_unscored_and_never_a_zero(place: str) -> None:
    failed = Unscored("judge: time-out")
    parts: dict = {"logic": [1.0, 1.0], "details": [1.0] * 4, "conclusion": 1.0}
    parts[place] = failed if place == "conclusion" else [failed, *parts[place][1:]]
    made = scored(Fixed(**parts), PREDICTION)
    assert made.status == "unscored"
    assert made.reason == "1 of 7 judgements failed; the first: judge: time-out"
    assert (made.overall, made.logic, made.solved, made.matches) == (None, None, None, None)


def test_gold_scores_one_and_nothing_scores_zero_on_every_puzzle(
    puzzles: list[Puzzle], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Gold has to score one by its words: not even where an encoder finds nothing alike may it lose a point.
    compare = "turtlesoup_bench.games.turtle_soup.similarity._compare"
    monkeypatch.setattr(compare, lambda left, right: np.zeros((2, len(left), len(right))))
    for puzzle in puzzles:
        gold = BeliefState(puzzle.logic, puzzle.details, puzzle.bottom)
        made = scored(EmbeddedJudge(), gold, Reference.of(puzzle))
        assert (made.overall, made.precision, made.solved) == (1.0, 1.0, True), puzzle.id
        nothing = scored(EmbeddedJudge(), BeliefState(), Reference.of(puzzle))
        assert (nothing.overall, nothing.precision, nothing.solved) == (0.0, 0.0, False), puzzle.id


def test_one_storys_gold_is_not_anothers(puzzles: list[Puzzle]) -> None:
    neighbours = [pair for pair in pairwise(puzzles) if pair[0].language == pair[1].language]
    overall = []
    for puzzle, other in Random(7).sample(neighbours, 60):
        gold = BeliefState(other.logic, other.details, other.bottom)
        overall.append(scored(EmbeddedJudge(), gold, Reference.of(puzzle)).overall)
    assert sum(overall) / len(overall) < 0.15  # type: ignore[arg-type]


def test_a_prediction_is_cleaned_and_capped_before_it_is_judged() -> None:
    prediction = capped(
        BeliefState(("a\u200b b", "a b", " ", *(f"p{n}" for n in range(10_000))), ("x" * 10**6,), "\u202ec  d")
    )
    assert prediction.logic[:2] == ("a b", "p0")
    assert len(prediction.logic) == 10
    assert len(prediction.details[0]) == 600
    assert prediction.conclusion == "c d"
    assert capped(replace(prediction)) == prediction

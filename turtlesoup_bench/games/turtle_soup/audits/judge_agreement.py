"""How far the scores of several judges on the same predictions agree, and where they do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from turtlesoup_bench.games.turtle_soup.audits.kept import keep
from turtlesoup_bench.games.turtle_soup.audits.saved import Rater, each_pair, labels_of
from turtlesoup_bench.games.turtle_soup.audits.saved_predictions import Prediction
from turtlesoup_bench.games.turtle_soup.records import BeliefState
from turtlesoup_bench.statistics.agreement import RankCorrelation, kendall_tau
from turtlesoup_bench.statistics.bootstrap import Interval, cluster_interval

FILE = "judges.json"


@dataclass(frozen=True, slots=True)
class JudgeSummary:
    """What a judge gave: its label, how many predictions it scored, and their mean overall score."""

    judge: str
    scored: int
    mean: Interval


@dataclass(frozen=True, slots=True)
class JudgePair:
    """How far two judges agree on the predictions of a group that both scored.

    Attributes:
        first, second: Labels of the judges.
        group: ``overall``, or a language.
        predictions: How many both scored.
        difference: Mean overall score of the second minus that of the first, with a 95 % interval over stories.
        rank: Kendall's tau-b of the overall scores, with an interval likewise; None where a judge gives all the same.
    """

    first: str
    second: str
    group: str
    predictions: int
    difference: Interval
    rank: RankCorrelation | None


@dataclass(frozen=True, slots=True)
class DisputedPrediction:
    """A prediction to which judges gave unequal scores, by judge."""

    puzzle: str
    prediction: BeliefState
    scores: dict[str, float]


@dataclass(frozen=True, slots=True)
class JudgeAgreement:
    """Judges compared on the same predictions.

    Attributes:
        runs: Names of the runs that the predictions are from.
        predictions: How many were drawn.
        judges: In the order in which pairs name them.
        pairs: Each two judges, by group.
        disputed: Those with the greatest distance between two scores first.
    """

    runs: tuple[str, ...]
    predictions: int
    judges: tuple[JudgeSummary, ...]
    pairs: tuple[JudgePair, ...]
    disputed: tuple[DisputedPrediction, ...]

    def write(self, folder: Path) -> Path:
        """Writes all of it as JSON."""
        return keep(folder / FILE, self)


def compare_judges(runs: Sequence[str], predictions: Sequence[Prediction]) -> JudgeAgreement:
    """Compares all judges that scored some of the predictions.

    Args:
        runs: Names of the runs that they are from.
        predictions: With the scores.
    """
    judges = sorted({judge for one in predictions for judge in one.scores})
    labels = labels_of(judges)
    pairs = [
        pair
        for group, one, other, members in each_pair(judges, predictions)
        if (pair := _pair(group, one, other, members, labels)) is not None
    ]
    disputed = sorted((one for one in predictions if _distance(one) > 0), key=_distance, reverse=True)
    return JudgeAgreement(
        tuple(runs),
        len(predictions),
        tuple(_summary(judge, predictions, labels) for judge in judges),
        tuple(pairs),
        tuple(
            DisputedPrediction(p.puzzle.id, p.belief, {labels[j]: p.scores[j] for j in judges if j in p.scores})
            for p in disputed
        ),
    )


def _summary(judge: Rater, predictions: Sequence[Prediction], labels: dict[Rater, str]) -> JudgeSummary:
    scored = [prediction for prediction in predictions if judge in prediction.scores]
    mean = cluster_interval([one.scores[judge] for one in scored], [one.puzzle.story for one in scored])
    assert mean is not None  # it is a judge because it scored one of them
    return JudgeSummary(labels[judge], len(scored), mean)


def _pair(
    group: str, one: Rater, other: Rater, predictions: Sequence[Prediction], labels: dict[Rater, str]
) -> JudgePair | None:
    both = [prediction for prediction in predictions if one in prediction.scores and other in prediction.scores]
    stories = [prediction.puzzle.story for prediction in both]
    first, second = ([prediction.scores[judge] for prediction in both] for judge in (one, other))
    difference = cluster_interval([b - a for a, b in zip(first, second, strict=True)], stories)
    if difference is None:
        return None
    return JudgePair(labels[one], labels[other], group, len(both), difference, kendall_tau(first, second, stories))


def _distance(prediction: Prediction) -> float:
    scores = prediction.scores.values()
    return max(scores) - min(scores) if scores else 0.0

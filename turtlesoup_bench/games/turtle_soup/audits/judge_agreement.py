"""Predictions of saved games put to several judges: how far their scores agree, and where they do not."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from pathlib import Path

from turtlesoup_bench.games.turtle_soup.audits.kept import keep
from turtlesoup_bench.games.turtle_soup.audits.saved import AT_ONCE, Rater, check_raters, grouped, labels_of
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import PLAYER, BeliefState
from turtlesoup_bench.games.turtle_soup.scorer import JudgeScorer
from turtlesoup_bench.games.turtle_soup.scoring.judges import BATCHED, make_judge
from turtlesoup_bench.games.turtle_soup.scoring.score import Reference, capped, score
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.records import to_json
from turtlesoup_bench.run_folder import SavedRun
from turtlesoup_bench.statistics.agreement import RankCorrelation, kendall_tau
from turtlesoup_bench.statistics.bootstrap import Interval, cluster_interval

FILE = "judges.json"
MEASURE = "overall"


@dataclass
class Prediction:
    """A prediction of saved games.

    Attributes:
        puzzle: The puzzle that it is about.
        belief: What was predicted.
        scores: Overall score by judge. One that is unscored is none.
    """

    puzzle: Puzzle
    belief: BeliefState
    scores: dict[Rater, float] = field(default_factory=dict)

    @cached_property
    def text(self) -> str:
        """What tells it from others of the puzzle."""
        return json.dumps(to_json(self.belief), sort_keys=True, ensure_ascii=False)


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


def predictions_of(runs: Sequence[SavedRun]) -> list[Prediction]:
    """Every prediction of some runs, equal ones once a puzzle, with the scores that stand in their folders."""
    predictions: dict[tuple[str, str], Prediction] = {}
    for run in runs:
        by_episode: dict[str, Prediction] = {}
        for name, episode in run.episodes.items():
            if episode.ending is None or "prediction" not in episode.ending.data:
                continue
            puzzle = Puzzle.from_json(episode.setup.instance.data)
            prediction = Prediction(puzzle, BeliefState.from_json(episode.ending.data["prediction"]))
            by_episode[name] = predictions.setdefault((puzzle.id, prediction.text), prediction)
        for scorer in run.folder.scorers():
            for ruler in run.folder.rulers(scorer):
                judge = Rater.of(scorer, ruler["scorer"])
                for name, one in run.folder.read_scores(scorer, ruler).items():
                    if name in by_episode and one.status == "scored":
                        by_episode[name].scores.setdefault(judge, one.by_seat[PLAYER][MEASURE])
    return list(predictions.values())


def judge_of(name: str) -> Rater:
    """The judge of a name, as it judges today: ``embedded``, a model sampled at temperature 0, or ``<model>:batched``.

    Raises:
        UnknownName: If there is no such judge.
    """
    return Rater.of(name, JudgeScorer(name).ruler)


def owed(predictions: Sequence[Prediction], name: str) -> list[Prediction]:
    """The predictions that the judge of a name has not scored yet."""
    judge = judge_of(name)
    return [prediction for prediction in predictions if judge not in prediction.scores]


def calls_for(predictions: Sequence[Prediction], name: str) -> int:
    """Calls that the judge of a name needs for some predictions.

    One a rubric point, or one a dimension if batched, and one for the conclusion; none for what was left empty, and
    none by a judge without a model.
    """
    if JudgeScorer(name).model is None:
        return 0
    is_batched, calls = name.endswith(BATCHED), 0
    for prediction in predictions:
        belief = capped(prediction.belief)
        for points, candidates in (
            (prediction.puzzle.logic, belief.logic),
            (prediction.puzzle.details, belief.details),
        ):
            calls += (1 if is_batched else len(points)) if candidates else 0
        calls += bool(belief.conclusion)
    return calls


def check_judges(predictions: Sequence[Prediction], asked: Iterable[str]) -> None:
    """Refuses a comparison without two judges, before anything is asked.

    Args:
        predictions: With the scores that are known.
        asked: Names of those who will be asked.

    Raises:
        InvalidInput: If there are fewer than two.
    """
    check_raters("--judge", {judge for one in predictions for judge in one.scores} | {judge_of(name) for name in asked})


async def judge_owed(
    name: str, predictions: Sequence[Prediction], pool: ClientPool, on_score: Callable[[], None] = lambda: None
) -> None:
    """Puts those predictions to a judge that it has not scored, and notes the scores.

    Args:
        name: Who judges.
        predictions: Changed in place.
        pool: Where the client of the judge's model comes from.
        on_score: Called after each.

    Raises:
        AccessError: If the judge's model cannot be called at all.
    """
    slots, judge, asked = asyncio.Semaphore(AT_ONCE), judge_of(name), make_judge(name, pool.client)

    async def one(prediction: Prediction) -> None:
        async with slots:
            made = await score(
                prediction.belief,
                Reference.of(prediction.puzzle),
                asked,
                episode_id="",
                puzzle_id=prediction.puzzle.id,
                dataset=("", ""),
            )
        if made.overall is not None:
            prediction.scores[judge] = made.overall
        on_score()

    await asyncio.gather(*(one(prediction) for prediction in owed(predictions, name)))


def compare_judges(runs: Sequence[str], predictions: Sequence[Prediction]) -> JudgeAgreement:
    """Compares all judges that scored some of the predictions.

    Args:
        runs: Names of the runs that they are from.
        predictions: With the scores.
    """
    judges = sorted({judge for one in predictions for judge in one.scores}, key=lambda j: (j.name, j.settings))
    labels = labels_of(judges)
    pairs = [
        pair
        for one, other in combinations(judges, 2)
        for group, members in grouped(predictions).items()
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

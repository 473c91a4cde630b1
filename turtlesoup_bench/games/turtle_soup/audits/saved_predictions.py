"""Predictions of saved games, with what judges gave them; and judges that are asked what they have not scored."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from turtlesoup_bench.games.scores import scorer_ruler
from turtlesoup_bench.games.turtle_soup.audits.saved import Rater, check_raters
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import PLAYER, BeliefState
from turtlesoup_bench.games.turtle_soup.scorer import JudgeScorer
from turtlesoup_bench.games.turtle_soup.scoring.judges import BATCHED, make_judge
from turtlesoup_bench.games.turtle_soup.scoring.score import Reference, capped, score
from turtlesoup_bench.models import GREEDY, Sampling
from turtlesoup_bench.models.at_once import each
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.records import to_json
from turtlesoup_bench.run_folder import SavedRun

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


@dataclass(frozen=True, slots=True)
class AskedJudge:
    """A judge to be asked.

    Attributes:
        name: ``embedded``, a model, or ``<model>:batched``.
        sampling: How the model is sampled.
    """

    name: str
    sampling: Sampling = GREEDY

    @property
    def rater(self) -> Rater:
        """What could change its scores.

        Raises:
            UnknownName: If there is no such judge.
        """
        scorer = JudgeScorer(self.name)
        return Rater.of(self.name, scorer_ruler(scorer.ruler, self.sampling.to_json() if scorer.model else None))

    def owed(self, predictions: Sequence[Prediction]) -> list[Prediction]:
        """The predictions that it has not scored yet."""
        rater = self.rater
        return [prediction for prediction in predictions if rater not in prediction.scores]

    def calls_for(self, predictions: Sequence[Prediction]) -> int:
        """Calls that it needs for those.

        One a rubric point, or one a dimension if batched, and one for the conclusion; none for what was left empty, and
        none by a judge without a model.
        """
        if JudgeScorer(self.name).model is None:
            return 0
        is_batched, calls = self.name.endswith(BATCHED), 0
        for prediction in self.owed(predictions):
            puzzle, belief = prediction.puzzle, capped(prediction.belief)
            for points, candidates in ((puzzle.logic, belief.logic), (puzzle.details, belief.details)):
                calls += (1 if is_batched else len(points)) if candidates else 0
            calls += bool(belief.conclusion)
        return calls


def check_judges(predictions: Sequence[Prediction], asked: Iterable[AskedJudge]) -> None:
    """Refuses a comparison without two judges, before anything is asked.

    Args:
        predictions: With the scores that are known.
        asked: Those who will be asked.

    Raises:
        InvalidInput: If there are fewer than two.
    """
    check_raters("--judge", {judge for one in predictions for judge in one.scores} | {judge.rater for judge in asked})


async def ask(
    judge: AskedJudge, predictions: Sequence[Prediction], pool: ClientPool, on_score: Callable[[], None] = lambda: None
) -> None:
    """Puts those predictions to a judge that it has not scored, and notes the scores.

    Args:
        judge: Who judges.
        predictions: Changed in place.
        pool: Where the client of its model comes from.
        on_score: Called after each.

    Raises:
        AccessError: If its model cannot be called at all.
    """
    rater = judge.rater
    asked = make_judge(judge.name, lambda model: pool.client(model, judge.sampling))

    async def one(prediction: Prediction) -> None:
        made = await score(
            prediction.belief,
            Reference.of(prediction.puzzle),
            asked,
            episode_id="",
            puzzle_id=prediction.puzzle.id,
            dataset=("", ""),
        )
        if made.overall is not None:
            prediction.scores[rater] = made.overall
        on_score()

    await each(one, judge.owed(predictions))

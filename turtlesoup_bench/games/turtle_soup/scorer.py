"""The score of an episode, as the contract of a game has it; the rules are in `scoring/score.py`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games import Episode, Instance, Score, Scorer
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import BeliefState
from turtlesoup_bench.games.turtle_soup.scoring.judges import Judge, find_judge, judge_version, make_judge
from turtlesoup_bench.games.turtle_soup.scoring.score import DEFAULT_SCHEME, Reference, score
from turtlesoup_bench.models import ModelClient
from turtlesoup_bench.records import Json, to_json


@dataclass(frozen=True)
class JudgeScorer(Scorer):
    """Scores a player's prediction with a judge.

    Attributes:
        judge: ``embedded``, a model, or ``<model>:batched``.
    """

    judge: str
    _kept: list[Judge] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def ruler(self) -> Json:
        """The judge with what besides its name decides its verdicts, weights and thresholds."""
        return {"judge": self.judge, "judge_prompts": judge_version(self.judge), **to_json(DEFAULT_SCHEME)}

    @property
    def model(self) -> str | None:
        """The judge's model; None for a judge without one."""
        return find_judge(self.judge).model

    def problems(self, instance: Instance) -> list[Problem]:
        """A puzzle without a rubric."""
        if instance.data["logic"] and instance.data["details"]:
            return []
        expected = "logic points and details (a rubric can be extracted by a model judge)"
        return [Problem(instance.id, "logic, details", "no rubric", expected)]

    async def score(self, instance: Instance, episode: Episode, models: Callable[[str], ModelClient]) -> Score:
        """Scores an episode that has ended; one that was aborted has no measures of its own.

        Raises:
            ValueError: If the episode has not ended.
            AccessError: If the judge's model cannot be called at all.
        """
        if episode.ending is None:
            raise ValueError(f"the episode of {instance.id} has not ended")
        if episode.ending.aborted:
            return Score("scored", {}, {}, self.ruler)
        judged = await score(
            BeliefState.from_json(episode.ending.data["prediction"]),
            Reference.of(Puzzle.from_json(instance.data)),
            self._judge(models),
            episode_id=episode.id,
            puzzle_id=instance.id,
            dataset=("", instance.hash),
        )
        detail = {"matches": to_json(judged.matches)}
        return Score(judged.status, judged.by_seat, detail, self.ruler, judged.reason, usage=judged.usage)

    def _judge(self, models: Callable[[str], ModelClient]) -> Judge:
        if self.model is not None:
            return make_judge(self.judge, models)
        if not self._kept:  # one for all scores, since it keeps what it has compared
            self._kept.append(make_judge(self.judge, models))
        return self._kept[0]

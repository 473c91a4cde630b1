"""The score of an episode, as the contract of a game has it; the rules are in `scoring/score.py`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from turtlesoup_bench import PROTOCOL_VERSION
from turtlesoup_bench.games import Episode, Instance, Score
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.rules import PLAYER
from turtlesoup_bench.games.turtle_soup.scoring.judges import judge_version, make_judge
from turtlesoup_bench.games.turtle_soup.scoring.score import DEFAULT_SCHEME, Reference, score
from turtlesoup_bench.models import ModelClient
from turtlesoup_bench.records import BeliefState, Json, to_json

MEASURES = ("overall", "logic", "details", "conclusion", "precision", "solved")


@dataclass(frozen=True)
class JudgeScorer:
    """Scores a player's prediction with a judge.

    Attributes:
        judge: ``embedded``, a model, or ``<model>:batched``.
    """

    judge: str

    @property
    def ruler(self) -> Json:
        """The judge with its version, the protocol, weights and thresholds."""
        judge = {"judge": self.judge, "judge_version": judge_version(self.judge)}
        return {"protocol": PROTOCOL_VERSION, **judge, **to_json(DEFAULT_SCHEME)}

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
        prediction = BeliefState.from_json(episode.ending.data["prediction"])
        reference = Reference.of(Puzzle.from_json(instance.data))
        judge = make_judge(self.judge, models)
        judged = await score(
            prediction,
            reference,
            judge,
            episode_id=f"{instance.id}#{episode.setup.seed}",
            puzzle_id=instance.id,
            dataset=("", instance.hash),
        )
        detail = {"matches": to_json(judged.matches), "usage": to_json(judged.usage)}
        if judged.status == "unscored":
            return Score("unscored", {}, detail, self.ruler, judged.reason)
        return Score("scored", {PLAYER: {name: float(getattr(judged, name)) for name in MEASURES}}, detail, self.ruler)

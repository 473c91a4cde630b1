"""How good questions are: computed from the movies asked about and the answers, not read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from turtlesoup_bench.games import Event
from turtlesoup_bench.games.multi_turn.movie_recommendation.posterior import attribute_scores, prior


@dataclass(frozen=True, slots=True)
class QuestionQuality:
    """What a question was worth when it was asked.

    Attributes:
        bits: What the answer told of the taste; 0: every taste that fits the earlier answers gives this one.
        gain: Share of the taste's variance that the question was expected to remove.
        best_gain: The same of the best question.
    """

    bits: float
    gain: float
    best_gain: float

    @property
    def regret(self) -> float:
        """How much less of the variance it was expected to remove than the best question."""
        return self.best_gain - self.gain


def question_quality(events: Sequence[Event]) -> list[QuestionQuality]:
    """The quality of each question of an episode, from the episode's events.

    The best ten questions in sequence are out of reach. The reference looks one question ahead, as
    ``movie-recommendation-greedy`` does, from the answers that this episode has had so far. All numbers are of the
    sample of tastes in ``posterior.py``: there are at most 16 bits to be learnt from it.
    """
    movies = next(event.data["movies"] for event in events if event.kind == "seen")
    scores, places = attribute_scores(movies), {title: place for place, title in enumerate(movies)}
    numbers = {frozenset(pair): number for number, pair in enumerate(combinations(movies, 2))}
    questions = [event.data for event in events if event.kind == "question"]
    answers = [event.data["answer"] for event in events if event.kind == "answer"]
    belief, qualities = prior(scores.shape[1]), []
    for question, answer in zip(questions, answers, strict=True):
        movie, over = question["movie"], question["over"]
        gains = belief.gains(scores)
        belief, bits = belief.updated(scores[places[movie]] - scores[places[over]], answer)
        qualities.append(QuestionQuality(bits, float(gains[numbers[frozenset((movie, over))]]), float(gains.max())))
    return qualities

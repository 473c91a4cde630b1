"""The rules of movie recommendation, and the user who answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from turtlesoup_bench.games import Decision, Ending, Event, Move, Setup
from turtlesoup_bench.games.multi_turn.movie_recommendation.complaints import COMPLAINTS
from turtlesoup_bench.records import Json

Answer = Literal["yes", "no", "no preference"]

RECOMMENDER = "recommender"
QUESTIONS = 10
WEIGHT_SCALE, ATTRIBUTE_SCALE = 10, 100
"""How many integer steps a weight of 1 and an attribute score of 1 have in an instance's data."""
ACCEPTS: dict[str, Json] = {
    "ask": {
        "type": "object",
        "description": "Two different seen movies: would the user prefer the first over the second?",
        "properties": {"movie": {"type": "string"}, "over": {"type": "string"}},
        "required": ["movie", "over"],
        "additionalProperties": False,
    },
    "recommend": {
        "type": "object",
        "description": "One of the new movies.",
        "properties": {"movie": {"type": "string"}},
        "required": ["movie"],
        "additionalProperties": False,
    },
}


def utility(weights: Sequence[int], scores: Sequence[int]) -> int:
    """How much a user likes a movie: the sum of weight times attribute score.

    Args:
        weights: Of each attribute, in tenths.
        scores: Of the movie in each attribute, in hundredths.

    Returns:
        The utility in thousandths.
    """
    return sum(weight * score for weight, score in zip(weights, scores, strict=True))


def preference(weights: Sequence[int], movie: Sequence[int], over: Sequence[int]) -> Answer:
    """Whether a user prefers one movie over another; the arguments are those of `utility`."""
    difference = utility(weights, movie) - utility(weights, over)
    return "yes" if difference > 0 else "no" if difference < 0 else "no preference"


def rank(utilities: Sequence[int], own: int) -> float:
    """The place, from 1, of a movie with a utility among those of all movies; equal ones share their places' mean."""
    return sum(other > own for other in utilities) + (utilities.count(own) + 1) / 2


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands.

    Attributes:
        setup: What was fixed before.
        turn: Number of the next move, from 1.
        ending: How it ended.
    """

    setup: Setup
    turn: int = 1
    ending: Ending | None = None

    @property
    def questions_left(self) -> int:
        """Questions that have yet to be asked."""
        return QUESTIONS + 1 - self.turn

    @property
    def phase(self) -> Literal["ask", "recommend"]:
        """What has to be done next."""
        return "ask" if self.questions_left else "recommend"


class MovieRecommendation:
    """See the package; the methods are those of `turtlesoup_bench.games.Rules`."""

    def start(self, setup: Setup) -> tuple[State, list[Event]]:
        """The seen movies, and the weights for a seat to which ``{"taste": "given"}`` is granted."""
        data = setup.instance.data
        events = [Event("seen", {"attributes": data["attributes"], "movies": _shown(data["seen"])})]
        if setup.grants.get(RECOMMENDER, {}).get("taste") == "given":
            weights = [weight / WEIGHT_SCALE for weight in data["weights"]]
            events.append(Event("taste", {"weights": weights}, to=(RECOMMENDER,)))
        return State(setup), events

    def waiting(self, state: State) -> Mapping[str, Decision]:
        """The recommender, until the end."""
        if state.ending is not None:
            return {}
        view = {"turn": state.turn, "questions_left": state.questions_left}
        return {RECOMMENDER: Decision(state.phase, ACCEPTS[state.phase], view)}

    def refuse(self, state: State, seat: str, action: Any) -> str | None:
        """Anything but two different seen movies; in the end, anything but a new movie."""
        instance = state.setup.instance
        data, complaints = instance.data, COMPLAINTS[instance.language]
        if state.phase == "ask":
            movies = _named(action, ("movie", "over"), data["seen"])
            is_pair = movies is not None and movies[0] != movies[1]
            return None if is_pair else complaints["movies"]
        is_new = _named(action, ("movie",), data["unseen"]) is not None
        return None if is_new else complaints["movie"]

    def apply(self, state: State, moves: Mapping[str, Move]) -> tuple[State, list[Event]]:
        """The answer, with the new movies after the last one; then the end."""
        move, data = moves[RECOMMENDER], state.setup.instance.data
        if move.forfeit is not None:
            lost = {"reason": move.forfeit.reason, "replies": list(move.forfeit.replies), "turns": state.turn - 1}
            return replace(state, ending=Ending("aborted", lost, aborted=(RECOMMENDER,))), []
        movie, weights = move.action["movie"], data["weights"]
        if state.phase == "recommend":
            utilities = [utility(weights, scores) for scores in data["unseen"].values()]
            place = rank(utilities, utility(weights, data["unseen"][movie]))
            return replace(
                state, ending=Ending("recommended", {"movie": movie, "rank": place, "turns": state.turn})
            ), []
        over, after = move.action["over"], replace(state, turn=state.turn + 1)
        answer = preference(weights, data["seen"][movie], data["seen"][over])
        events = [
            Event("question", {"turn": state.turn, "movie": movie, "over": over}, seat=RECOMMENDER),
            Event("answer", {"turn": state.turn, "answer": answer}),
        ]
        if after.phase == "recommend":
            events.append(Event("unseen", {"attributes": data["attributes"], "movies": _shown(data["unseen"])}))
        return after, events

    def ending(self, state: State) -> Ending | None:
        """``recommended``, with the ``rank`` of the ``movie``, or ``aborted``, after so many ``turns``."""
        return state.ending


def _shown(movies: Mapping[str, Sequence[int]]) -> dict[str, list[float]]:
    """Titles with attribute scores as decimal fractions."""
    return {title: [score / ATTRIBUTE_SCALE for score in scores] for title, scores in movies.items()}


def _named(action: Any, keys: tuple[str, ...], movies: Mapping[str, object]) -> list[str] | None:
    """The titles under these keys of an action; None if it has others, or names no movie of the set."""
    if not isinstance(action, dict) or set(action) != set(keys):
        return None
    titles = [action[key] for key in keys]
    return titles if all(isinstance(title, str) and title in movies for title in titles) else None

"""Players of movie recommendation that need no model: chance, a Bayesian reference, and one that is told the taste."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random

import numpy as np

from turtlesoup_bench.games import Agent, Move, Observation, Player, Seat
from turtlesoup_bench.games.multi_turn.movie_recommendation.posterior import Posterior, attribute_scores, prior
from turtlesoup_bench.games.multi_turn.movie_recommendation.rules import WEIGHT_SCALE
from turtlesoup_bench.records import Json


class Recommender:
    """Asks about the pair that `ask` gives and recommends the movie that `recommend` gives."""

    async def act(self, observation: Observation) -> Move:
        """See `turtlesoup_bench.games.Player.act`."""
        sets = {event.kind: event.data["movies"] for event in observation.events if event.kind in ("seen", "unseen")}
        if observation.phase == "ask":
            movie, over = self.ask(observation, sets["seen"])
            return Move({"movie": movie, "over": over})
        return Move({"movie": self.recommend(observation, sets["unseen"])})

    def ask(self, observation: Observation, seen: Json) -> tuple[str, str]:
        """The titles of two seen movies."""
        movie, over, *_ = seen
        return movie, over

    def recommend(self, observation: Observation, unseen: Json) -> str:
        """The title of a new movie."""
        raise NotImplementedError


class Chance(Recommender):
    """Asks and recommends at random.

    Args:
        seed: Of its luck, together with the movies.
    """

    def __init__(self, seed: int):
        self._seed = seed

    def ask(self, observation: Observation, seen: Json) -> tuple[str, str]:
        """Any two."""
        movie, over = self._luck(observation).sample(list(seen), 2)
        return movie, over

    def recommend(self, observation: Observation, unseen: Json) -> str:
        """Any one."""
        return self._luck(observation).choice(list(unseen))

    def _luck(self, observation: Observation) -> Random:
        """Other luck on each turn of each instance."""
        return Random(f"{self._seed} {observation.view['turn']} {observation.events[0].data['movies']}")


class Greedy(Recommender):
    """Asks what is expected to tell most of the taste, and recommends what the expected taste likes best.

    Its belief is a sample of the posterior over all tastes; see `Posterior`. It looks one question ahead: the pair
    that it asks about is the one whose answer is expected to remove most of the variance of the weights.
    """

    def __init__(self) -> None:
        self._belief: Posterior | None = None

    def ask(self, observation: Observation, seen: Json) -> tuple[str, str]:
        """The pair with the largest expected gain."""
        gains = self._learn(observation).gains(attribute_scores(seen))
        return list(combinations(seen, 2))[int(np.argmax(gains))]

    def recommend(self, observation: Observation, unseen: Json) -> str:
        """The movie with the highest expected utility."""
        utilities = attribute_scores(unseen) @ self._learn(observation).mean
        return list(unseen)[int(np.argmax(utilities))]

    def _learn(self, observation: Observation) -> Posterior:
        """The belief after the last answer, if there is one that is new."""
        seen = observation.events[0].data["movies"]
        belief = self._belief or prior(len(observation.events[0].data["attributes"]))
        told = {event.kind: event.data for event in observation.new}
        if "answer" in told:
            movie, over = attribute_scores({key: seen[told["question"][key]] for key in ("movie", "over")})
            belief, _ = belief.updated(movie - over, told["answer"]["answer"])
        self._belief = belief
        return belief


class Oracle(Recommender):
    """Is told the taste, which its grant makes the rules do."""

    def recommend(self, observation: Observation, unseen: Json) -> str:
        """The best movie."""
        weights = next(event.data["weights"] for event in observation.events if event.kind == "taste")
        utilities = attribute_scores(unseen) @ np.rint(np.array(weights) * WEIGHT_SCALE)
        return list(unseen)[int(np.argmax(utilities))]


def _agent(create: Callable[[Seat], Player], grants: Json | None = None) -> Agent:
    games = ("movie-recommendation",)
    return Agent(create, games, kind="anchor", needs_model=False, takes_model=False, grants=grants or {})


random = _agent(lambda seat: Chance(seat.seed))
greedy = _agent(lambda seat: Greedy())
oracle = _agent(lambda seat: Oracle(), {"taste": "given"})

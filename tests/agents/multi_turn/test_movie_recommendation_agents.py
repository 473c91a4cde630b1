"""The players of movie recommendation, and the sample of tastes by which one plays and questions are measured."""

from __future__ import annotations

import asyncio
import itertools
from importlib.metadata import entry_points
from statistics import mean

import numpy as np
import pytest
from turtlesoup_bench.agents.multi_turn.movie_recommendation import greedy, oracle, random

from turtlesoup_bench.games import Agent, Episode, Event, Instance, Role, Seat
from turtlesoup_bench.games.match import play
from turtlesoup_bench.games.multi_turn.movie_recommendation.game import GAME, load
from turtlesoup_bench.games.multi_turn.movie_recommendation.posterior import FEWEST, PRIOR_SIZE, Posterior, prior
from turtlesoup_bench.games.multi_turn.movie_recommendation.quality import question_quality

GAMES = 300
"""Of each language, 15 of each user."""


@pytest.fixture(scope="module")
def instances() -> list[Instance]:
    return [instance for instance in load({"limit": GAMES}) if instance.language == "en"]


def games(agent: Agent, instances: list[Instance]) -> list[Episode]:
    async def go() -> list[Episode]:
        grants = {"recommender": agent.grants} if agent.grants else {}
        return [
            await play(
                GAME,
                GAME.setup(instance, grants=grants),
                {"recommender": agent.create(Seat(GAME, "recommender", "recommender", instance.language, seed=42))},
            )
            for instance in instances
        ]

    return asyncio.run(go())


def ranks(episodes: list[Episode]) -> list[float]:
    return [episode.ending.data["rank"] for episode in episodes if episode.ending]


@pytest.fixture(scope="module")
def greedy_games(instances: list[Instance]) -> list[Episode]:
    return games(greedy, instances)


def test_chance_ranks_in_the_middle(instances: list[Instance]) -> None:
    """The standard deviation of one rank is 11.5."""
    assert mean(ranks(games(random, instances))) == pytest.approx(20.5, abs=3 * 11.5 / GAMES**0.5)


def test_the_reference_finds_the_best_movie_more_often_than_not(greedy_games: list[Episode]) -> None:
    found = ranks(greedy_games)
    assert found.count(1) / GAMES > 0.5
    assert mean(found) < 3


def test_who_knows_the_taste_always_recommends_the_best(instances: list[Instance]) -> None:
    assert set(ranks(games(oracle, instances))) == {1}


def test_the_reference_plays_alike_in_both_languages_and_each_time(instances: list[Instance]) -> None:
    both = load({"limit": 3})
    played = ranks(games(greedy, both))
    assert played[::2] == played[1::2]
    assert games(greedy, both[:1]) == games(greedy, both[:1])


@pytest.mark.parametrize("name", ["greedy", "oracle", "random"])
def test_they_are_registered(name: str) -> None:
    (point,) = entry_points(group="turtlesoup_bench.agents", name=f"movie-recommendation-{name}")
    agent = point.load()
    assert (agent.games, agent.kind, agent.needs_model) == (("movie-recommendation",), "anchor", False)
    assert GAME.roles == (Role("recommender", without_model="movie-recommendation-greedy"),)


GRID = np.array(list(itertools.product(range(11), repeat=2)), dtype=np.float32)
CHANCES = np.array([(0.5 if a in (0, 10) else 1) * (0.5 if b in (0, 10) else 1) / 100 for a, b in GRID])
"""Of each taste with two weights: 0 and 1 are rounded from half as wide a range as the others."""


def test_the_prior_is_that_of_the_users() -> None:
    tastes = prior(2).tastes.T.astype(int)
    assert tastes.shape == (PRIOR_SIZE, 2)
    shares = np.zeros((11, 11))
    np.add.at(shares, tuple(tastes.T), 1 / PRIOR_SIZE)
    assert shares.ravel() == pytest.approx(CHANCES, abs=0.002)


def test_answers_are_learnt_from_as_enumeration_says() -> None:
    belief, left = prior(2), CHANCES
    for difference, answer, sign in (([3, -1], "yes", 1), ([1, -2], "no", -1), ([-1, 0.5], "no", -1)):
        row = np.array(difference, np.float32)
        fitting = np.sign(GRID @ row) == sign
        told = -np.log2(left[fitting].sum() / left.sum())
        left = left * fitting
        belief, bits = belief.updated(row, answer)  # type: ignore[arg-type]
        assert bits == pytest.approx(told, abs=0.05)
        assert belief.mean == pytest.approx(left @ GRID / left.sum(), abs=0.1)


def test_the_expected_gain_is_what_enumeration_says() -> None:
    scores = np.array([[100, 0], [0, 100], [30, 0], [80, 5]], np.float32)
    expected = []
    for one, other in itertools.combinations(scores, 2):
        prefers = GRID @ (one - other) > 0
        average = CHANCES @ GRID
        groups = [(CHANCES[group].sum(), CHANCES[group] @ GRID[group]) for group in (prefers, ~prefers)]
        between = sum(chance * np.square(total / chance - average).sum() for chance, total in groups if chance)
        expected.append(between / (CHANCES @ np.square(GRID - average)).sum())
    assert prior(2).gains(scores) == pytest.approx(expected, abs=0.06)
    assert max(expected) > 0.3 > 0.1 > min(expected)


def test_tastes_that_come_nearest_stay_where_too_few_fit() -> None:
    few = Posterior(np.array([range(11)] * 4, np.float32))
    belief, bits = few.updated(np.array([1, 0, 0, 0], np.float32), "no preference")
    assert bits == pytest.approx(np.log2(11)) and belief.tastes[0].tolist() == list(range(11))
    exact, bits = prior(8).updated(np.array([100, -99, 3, 0, 0, 0, 0, 0], np.float32), "no preference")
    assert 8 < bits <= 16 and exact.tastes.shape == (8, FEWEST)


def asked(*questions: tuple[str, str, str]) -> list[Event]:
    """The events of a game about four movies with two attributes."""
    movies = {"a": [3.0, 1.0], "b": [1.0, 3.0], "c": [1.0, 1.0], "d": [2.0, 2.5]}
    events = [Event("seen", {"attributes": ["pace", "dialogue"], "movies": movies})]
    for movie, over, answer in questions:
        events += [Event("question", {"movie": movie, "over": over}), Event("answer", {"answer": answer})]
    return events


def test_what_was_known_before_teaches_nothing() -> None:
    first, again, turned, dominated = question_quality(
        asked(("a", "b", "yes"), ("a", "b", "yes"), ("b", "a", "no"), ("c", "a", "no"))
    )
    assert first.bits == pytest.approx(1, abs=0.2)  # a and b mirror each other; equal weights answer neither yes nor no
    assert [quality.bits for quality in (again, turned)] == [0, 0]
    assert [quality.gain for quality in (again, turned)] == [0, 0]
    assert dominated.bits == pytest.approx(0, abs=0.01)  # c is nowhere better than a
    assert again.regret == again.best_gain > 0


def test_an_answer_that_follows_from_two_others_teaches_nothing() -> None:
    *_, last = question_quality(asked(("a", "d", "yes"), ("d", "b", "yes"), ("a", "b", "yes")))
    assert last.bits == 0


def test_the_reference_has_no_regret_and_chance_has(greedy_games: list[Episode], instances: list[Instance]) -> None:
    def totals(episodes: list[Episode]) -> tuple[float, float]:
        qualities = [question_quality(episode.events) for episode in episodes]
        assert all(len(questions) == 10 and min(q.regret for q in questions) >= 0 for questions in qualities)
        bits = mean(sum(quality.bits for quality in questions) for questions in qualities)
        return bits, mean(quality.regret for questions in qualities for quality in questions)

    bits, regret = totals(greedy_games[:40])
    chance_bits, chance_regret = totals(games(random, instances[:40]))
    assert regret == 0 < chance_regret
    assert chance_bits < 8 < bits <= 16

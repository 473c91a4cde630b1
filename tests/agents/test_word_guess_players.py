from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from statistics import fmean

import pytest
from turtlesoup_bench.agents.multi_turn.word_guess import Consistent, Guesser, Optimum, RandomOrder

from turtlesoup_bench.games import Episode, Instance
from turtlesoup_bench.games.match import play
from turtlesoup_bench.games.multi_turn.word_guess.game import GAME, load
from turtlesoup_bench.games.multi_turn.word_guess.rules import feedback

Make = Callable[[], Guesser]
PLAYERS = [lambda: RandomOrder(42), lambda: Consistent(42), Optimum]


@cache
def games(make: Make) -> list[Episode]:
    async def go() -> list[Episode]:
        return [await play(GAME, GAME.setup(instance), {"guesser": make()}) for instance in load({})]

    return asyncio.run(go())


def words_of(episode: Episode) -> list[str]:
    return [event.data["word"] for event in episode.events if event.kind == "attempt"]


@pytest.mark.parametrize("make", PLAYERS, ids=["random", "consistent", "optimum"])
def test_every_player_finds_the_secret_without_repeats(make: Make) -> None:
    for episode in games(make):
        assert episode.ending and episode.ending.outcome == "solved"
        words = words_of(episode)
        assert len(set(words)) == len(words)


@pytest.mark.parametrize("make", PLAYERS, ids=["random", "consistent", "optimum"])
def test_regret_is_on_average_what_the_player_needs_beyond_best_play(make: Make) -> None:
    by_vocabulary = defaultdict(list)
    for episode in games(make):
        by_vocabulary[episode.setup.instance.cluster].append(episode)
    assert {len(episodes) for episodes in by_vocabulary.values()} == {40}
    for episodes in by_vocabulary.values():
        attempts = fmean(len(words_of(episode)) for episode in episodes)
        regrets = [GAME.measure_play(episode.setup.instance, episode)["regret"] for episode in episodes]
        best = episodes[0].setup.instance.data["best_attempts"]
        assert attempts - best == pytest.approx(fmean(regret for regret in regrets if regret is not None))


def score(make: Make) -> float:
    assert GAME.scorer
    scorer, episodes = GAME.scorer("rules"), games(make)

    async def go() -> list[float]:
        scores = [
            await scorer.score(episode.setup.instance, episode, lambda name: pytest.fail(f"model {name}"))
            for episode in episodes
        ]
        return [score.by_seat["guesser"]["score"] for score in scores]

    return fmean(asyncio.run(go()))


def test_the_mean_score_is_0_for_random_play_and_1_for_best_play() -> None:
    random, consistent, best = map(score, PLAYERS)
    assert (random, best) == (pytest.approx(0, abs=1e-9), pytest.approx(1))
    assert 0.95 < consistent < best


def test_the_optimum_takes_2_2_to_2_3_attempts_on_average() -> None:
    assert 2.2 <= fmean(len(words_of(episode)) for episode in games(Optimum)) <= 2.3


def consistent_attempts(candidates: frozenset[str]) -> float:
    """Attempts, summed over the candidates, that random candidates take: an exact expectation."""
    total = 0.0
    for attempt in candidates:
        parts = defaultdict(set)
        for secret in candidates - {attempt}:
            parts[feedback(attempt, secret)].add(secret)
        total += sum(consistent_attempts(frozenset(part)) for part in parts.values())
    return len(candidates) + total / len(candidates)


def test_random_candidates_take_2_5_to_2_6_attempts_on_average() -> None:
    vocabularies = {tuple(instance.data["words"]) for instance in load({})}
    assert len(vocabularies) == 10
    expected = fmean(consistent_attempts(frozenset(words)) / 40 for words in vocabularies)
    assert 2.5 <= expected <= 2.6
    # The player's means differ from seed to seed by a standard deviation of 0.05.
    played = fmean(len(words_of(episode)) for episode in games(PLAYERS[1]))
    assert played == pytest.approx(expected, abs=0.15)


def test_consistent_attempts_fit_every_reply() -> None:
    for episode in games(PLAYERS[1])[:100]:
        words, secret = words_of(episode), episode.setup.instance.data["secret"]
        for number, word in enumerate(words):
            assert all(feedback(before, word) == feedback(before, secret) for before in words[:number])


@pytest.mark.parametrize("make", [RandomOrder, Consistent])
def test_luck_follows_from_the_seed(make: Callable[[int], Guesser]) -> None:
    def attempts(instance: Instance, seed: int) -> list[str]:
        return words_of(asyncio.run(play(GAME, GAME.setup(instance), {"guesser": make(seed)})))

    instances = load({"limit": 10})
    for instance in instances:
        assert attempts(instance, 1) == attempts(instance, 1)
    assert any(attempts(instance, 1) != attempts(instance, 2) for instance in instances)

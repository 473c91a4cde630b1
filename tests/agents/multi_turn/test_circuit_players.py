from __future__ import annotations

import asyncio
from functools import cache
from importlib.metadata import entry_points
from statistics import fmean

import pytest

from turtlesoup_bench.games import Agent, Episode, Seat
from turtlesoup_bench.games.match import play
from turtlesoup_bench.games.multi_turn.circuit_decoding.game import GAME, load, measure, measure_play

INSTANCES = load({"languages": ["en"]})


@cache
def episodes(name: str, seed: int = 40, limit: int = 300) -> list[Episode]:
    (point,) = entry_points(group="turtlesoup_bench.agents", name=f"circuit-decoding-{name}")
    agent: Agent = point.load()
    seat = Seat(GAME, "decoder", "decoder", "en", seed)

    async def go() -> list[Episode]:
        setups = [GAME.setup(instance, grants={"decoder": agent.grants}) for instance in INSTANCES[:limit]]
        return [await play(GAME, setup, {"decoder": agent.create(seat)}) for setup in setups]

    return asyncio.run(go())


def mean(name: str, key: str, seed: int = 40) -> float:
    values = [
        measure(episode.setup.instance.data, episode.ending.data)[key]
        for episode in episodes(name, seed)
        if episode.ending
    ]
    assert len(values) == 300
    return fmean(values)


def play_mean(name: str, key: str) -> float:
    values = [measure_play(episode.setup.instance, episode)[key] for episode in episodes(name)]
    return fmean(value for value in values if value is not None)


@pytest.mark.parametrize(
    ("name", "score", "spread"), [("oracle", 1.0, 0.0), ("greedy", 1.0, 0.0), ("random", 0.0, 0.017)]
)
def test_the_anchors_stand_where_the_score_puts_them(name: str, score: float, spread: float) -> None:
    """``spread`` is three standard errors."""
    assert mean(name, "score") == pytest.approx(score, abs=spread)


def test_random_bits_are_right_half_of_the_time() -> None:
    assert mean("random", "bits") == pytest.approx(0.5, abs=0.02)
    assert mean("random", "solved") == 0


def test_a_random_consistent_guess_lies_between() -> None:
    assert 0.8 < mean("consistent", "score") < 0.9
    assert 0.4 < mean("consistent", "solved") < 0.65


def test_halving_wastes_no_query_and_stops_once_it_knows() -> None:
    assert play_mean("greedy", "implied") == play_mean("greedy", "regret") == 0
    assert play_mean("greedy", "information") > 0.95
    turns = {len(episode.moves) for episode in episodes("greedy")}
    assert max(turns) <= 19 and min(turns) < 19
    assert play_mean("random", "regret") > 0.1 and play_mean("random", "implied") > 0.05
    assert {len(episode.moves) for episode in episodes("random", limit=30)} == {19}
    assert {len(episode.moves) for episode in episodes("oracle", limit=30)} == {1}


def test_a_random_player_asks_no_row_twice_and_its_luck_follows_from_its_seed() -> None:
    for episode in episodes("random", limit=30):
        asked = [event.data["query"] for event in episode.events if event.kind == "answer"]
        assert len(set(asked)) == 18
    first, again, other = (
        [episode.moves for episode in episodes.__wrapped__("consistent", seed, limit=5)] for seed in (1, 1, 2)
    )
    assert first == again != other


def test_a_consistent_guess_agrees_with_all_answers() -> None:
    for episode in episodes("consistent", limit=30):
        state, _ = GAME.rules.start(episode.setup)
        assert episode.ending
        guess = dict(zip(state.queries, episode.ending.data["guess"], strict=True))
        answers = [event.data for event in episode.events if event.kind == "answer"]
        assert all(guess[answer["query"]] == str(answer["answer"]) for answer in answers)

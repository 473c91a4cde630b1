"""Turtle soup's score through the contract of a game is the score of `scoring/score.py`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import pytest

from turtlesoup_bench.games import Episode, Score
from turtlesoup_bench.games.checking import check_game
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.games.turtle_soup.game import GAME, instance_of
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.scoring.batch import score_predictions
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.records import Json


def concluded(puzzle: Puzzle, *replies: str) -> Episode:
    """An episode without a question, that ends with these replies."""
    match = Match(GAME, GAME.setup(instance_of(puzzle), options={"max_turns": 0}))
    for reply in replies:
        match.say("player", reply)
    return match.episode()


def scored(puzzle: Puzzle, episode: Episode, judge: str) -> Score:
    async def go() -> Score:
        assert GAME.scorer is not None
        with Journal() as journal:
            async with ClientPool(journal, processes=0) as pool:
                score = await GAME.scorer(judge).score(instance_of(puzzle), episode, pool.client)
                return GAME.settle(score, episode)

    return asyncio.run(go())


def prediction(puzzle: Puzzle) -> Json:
    return {"logic": [puzzle.logic[0]], "details": list(puzzle.details), "conclusion": puzzle.bottom}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("judge", ["embedded", "openai/judge"])
def test_it_is_the_score_of_the_prediction(
    provider: SimulatedProvider, puzzle: Callable[[str], Puzzle], judge: str, language: str
) -> None:
    one = puzzle(language)
    [expected] = score_predictions([prediction(one)], [one.id], judge=judge)
    score = scored(one, concluded(one, json.dumps(prediction(one), ensure_ascii=False)), judge)
    assert score.status == "scored"
    assert score.by_seat == {
        "player": {measure.name: float(getattr(expected, measure.name)) for measure in GAME.measures}
    }
    assert score.ruler["judge"] == judge


def test_an_aborted_player_gets_the_worst_of_every_measure(puzzle: Callable[[str], Puzzle]) -> None:
    episode = concluded(puzzle("en"), *["no prediction"] * 3)
    assert episode.status == "aborted"
    assert scored(puzzle("en"), episode, "embedded").by_seat == {"player": dict.fromkeys(
        ("overall", "logic", "details", "conclusion", "precision", "solved"), 0.0
    )}  # fmt: skip


def test_a_judge_that_cannot_be_read_leaves_it_unscored(
    provider: SimulatedProvider, puzzle: Callable[[str], Puzzle]
) -> None:
    provider.behaviour.faults = {"refusal": 1.0}
    provider.behaviour.fault_tasks = "judge"
    episode = concluded(puzzle("en"), '{"logic": ["a"], "details": ["b"], "conclusion": "c"}')
    score = scored(puzzle("en"), episode, "openai/judge")
    assert (score.status, score.by_seat) == ("unscored", {})
    assert "judgements failed" in (score.reason or "")


def test_an_episode_that_goes_on_has_no_score(puzzle: Callable[[str], Puzzle]) -> None:
    with pytest.raises(ValueError, match="has not ended"):
        scored(puzzle("en"), Match(GAME, GAME.setup(instance_of(puzzle("en")))).episode(), "embedded")


def test_its_measures_keep_their_ranges() -> None:
    assert check_game(GAME, playouts=20, options={"max_turns": 1}, scorer="embedded") == []

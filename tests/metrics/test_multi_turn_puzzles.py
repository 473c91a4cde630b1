"""The metric of the multi-turn games: it loads by path, its examples are true, and it agrees with runs."""

from __future__ import annotations

import asyncio
import doctest
import json
from pathlib import Path
from typing import Any

import pytest

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.games.registry import find_game
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.settings import RunSettings

FOLDER = Path(__file__).parents[2] / "metrics" / "multi_turn_puzzles"
AGENTS = {
    "word-guess": "word-guess-consistent",
    "movie-recommendation": "movie-recommendation-random",
    "circuit-decoding": "circuit-decoding-consistent",
    "word-chaining": "word-chaining-random",
    "twenty-questions": "twenty-questions-coin-flips",
}


@pytest.fixture(scope="module")
def metric(tmp_path_factory: pytest.TempPathFactory) -> Any:
    import evaluate

    return evaluate.load(str(FOLDER), cache_dir=str(tmp_path_factory.mktemp("cache")))


def test_the_examples_of_the_description_are_true(metric: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import evaluate

    real = evaluate.load
    monkeypatch.setattr(evaluate, "load", lambda name: metric if name == "multi_turn_puzzles" else real(name))
    runner = doctest.DocTestRunner()
    for test in doctest.DocTestFinder().find(type(metric), "multi_turn_puzzles", globs={}):
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0
    assert runner.summarize(verbose=False).attempted >= 8


@pytest.mark.parametrize("game", AGENTS)
def test_it_agrees_with_a_run_for_episodes_and_for_their_moves(metric: Any, game: str, tmp_path: Path) -> None:
    settings = RunSettings(game, agent=AGENTS[game], selection={"limit": 3, "languages": ("en",)}, out=tmp_path / "run")
    folder = asyncio.run(run(settings))
    lines = folder.episodes_file.read_text(encoding="utf-8").splitlines()
    episodes = [json.loads(line) for line in lines]
    references = [episode["setup"]["instance"]["id"] for episode in episodes]
    moves = [json.dumps([move["action"] for step in one["moves"] for move in step.values()]) for one in episodes]
    expected = read_results(folder.path).rows[0].means
    for predictions in (lines, moves):
        result = metric.compute(predictions=predictions, references=references, game=game)
        assert (result["n"], result["aborted"]) == (3, 0)
        for measure in find_game(game).measures:
            assert result[measure.name] == pytest.approx(expected[measure.name].mean)


def test_an_aborted_player_counts_with_the_worst_values(metric: Any) -> None:
    game = find_game("word-guess")
    instance = game.load({"limit": 1})[0]
    match = Match(game, game.setup(instance))
    match.say("guesser", "?")
    match.say("guesser", "?")
    prediction = json.dumps(match.episode().to_json())
    result = metric.compute(predictions=[prediction], references=[instance.id], game="word-guess")
    assert {name: result[name] for name in ("score", "attempts", "solved", "aborted")} == {
        "score": 0.0,
        "attempts": 40.0,
        "solved": 0.0,
        "aborted": 1,
    }


def test_the_title_of_the_best_movie_is_a_final_answer(metric: Any) -> None:
    game = find_game("movie-recommendation")
    instance = game.load({"limit": 1})[0]
    weights, movies = instance.data["weights"], instance.data["unseen"]
    best = max(movies, key=lambda title: sum(w * a for w, a in zip(weights, movies[title], strict=True)))
    result = metric.compute(predictions=[best], references=[instance.id], game=game.name)
    assert (result["score"], result["rank"], result["found_best"]) == (1.0, 1.0, 1.0)


@pytest.mark.parametrize(
    ("game", "prediction", "words"),
    [
        ("movie-recommendation", "No such movie", r"predictions\[0\]: moves\[10\]"),
        ("circuit-decoding", "01", "24 bits"),
        ("circuit-decoding", '[{"query": "A(0, 0, 0)"}]', "the end of the game"),
        ("word-guess", "spark", "a list of actions"),
        ("word-guess", '[{"attempt"', "a list of actions"),
        ("word-guess", '{"game": "word-guess"}', "episodes.jsonl"),
    ],
)
def test_what_cannot_be_played_to_the_end_is_refused(metric: Any, game: str, prediction: str, words: str) -> None:
    reference = find_game(game).load({"limit": 1})[0].id
    with pytest.raises(InvalidInput, match=words):
        metric.compute(predictions=[prediction], references=[reference], game=game)


def test_an_unknown_instance_is_refused(metric: Any) -> None:
    with pytest.raises(InvalidInput, match="the id of an instance of word-guess"):
        metric.compute(predictions=["[]"], references=["nowhere"], game="word-guess")


def test_who_was_told_the_solution_has_no_score(metric: Any, tmp_path: Path) -> None:
    settings = RunSettings(
        "circuit-decoding", agent="circuit-decoding-oracle", selection={"limit": 1}, out=tmp_path / "r"
    )
    [line, *_] = asyncio.run(run(settings)).episodes_file.read_text(encoding="utf-8").splitlines()
    reference = json.loads(line)["setup"]["instance"]["id"]
    with pytest.raises(InvalidInput, match="nothing granted"):
        metric.compute(predictions=[line], references=[reference], game="circuit-decoding")

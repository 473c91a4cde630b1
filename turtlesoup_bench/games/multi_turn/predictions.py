"""Scores predictions for these games by playing them again: saved episodes, lists of moves, or final answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from typing import Any

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Episode, Game, Instance, Move, Score
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.games.multi_turn.movie_recommendation.rules import QUESTIONS
from turtlesoup_bench.games.registry import find_game
from turtlesoup_bench.records import Json


def _recommendation(instance: Instance, answer: str) -> list[Json]:
    """Questions, which do not matter for the score, and the movie."""
    movie, over, *_ = instance.data["seen"]
    return [*repeat({"movie": movie, "over": over}, QUESTIONS), {"movie": answer}]


FINAL_ANSWERS: Mapping[str, Callable[[Instance, str], list[Json]]] = {
    "movie-recommendation": _recommendation,
    "circuit-decoding": lambda instance, answer: [{"guess": answer}],
}
"""The moves for a final answer, in the games where it alone decides the score."""


def score_predictions(game: str, predictions: Sequence[str], references: Sequence[str]) -> list[Score]:
    """Scores predictions; may be called from a notebook, where an event loop is running.

    Args:
        game: Name of the game.
        predictions: Each a line of ``episodes.jsonl``; or a JSON list of actions, played with seed 42; or, for the
            games in `FINAL_ANSWERS`, the title of a movie or the bits of a guess.
        references: Id of the instance that each answers.

    Raises:
        InvalidInput: If an instance is unknown, or a prediction breaks the rules or ends before the game does.
        UnknownName: If there is no such game.
    """
    playing = find_game(game)
    instances = {instance.id: instance for instance in playing.load({})}
    problems, episodes = list[Problem](), list[Episode]()
    for number, (prediction, reference) in enumerate(zip(predictions, references, strict=True)):
        where = f"predictions[{number}]"
        if reference not in instances:
            problems.append(Problem(f"references[{number}]", "", repr(reference), f"the id of an instance of {game}"))
            continue
        try:
            episode = _episode(playing, instances[reference], prediction)
        except InvalidInput as error:
            problems += [Problem(where, problem.place, problem.found, problem.expected) for problem in error.problems]
        except (ValueError, KeyError, TypeError, AttributeError):
            expected = "a line of episodes.jsonl, a list of actions" + (
                ", or an answer" if game in FINAL_ANSWERS else ""
            )
            problems.append(Problem(where, "", repr(prediction)[:80], expected))
        else:
            episodes.append(episode)
            if episode.ending is None:
                problems.append(Problem(where, "", f"{len(episode.moves)} moves", "moves up to the end of the game"))
    if problems:
        raise InvalidInput(problems)
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, _score_all(playing, episodes)).result()


def _episode(game: Game, instance: Instance, prediction: str) -> Episode:
    """The episode of a prediction, played again."""
    (seat,) = instance.seats
    if prediction.startswith("{"):
        saved = Episode.from_json(json.loads(prediction), instance)
        if saved.setup.grants or saved.setup.options != game.options_of({}):
            found = json.dumps([saved.setup.options, saved.setup.grants])[:80]
            raise InvalidInput([Problem("", "setup", found, "the default options, and nothing granted to the player")])
        return Match(game, saved.setup, saved.moves).episode()
    actions: list[Any]
    actions = json.loads(prediction) if prediction.startswith("[") else FINAL_ANSWERS[game.name](instance, prediction)
    return Match(game, game.setup(instance), [{seat: Move(action)} for action in actions]).episode()


async def _score_all(game: Game, episodes: Sequence[Episode]) -> list[Score]:
    assert game.scorer is not None
    scorer = game.scorer(game.default_scorer)

    def no_models(name: str) -> Any:
        raise AssertionError(f"the rules asked for the model {name}")

    return [
        game.settle(await scorer.score(episode.setup.instance, episode, no_models), episode) for episode in episodes
    ]

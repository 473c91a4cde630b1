"""Prompts for reinforcement learning, with what the game's reward function needs to know of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Game, Move, Setup, Training
from turtlesoup_bench.games.registry import find_game, game_names
from turtlesoup_bench.reporting.results import RunResults
from turtlesoup_bench.training import Example
from turtlesoup_bench.training.decisions import decisions


def training_of(game: Game) -> Training:
    """What a game says of rewards.

    Raises:
        InvalidInput: If what a reply is worth shows only when the game goes on.
    """
    if game.training is None:
        able = ", ".join(name for name in game_names() if find_game(name).training) or "none is installed"
        found = "a game without a reward of single replies: what a move is worth shows only when the game goes on"
        expected = (
            f"training that plays it (turtlesoup_bench.adapters.verifiers), or a game with such a reward ({able})"
        )
        raise InvalidInput([Problem(game.name, "", found, expected)])
    return game.training


def first_decisions(game: Game, selection: Mapping[str, Any], options: Mapping[str, Any]) -> Iterator[Example]:
    """The decision with which each instance begins, if it has a reward.

    Args:
        game: The game.
        selection: Which instances; see `Game.load`.
        options: Options of the game.

    Raises:
        InvalidInput: If selection or options do not fit, or the game has no such reward at its beginning.
    """
    training_of(game)
    count = 0
    for instance in game.load(selection):
        for example in _rewarded(game, instance.id, game.setup(instance, options=options)):
            count += 1
            yield example
    if not count:
        expected = f"other instances, or run folders of {game.name} in which later decisions were reached"
        raise InvalidInput([Problem(game.name, "", "no decision with a reward at the beginning", expected)])


def played_decisions(runs: Sequence[RunResults]) -> Iterator[Example]:
    """Every decision of a tested seat that has a reward, in the episodes of runs that came to an end.

    Args:
        runs: Of one game.

    Raises:
        InvalidInput: If a game has no such reward, or a run no such decision.
    """
    for run in runs:
        training_of(run.game)
        count = 0
        for result in run.results:
            if result.episode.ending is not None:
                name = f"{run.run['name']}/{result.episode.id}"
                for example in _rewarded(run.game, name, result.episode.setup, result.episode.moves):
                    count += 1
                    yield example
        if not count:
            found, expected = "no decision with a reward", "a run whose tested seats have some, and that is finished"
            raise InvalidInput([Problem(str(run.folder.path), "", found, expected)])


def _rewarded(game: Game, name: str, setup: Setup, moves: Sequence[Mapping[str, Move]] = ()) -> Iterator[Example]:
    training = training_of(game)
    for chosen in decisions(game, setup, moves):
        values = training.values(setup.instance, chosen.observation)
        if values is not None:
            [chat] = chosen.chats
            where = f"{name}/{chosen.observation.seat}" + (f"/{chosen.step}" if moves else "")
            yield Example(where, game.name, setup.instance.language, chat, values=values)

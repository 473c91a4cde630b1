"""The simulated model: it replies to the prompts of every registered game, as that game says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.metadata import entry_points

from turtlesoup_bench.games.registry import find_game, game_names
from turtlesoup_bench.prompts import Message


def simulated_reply(messages: Sequence[Message], slip: bool) -> str | None:
    """The reply to a chat; None if it is of no registered game.

    Args:
        messages: The chat.
        slip: Whether to be wrong this time.

    Raises:
        InvalidInput: If the package of a game cannot be loaded.
    """
    simulations = _simulations()
    replies = (simulate(messages, slip) for simulate in simulations if messages)
    return next((reply for reply in replies if reply is not None), None)


@cache
def _simulations() -> Sequence[Callable[[Sequence[Message], bool], str | None]]:
    for point in entry_points(group="turtlesoup_bench.agents"):
        point.load()  # so that its prompts are known
    games = map(find_game, game_names())
    return [game.simulate for game in games if game.simulate is not None]

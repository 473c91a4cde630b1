"""Games and agents by name: what packages register under ``turtlesoup_bench.games`` and ``turtlesoup_bench.agents``."""

from __future__ import annotations

import inspect
from importlib import import_module

from turtlesoup_bench.games import Agent, Game
from turtlesoup_bench.registry import Registry

_GAMES = Registry("game", Game, "turtlesoup_bench.games")
AGENTS = Registry("agent", Agent, "turtlesoup_bench.agents")


def game_names() -> list[str]:
    """Names of all registered games, sorted."""
    return _GAMES.names()


def find_game(name: str) -> Game:
    """The game registered under a name.

    Raises:
        UnknownName: If there is none; suggests the nearest.
        InvalidInput: If its package cannot be loaded or registers something else than a `Game`.
    """
    return _GAMES.find(name)


def game_description(name: str) -> str:
    """The first paragraph of the docstring of the game's package, as one line; empty if it has none.

    Raises:
        UnknownName: If there is no such game.
        InvalidInput: If it cannot be loaded.
    """
    package = find_game(name).files or _GAMES.entry_point(name).module
    text = inspect.getdoc(import_module(package)) or ""
    return " ".join(text.split("\n\n")[0].split())


def agent_names() -> list[str]:
    """Names of all registered agents, sorted."""
    return AGENTS.names()


def find_agent(name: str) -> Agent:
    """The agent registered under a name.

    Raises:
        UnknownName: If there is none; suggests the nearest.
        InvalidInput: If its package cannot be loaded or registers something else than an `Agent`.
    """
    return AGENTS.find(name)

"""Agents by name: whatever packages register under the entry point group ``turtlesoup_bench.agents``."""

from __future__ import annotations

from importlib.metadata import entry_points

from turtlesoup_bench.errors import InvalidInput, Problem, UnknownName
from turtlesoup_bench.games.turtle_soup.questioner import Agent

GROUP = "turtlesoup_bench.agents"


def agent_names() -> list[str]:
    """Names of all registered agents, sorted."""
    return sorted({point.name for point in entry_points(group=GROUP)})


def find_agent(name: str) -> Agent:
    """The agent registered under a name.

    Raises:
        UnknownName: If there is none; suggests the nearest.
        InvalidInput: If its package cannot be loaded or registers something else than an `Agent`.
    """
    found = list(entry_points(group=GROUP, name=name))
    if not found:
        raise UnknownName("agent", name, agent_names())
    point = found[0]
    try:
        agent = point.load()
    except Exception as error:
        raise InvalidInput([Problem(f"agent {name}", point.value, repr(error), "an importable module")]) from error
    if not isinstance(agent, Agent):
        raise InvalidInput([Problem(f"agent {name}", point.value, type(agent).__name__, "an Agent")])
    return agent

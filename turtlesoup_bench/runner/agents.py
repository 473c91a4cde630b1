"""Agents by name: whatever packages register under the entry point group ``turtlesoup_bench.agents``."""

from __future__ import annotations

from hashlib import sha256
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

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
    point = _entry_point(name)
    try:
        agent = point.load()
    except Exception as error:
        raise InvalidInput([Problem(f"agent {name}", point.value, repr(error), "an importable module")]) from error
    if not isinstance(agent, Agent):
        raise InvalidInput([Problem(f"agent {name}", point.value, type(agent).__name__, "an Agent")])
    return agent


def agent_version(name: str) -> str:
    """First 12 hex digits of the SHA-256 over the package that registers an agent: its code, prompts and settings.

    Raises:
        UnknownName: If there is no such agent.
    """
    module = import_module(_entry_point(name).module)
    file = Path(str(module.__file__))
    # A module that stands alone has whatever else is installed beside it.
    files = [file] if not module.__package__ else sorted(path for path in file.parent.rglob("*") if path.is_file())
    digest = sha256()
    for path in files:
        if path.suffix != ".pyc":
            digest.update(path.relative_to(file.parent).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def _entry_point(name: str) -> EntryPoint:
    points = list(entry_points(group=GROUP, name=name))
    if not points:
        raise UnknownName("agent", name, agent_names())
    return points[0]

"""What, besides its name and model, decides how an agent plays."""

from __future__ import annotations

from hashlib import sha256
from importlib import import_module
from pathlib import Path

from turtlesoup_bench.games import Game
from turtlesoup_bench.games.registry import AGENTS, find_agent


def agent_version(name: str, game: Game) -> str:
    """What, besides its name and model, decides how an agent plays.

    First 12 hex digits of the SHA-256 over the package that registers it, with its code, prompts and settings, and over
    the game's own prompts for players; or what the agent itself says.

    Raises:
        UnknownName: If there is no such agent.
    """
    agent = find_agent(name)
    if agent.version is not None:
        return agent.version()
    module = import_module(AGENTS.entry_point(name).module)
    file = Path(str(module.__file__))
    # A module that stands alone has whatever else is installed beside it.
    files = [file] if not module.__package__ else sorted(path for path in file.parent.rglob("*") if path.is_file())
    digest = sha256("".join(prompts.version for prompts in game.prompts).encode())
    for path in files:
        if path.suffix != ".pyc":
            digest.update(path.relative_to(file.parent).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]

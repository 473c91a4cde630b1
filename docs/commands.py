"""Writes docs/commands.md from the command line's own help: ``python docs/commands.py``; a test checks it is fresh."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from typer.main import get_command

from turtlesoup_bench.cli import app

PAGE = Path(__file__).with_name("commands.md")


def commands(group: Any, path: str = "turtlesoup") -> Iterator[tuple[str, Any]]:
    """Every command with its full name, depth first."""
    for name, command in group.commands.items():
        is_group = hasattr(command, "commands")
        if not is_group or command.invoke_without_command:
            yield f"{path} {name}", command
        if is_group:
            yield from commands(command, f"{path} {name}")


def page() -> str:
    """Text of the page."""
    parts = ["# Commands\n\nGenerated from the help texts by `python docs/commands.py`.\n"]
    for path, command in commands(get_command(app)):
        context = command.make_context(path, [], resilient_parsing=True, terminal_width=80)
        parts.append(f"## `{path}`\n\n```text\n{command.get_help(context)}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

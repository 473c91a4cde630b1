"""A person in a seat, at the terminal, by the words in which a chat model plays it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING

from turtlesoup_bench.games import Agent, ChatForm, Move, Observation, Unreadable
from turtlesoup_bench.games.match import merged

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession


@dataclass
class Person:
    """Whoever sits at the terminal, in one seat.

    Attributes:
        forms: Of the seat's role.
    """

    forms: Sequence[ChatForm]
    _greeted: set[int] = field(default_factory=set)

    async def act(self, observation: Observation) -> Move:
        """See `turtlesoup_bench.games.Player.act`; raises KeyboardInterrupt where the input ends."""
        return Move(merged([await self._decide(place, form, observation) for place, form in enumerate(self.forms)]))

    async def _decide(self, place: int, form: ChatForm, observation: Observation) -> object:
        if place not in self._greeted:
            say(form.system(observation))
            self._greeted.add(place)
        while True:
            parts = form.tell(observation)
            say("")
            for part in parts:
                say(part.content if part.media_type.startswith("text/") else f"[{part.media_type}]")
            reading = await _read(form, observation)
            if not isinstance(reading, Unreadable):
                return reading
            observation = replace(observation, complaint=reading.complaint)


async def _read(form: ChatForm, observation: Observation) -> object:
    """What is typed: as many lines as it takes until they can be read; an empty one gives up."""
    lines: list[str] = []
    while True:
        line = await typed("> ")
        lines.append(line)
        reading = form.read("\n".join(lines), observation)
        if not isinstance(reading, Unreadable) or not line.strip():
            return reading


def say(text: str) -> None:
    """Prints a text, in a terminal without parting words at the ends of its lines."""
    from rich.console import Console

    console = Console(markup=False, emoji=False, highlight=False)
    console.print(text, soft_wrap=not console.is_terminal)


async def typed(prompt: str) -> str:
    """A line from whoever sits at the terminal, with history, and with characters of any width.

    Raises:
        KeyboardInterrupt: If the input ends: whoever sat there has left, which is not a move.
    """
    try:
        if not sys.stdin.isatty():
            # Nothing else is done meanwhile.
            return input(prompt)  # noqa: ASYNC250
        return await _prompts().prompt_async(prompt)
    except EOFError:
        raise KeyboardInterrupt from None


@cache
def _prompts() -> PromptSession[str]:
    """One for all lines, since it remembers them."""
    from prompt_toolkit import PromptSession

    return PromptSession()


person = Agent(
    create=lambda seat: Person(seat.game.forms(seat.role, seat.language)), needs_model=False, takes_model=False
)

"""What a questioner is, and all that it may see."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from turtlesoup_bench.games.turtle_soup.answers import Verdict, shown_text
from turtlesoup_bench.games.turtle_soup.records import BeliefState


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question and what the player was shown of its answer.

    Attributes:
        number: Turn, from 1.
        question: As asked.
        verdict: ``yes``, ``no``, ``unknown``, ``partly``, or None where the answer was withheld.
        is_key_clue: Whether the question was flagged as touching a key clue.
    """

    number: int
    question: str
    verdict: Verdict | None
    is_key_clue: bool

    def reply(self, language: str) -> str:
        """The answer as a player reads it, such as ``Yes <Key Clue>``."""
        return shown_text(self.verdict, self.is_key_clue, language)


@dataclass(frozen=True)
class View:
    """What a player may see of a game. It holds no bottom, so no questioner can reach one.

    Attributes:
        surface: The scene.
        language: ``en`` or ``zh``.
        exchanges: The interaction history, oldest first.
        turns_left: Questions that may still be asked, this one included.
        clues: Key clues told in advance; empty except for agents whose ``clues`` is ``given``.
        partly: Whether the host may answer Partly.
    """

    surface: str
    language: str
    exchanges: tuple[Exchange, ...]
    turns_left: int
    clues: tuple[str, ...] = ()
    partly: bool = False

    @cached_property
    def key_clue_records(self) -> tuple[Exchange, ...]:
        """The flagged part of the history."""
        return tuple(exchange for exchange in self.exchanges if exchange.is_key_clue)


@dataclass(frozen=True, slots=True)
class Question:
    """A questioner's move.

    Attributes:
        text: One yes/no question in the puzzle's language, of 1 to 1,000 characters.
        trace: Its working, as plain JSON of at most 200,000 characters, kept in the episode record for whoever reads it
            later.
    """

    text: str
    trace: dict[str, Any] = field(default_factory=dict)


class Questioner(Protocol):
    """Plays the solver in one episode.

    Both methods may raise `ProtocolBroken` (the episode is aborted) and let provider errors through. Any other error
    that they raise, and a move of another type or size, aborts the episode too; see ``guard.py``, ``players.py`` and
    ``rules.py``.
    """

    async def ask(self, view: View) -> Question | None:
        """The next question, or None to stop asking before the turns run out."""
        ...

    async def conclude(self, view: View) -> BeliefState:
        """The prediction, once no more questions are asked."""
        ...

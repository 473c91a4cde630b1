"""What a questioner is, and all that it may see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, Protocol

from turtlesoup_bench.games.turtle_soup.answers import Verdict, shown_text
from turtlesoup_bench.models import ModelClient
from turtlesoup_bench.records import BeliefState


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question and what the player was shown of its answer.

    Attributes:
        number: Turn, from 1.
        question: As asked.
        verdict: ``yes``, ``no``, ``unknown``, or None where the answer was withheld.
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
    """

    surface: str
    language: str
    exchanges: tuple[Exchange, ...]
    turns_left: int
    clues: tuple[str, ...] = ()

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


@dataclass(frozen=True, slots=True)
class Seat:
    """What a questioner is given when it sits down to an episode.

    Attributes:
        language: Language of the puzzle.
        seed: Seed of the episode.
        model: Client for its own model calls; None for an agent with ``needs_model`` False.
    """

    language: str
    seed: int
    model: ModelClient | None

    @property
    def client(self) -> ModelClient:
        """The client, for agents that need one."""
        if self.model is None:
            raise TypeError("this agent needs a model")
        return self.model


@dataclass(frozen=True, slots=True)
class Agent:
    """A kind of questioner, as registered under the entry point group ``turtlesoup_bench.agents``.

    Attributes:
        create: Makes the questioner of one episode.
        needs_model: Whether it cannot play without a model.
        takes_model: Whether it calls one where it is given one.
        asks: False for agents that predict without a question.
        clues: ``earned``: the responder flags key clues; ``none``: it never does; ``given``: all are told at the start.
    """

    create: Callable[[Seat], Questioner]
    needs_model: bool = True
    takes_model: bool = True
    asks: bool = True
    clues: Literal["earned", "none", "given"] = "earned"

"""The responder: knows the bottom, answers questions and flags key clues."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import Answer
from turtlesoup_bench.models import Ledger

if TYPE_CHECKING:
    from turtlesoup_bench.models.client import ClientPool

EMBEDDED = "embedded"


class Responder(Protocol):
    """Answers a player's questions."""

    @property
    def id(self) -> str:
        """``embedded``, or the model's name."""
        ...

    @property
    def prompt_version(self) -> str | None:
        """What besides its id decides its answers; see `responder_version`."""
        ...

    def seated(self, ledger: Ledger, seed: int) -> Responder:
        """The same responder, booking its calls to one episode."""
        ...

    async def answer(self, question: str, puzzle: Puzzle, *, partly: bool = False) -> Answer:
        """Answers one question; a question that trips the responder has an answer too, with its ``fault``.

        Args:
            question: As asked; it is all that the responder knows of the game.
            puzzle: Puzzle it is about.
            partly: Whether Partly is an answer of the game.

        Raises:
            ProviderError: If a model cannot be reached, or rejects the request.
        """
        ...


def responder_version(name: str) -> str:
    """What besides its name decides the answers of a responder in this version of the package."""
    if name == EMBEDDED:
        from turtlesoup_bench.games.turtle_soup.responder.embedded import VERSION

        return VERSION
    from turtlesoup_bench.games.turtle_soup.responder.model import PROMPTS

    return PROMPTS.version


def make_responder(name: str, pool: ClientPool) -> Responder:
    """The responder of a name: ``embedded``, or a model."""
    if name == EMBEDDED:
        from turtlesoup_bench.games.turtle_soup.responder.embedded import EmbeddedResponder

        return EmbeddedResponder()
    from turtlesoup_bench.games.turtle_soup.responder.model import ModelResponder

    return ModelResponder(pool.client(name))

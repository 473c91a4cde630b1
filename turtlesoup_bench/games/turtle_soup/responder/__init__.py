"""The responder: knows the bottom, answers questions and flags key clues."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from turtlesoup_bench.models import Ledger
from turtlesoup_bench.puzzles import Puzzle
from turtlesoup_bench.records import Answer

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
        """Hash of its prompts; None if it has none."""
        ...

    def seated(self, ledger: Ledger, seed: int) -> Responder:
        """The same responder, booking its calls to one episode."""
        ...

    async def answer(self, question: str, puzzle: Puzzle) -> Answer:
        """Answers one question; a question that trips the responder has an answer too, with its ``fault``.

        Raises:
            ProviderError: If a model cannot be reached, or rejects the request.
        """
        ...


def make_responder(name: str, pool: ClientPool) -> Responder:
    """The responder of a name: ``embedded``, or a model."""
    from turtlesoup_bench.games.turtle_soup.responder.embedded import EmbeddedResponder
    from turtlesoup_bench.games.turtle_soup.responder.model import ModelResponder

    return EmbeddedResponder() if name == EMBEDDED else ModelResponder(pool.client(name))

"""The model-backed responder: two independent calls a question, at the same time."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from turtlesoup_bench.games.turtle_soup.answers import read_key_clue, read_verdict
from turtlesoup_bench.models import Ledger, MeteredClient, ModelClient
from turtlesoup_bench.models.structured import ask_readable
from turtlesoup_bench.prompts import PromptSet
from turtlesoup_bench.puzzles import Puzzle
from turtlesoup_bench.records import Answer

PROMPTS = PromptSet("responder", Path(__file__).parents[1] / "prompts")


@dataclass(frozen=True)
class ModelResponder:
    """Answers with a language model.

    Attributes:
        client: The model.
    """

    client: ModelClient

    @property
    def id(self) -> str:
        """The model's name."""
        return self.client.model

    @property
    def prompt_version(self) -> str | None:
        """Hash of the two prompts."""
        return PROMPTS.version

    def seated(self, ledger: Ledger, seed: int) -> ModelResponder:
        """See `Responder.seated`."""
        return ModelResponder(MeteredClient(self.client, "responder", ledger, seed))

    async def answer(self, question: str, puzzle: Puzzle) -> Answer:
        """See `Responder.answer`; PROTOCOL section 3 of docs/protocol.md has the rules of the answers."""
        language = puzzle.language
        values = {"surface": puzzle.surface, "bottom": puzzle.bottom, "clues": puzzle.key_clues, "question": question}
        verdict, (is_key_clue, clue) = await asyncio.gather(
            ask_readable(self.client, PROMPTS.render("answer", language, **values), read_verdict, language),
            ask_readable(self.client, PROMPTS.render("key_clue", language, **values), read_key_clue, language),
        )
        # A number beyond the library names no clue; the flag itself stands.
        return Answer(verdict, is_key_clue, clue if clue and clue <= len(puzzle.key_clues) else None)

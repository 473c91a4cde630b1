"""The model-backed responder: two independent calls a question, at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from turtlesoup_bench.errors import MalformedReply, RefusedError
from turtlesoup_bench.games.turtle_soup.answers import Verdict, read_key_clue, read_verdict
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import HOST, Answer, Fault
from turtlesoup_bench.models import Ledger, MeteredClient, ModelClient
from turtlesoup_bench.models.structured import ask_readable
from turtlesoup_bench.prompts import PromptSet

T = TypeVar("T")
PROMPTS = PromptSet("responder", Path(__file__).parents[1] / "prompts")
_NO_VERDICT: Verdict = "unknown"
_NO_FLAG: tuple[bool, int | None] = (False, None)


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
        return ModelResponder(MeteredClient(self.client, HOST, ledger, seed))

    async def answer(self, question: str, puzzle: Puzzle, *, partly: bool = False) -> Answer:
        """See `Responder.answer`; PROTOCOL section 3 of docs/protocol.md has the rules of the answers."""
        try:
            async with asyncio.TaskGroup() as calls:
                answer = calls.create_task(
                    self._judge("answer", partial(read_verdict, partly=partly), _NO_VERDICT, question, puzzle, partly)
                )
                flag = calls.create_task(self._judge("key_clue", read_key_clue, _NO_FLAG, question, puzzle, partly))
        except ExceptionGroup as errors:
            raise errors.exceptions[0] from None
        (verdict, fault), ((is_key_clue, clue), flag_fault) = answer.result(), flag.result()
        # A number beyond the library names no clue; the flag itself stands.
        clue = clue if clue and clue <= len(puzzle.key_clues) else None
        return Answer(verdict, is_key_clue, clue, fault or flag_fault)

    async def _judge(
        self, prompt: str, read: Callable[[str], T], default: T, question: str, puzzle: Puzzle, partly: bool
    ) -> tuple[T, Fault | None]:
        """One of the two judgements, or its default and why the model did not give it."""
        messages = PROMPTS.render(
            prompt,
            puzzle.language,
            surface=puzzle.surface,
            bottom=puzzle.bottom,
            clues=puzzle.key_clues,
            question=question,
            partly=partly,
        )
        try:
            return await ask_readable(self.client, messages, read, puzzle.language), None
        except RefusedError:
            return default, "refused"
        except MalformedReply:
            return default, "unreadable"

"""Word guess in words."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

from turtlesoup_bench.games import Observation, Unreadable
from turtlesoup_bench.games.chat import PromptForm
from turtlesoup_bench.games.multi_turn.tags import last_tagged
from turtlesoup_bench.games.multi_turn.word_guess.rules import TURNS
from turtlesoup_bench.prompts import Prompt, PromptSet

PROMPTS = PromptSet("word-guess", Path(__file__).with_name("prompts"))


class GuesserForm(PromptForm):
    """The guesser; the chat grows with each attempt, and a reminder is part of the prompt. In English alone."""

    is_stateless = False

    def read(self, reply: str, observation: Observation) -> Any | Unreadable:
        """The letters in the last ``attempt`` tag, in small letters and without what stands between them."""
        letters = re.findall("[a-z]", (last_tagged(reply, "attempt") or "").lower())
        return {"attempt": "".join(letters)} if letters else Unreadable("There is no attempt in the reply.")

    def example(self, observation: Observation, rng: Random) -> str:
        """Any word of the vocabulary."""
        return f"<attempt>{rng.choice(observation.events[0].data['words'])}</attempt>"

    def prompt(self, observation: Observation) -> Prompt:
        """See `turtlesoup_bench.games.chat.PromptForm.prompt`."""
        words = observation.events[0].data["words"]
        values = {"colours": observation.events[-1].data.get("colours"), "complaint": observation.complaint}
        return PROMPTS.prompt("guesser", "en", words=words, turns=TURNS, **values)

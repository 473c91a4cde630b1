"""Word guess in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from turtlesoup_bench.games import Observation, Part, Unreadable
from turtlesoup_bench.games.multi_turn.tags import last_tagged
from turtlesoup_bench.games.multi_turn.word_guess.rules import TURNS
from turtlesoup_bench.prompts import PromptSet

PROMPTS = PromptSet("word-guess", Path(__file__).with_name("prompts"))


class GuesserForm:
    """The guesser; the chat grows with each attempt. It is played in English alone."""

    is_stateless = False

    def system(self, observation: Observation) -> str:
        """The rules, and the form of the reply."""
        return self._messages(observation)[0]

    def tell(self, observation: Observation) -> Sequence[Part]:
        """The vocabulary, then the colours of each attempt; a reminder instead, if the last reply was not accepted."""
        return [Part(self._messages(observation)[1])]

    def read(self, reply: str, observation: Observation) -> Any | Unreadable:
        """The letters in the last ``attempt`` tag, in small letters and without what stands between them."""
        letters = re.findall("[a-z]", (last_tagged(reply, "attempt") or "").lower())
        return {"attempt": "".join(letters)} if letters else Unreadable("There is no attempt in the reply.")

    def example(self, observation: Observation, rng: Random) -> str:
        """Any word of the vocabulary."""
        return f"<attempt>{rng.choice(observation.events[0].data['words'])}</attempt>"

    def _messages(self, observation: Observation) -> tuple[str, str]:
        words = observation.events[0].data["words"]
        values = {"colours": observation.events[-1].data.get("colours"), "complaint": observation.complaint}
        system, user = PROMPTS.render("guesser", "en", words=words, turns=TURNS, **values)
        return system["content"], user["content"]

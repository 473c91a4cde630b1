"""Twenty questions in words."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

from turtlesoup_bench.games import Observation, Unreadable
from turtlesoup_bench.games.chat import GrowingForm
from turtlesoup_bench.prompts import Prompt, PromptSet

PROMPTS = PromptSet("twenty-questions", Path(__file__).with_name("prompts"))


class AnswererForm(GrowingForm):
    """The answerer; the chat grows with each question. It is played in English alone."""

    def read(self, reply: str, observation: Observation) -> Any | Unreadable:
        """Yes or no, as the first or the last word; any words that a word was picked."""
        words = re.findall(r"[a-z]+", reply.lower())
        if observation.phase == "pick":
            return {"ready": True} if words else Unreadable("Say that you have picked a word.")
        answers = {"yes", "no"} & {*words[:1], *words[-1:]}
        return {"answer": answers.pop()} if len(answers) == 1 else Unreadable("Answer yes or no.")

    def example(self, observation: Observation, rng: Random) -> str:
        """``ready``, then yes or no."""
        return "ready" if observation.phase == "pick" else rng.choice(("Yes.", "no"))

    def prompt(self, observation: Observation) -> Prompt:
        """See `turtlesoup_bench.games.chat.PromptForm.prompt`."""
        words = observation.events[0].data["words"] if observation.phase == "pick" else {}
        last = observation.events[-1].data
        values = {
            "words": [f"{word}: {', '.join(types)}" for word, types in words.items()],
            "turns": observation.view["turn"] + observation.view["turns_left"],
            "kind": last.get("kind"),
            "name": last.get("name"),
        }
        return PROMPTS.prompt("answerer", "en", phase=observation.phase, **values)

"""The game in words: what a chat model is told, and how its reply is read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

from turtlesoup_bench.games import Event, Observation, Part, Unreadable

SYSTEM = (
    "You are {seat}. You, {others} each have a picture; one of you has another picture than the other two. "
    "First each gives a hint at the own picture, in one line. Then each votes for who has the odd one. "
    "You win if it is found; if you have it yourself, you win if it is not."
)
ASK = {
    "hint": "This is your picture. Give a hint in one line.",
    "vote": "Who has the odd picture? Reply with one name.",
}


class PlayerForm:
    """A player; the chat grows with each move."""

    is_stateless = False

    def system(self, observation: Observation) -> str:
        """The rules."""
        return SYSTEM.format(seat=observation.seat, others=" and ".join(observation.view["others"]))

    def tell(self, observation: Observation) -> Sequence[Part]:
        """What is new, and the question; a complaint instead, if the last reply was not accepted."""
        if observation.complaint is not None:
            return [Part(observation.complaint)]
        return [*(part for event in observation.new for part in _shown(event)), Part(ASK[observation.phase])]

    def read(self, reply: str, observation: Observation) -> Any | Unreadable:
        """A hint is the first line, a vote the one name in it."""
        if observation.phase == "hint":
            lines = reply.split("\n")
            return {"hint": lines[0].strip()} if lines[0].strip() else Unreadable("The first line is empty.")
        names = set(re.findall(r"[a-z]+", reply.lower())) & {observation.seat, *observation.view["others"]}
        return {"vote": names.pop()} if len(names) == 1 else Unreadable("Reply with one name.")

    def example(self, observation: Observation, rng: Random) -> str:
        """A vague hint, or a vote for one of the others."""
        if observation.phase == "hint":
            return rng.choice(("It is bright.", "You see it every day."))
        return f"I vote for {rng.choice(observation.view['others'])}."


def _shown(event: Event) -> Sequence[Part]:
    return event.parts or [Part(f"{event.seat} hints: {event.data['hint']}")]

"""Turtle soup in words: how chat models are told to play the player and the host, and how their replies are read.

Both seats are stateless: each move begins a new chat. The host makes two calls for an answer, at the same time: one for
the verdict, which is told surface and bottom, and one for the key clue, which is told the key clues too. Neither is
told the other's reply, nor what was asked before.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from turtlesoup_bench.games import ChatForm, Observation, Part, Unreadable
from turtlesoup_bench.games.chat import PromptForm
from turtlesoup_bench.games.turtle_soup.answers import LABELS, TOUCHES, answers_of, read_key_clue, read_verdict
from turtlesoup_bench.games.turtle_soup.belief import read_belief
from turtlesoup_bench.games.turtle_soup.questioner import Exchange, View
from turtlesoup_bench.games.turtle_soup.questions import find_questions, says_enough
from turtlesoup_bench.games.turtle_soup.records import HOST
from turtlesoup_bench.games.turtle_soup.responder.model import PROMPTS as HOST_PROMPTS
from turtlesoup_bench.prompts import Prompt, PromptSet
from turtlesoup_bench.records import Json, to_json

PLAYER_PROMPTS = PromptSet("direct", Path(__file__).with_name("player_prompts"))
_COMPLAINT = {"en": "Your last reply was not accepted: {}", "zh": "你上一次的回复未被接受：{}"}
_QUESTIONS = {
    "en": ("Did somebody die?", "Is the number {} important?", "Did it happen at night?", "Was it an accident?"),
    "zh": ("有人死了吗？", "数字{}重要吗？", "事情发生在夜里吗？", "这是一场意外吗？"),
}


def chat_forms(role: str, language: str) -> Sequence[ChatForm]:
    """The one call of a player, or the two of a host."""
    return [AnswerForm(language), KeyClueForm(language)] if role == HOST else [PlayerForm(language)]


def view_of(observation: Observation, language: str) -> View:
    """What a player's observation shows, as the questioners of this game take it."""
    start = observation.events[0].data
    questions, exchanges = {}, []
    for event in observation.events:
        if event.kind == "question":
            questions[event.data["number"]] = event.data["question"]
        elif event.kind == "shown":
            number, verdict, is_key_clue = (event.data[name] for name in ("number", "verdict", "is_key_clue"))
            exchanges.append(Exchange(number, questions[number], verdict, is_key_clue))
    return View(
        start["surface"],
        language,
        tuple(exchanges),
        observation.view["turns_left"],
        tuple(start["clues"]),
        observation.view["partly"],
    )


def prompt_values(view: View) -> dict[str, object]:
    """The view as values of the player's prompts."""
    history = [{"question": e.question, "answer": e.reply(view.language)} for e in view.exchanges]
    values = {"surface": view.surface, "history": history, "clues": view.clues}
    return {**values, "turns_left": view.turns_left, "partly": view.partly}


@dataclass(frozen=True)
class _Form(PromptForm):
    """What the forms share.

    Attributes:
        language: ``en`` or ``zh``.
    """

    language: str

    is_stateless = True

    def tell(self, observation: Observation) -> Sequence[Part]:
        """The whole observation."""
        parts = [*super().tell(observation)]
        if observation.complaint is not None:
            parts.append(Part(_COMPLAINT[self.language].format(observation.complaint)))
        return parts


class PlayerForm(_Form):
    """A player that asks one question a call and concludes with a JSON object."""

    def prompt(self, observation: Observation) -> Prompt:
        """See `PromptForm.prompt`."""
        values = prompt_values(view_of(observation, self.language))
        return PLAYER_PROMPTS.prompt(observation.phase, self.language, **values)

    def read(self, reply: str, observation: Observation) -> Any | Unreadable:
        """The first question in the reply or that it asks nothing more, or the prediction."""
        if observation.phase == "ask":
            questions = find_questions(reply)
            if questions or says_enough(reply):
                return {"question": questions[0] if questions else None}
            return Unreadable("It holds no question.")
        return _readable(lambda: to_json(read_belief(reply)))

    def example(self, observation: Observation, rng: Random) -> str:
        """An opening question, or a short prediction."""
        if observation.phase == "ask":
            return rng.choice(_QUESTIONS[self.language]).format(rng.randrange(1_000))
        count = rng.randrange(4)
        return json.dumps({"logic": ["a"] * count, "details": ["b"] * count, "conclusion": "c"})


class _HostForm(_Form):
    task: str

    def prompt(self, observation: Observation) -> Prompt:
        """See `PromptForm.prompt`."""
        surface, story = (event.data for event in observation.events[:2])
        values = {"surface": surface["surface"], "bottom": story["bottom"], "clues": story["key_clues"]}
        return HOST_PROMPTS.prompt(self.task, self.language, **values, **observation.view)


class AnswerForm(_HostForm):
    """The host's call for Yes, No, Unknown or, where the game has it, Partly."""

    task = "answer"

    def read(self, reply: str, observation: Observation) -> Any | Unreadable:
        """The verdict."""
        return _readable(lambda: {"verdict": read_verdict(reply, partly=observation.view["partly"])})

    def example(self, observation: Observation, rng: Random) -> str:
        """One of the words."""
        return LABELS[self.language][rng.choice(answers_of(observation.view["partly"]))]


class KeyClueForm(_HostForm):
    """The host's call for the key clue."""

    task = "key_clue"

    def read(self, reply: str, observation: Observation) -> Any | Unreadable:
        """The flag and the clue; a number beyond the library names no clue, while the flag itself stands."""

        def read() -> Json:
            is_key_clue, clue = read_key_clue(reply)
            known = len(observation.events[1].data["key_clues"])
            return {"is_key_clue": is_key_clue, "clue": clue if clue and clue <= known else None}

        return _readable(read)

    def example(self, observation: Observation, rng: Random) -> str:
        """That it touches a clue, or that it does not."""
        touches, does_not = TOUCHES[self.language]
        return does_not if rng.random() < 0.5 else f"{touches} {rng.randrange(9)}"


def _readable(read: Callable[[], Json]) -> Json | Unreadable:
    try:
        return read()
    except ValueError as error:
        return Unreadable(f"It cannot be used: {error}.")

"""A question in words: what a chat model is shown, and how its answer is read."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from turtlesoup_bench.games import Observation, Part, Unreadable
from turtlesoup_bench.games.chat import GrowingForm
from turtlesoup_bench.games.murder_mystery.case_questions.rules import COMPLAINTS, LETTERS
from turtlesoup_bench.models.structured import read_object
from turtlesoup_bench.prompts import Prompt, PromptSet

PROMPTS = PromptSet("murder-mystery-questions", Path(__file__).with_name("prompts"))
_ABOVE = {"en": "Picture {number} ({kind}):", "zh": "图{number}（{kind}）："}
_LETTER = re.compile(r"\W*(?:option|choice|选项?)?\W*([a-d])(?:[\W_]*$|\s*[^\w\s'’])")
"""A letter at the start of an answer, as in ``(b)``, ``b. 22:20`` or ``option b``; ``a boat`` begins with none."""
_SAID = re.compile(r"(?:answer|option|choice|答案|选项|应选|选择|选)\W*(?:(?:is|would be|为|是)\W*)?([a-d])(?![a-z'’])")
"""A letter that a reply in prose gives as its answer."""


@dataclass(frozen=True)
class ReaderForm(GrowingForm):
    """The reader.

    Attributes:
        language: ``en`` or ``zh``.
    """

    language: str

    def read(self, reply: str, observation: Observation) -> Any | Unreadable:
        """The answer of the JSON object in a reply; without one, the reply itself.

        A letter may stand in words, the last one that is called the answer counting; an option may be quoted.
        """
        if observation.phase == "explain":
            answer = _answer(reply).strip()
            return {"answer": answer} if answer else Unreadable(COMPLAINTS[self.language]["text"])
        letter = letter_of(reply, _asked(observation)["options"])
        return {"answer": letter} if letter else Unreadable(COMPLAINTS[self.language]["letter"])

    def example(self, observation: Observation, rng: Random) -> str:
        """A letter drawn at random, or a sentence."""
        return json.dumps({"answer": rng.choice(LETTERS) if observation.phase == "choose" else "I cannot tell."})

    def prompt(self, observation: Observation) -> Prompt:
        """See `turtlesoup_bench.games.chat.PromptForm.prompt`."""
        case = next(event.data for event in observation.events if event.kind == "case")
        pictures = [event.data for event in observation.events if event.kind == "picture"]
        return PROMPTS.prompt(
            "reader",
            self.language,
            case=[case["title"], case["opening"], *case["clues"]],
            people=[f"{person['name']}: {person['about']}" for person in case["people"]],
            script=[case["script"]["name"], case["script"]["text"]] if case["script"] else None,
            told=[f"{_ABOVE[self.language].format(**one)}\n{one['text']}" for one in pictures if "text" in one],
            question=_asked(observation)["question"],
            options=dict(zip(LETTERS, _asked(observation)["options"], strict=False)),
        )

    def tell(self, observation: Observation) -> Sequence[Part]:
        """The pictures, each under its number, then the text."""
        events = [] if observation.complaint else [event for event in observation.events if event.parts]
        shown = [part for event in events for part in (Part(_ABOVE[self.language].format(**event.data)), *event.parts)]
        return [*shown, *super().tell(observation)]


def _asked(observation: Observation) -> Any:
    return next(event.data for event in observation.events if event.kind == "question")


def _answer(reply: str) -> str:
    """The answer of the JSON object in a reply; without one, the reply."""
    try:
        values = {str(name).casefold(): value for name, value in read_object(reply).items()}
    except ValueError:
        return reply
    return str(values.get("answer", ""))


def letter_of(reply: str, options: Sequence[str]) -> str | None:
    """The letter that a reply gives as its answer; None if none can be read."""
    answer = _plain(_answer(reply))
    quoted = [letter for letter, option in zip(LETTERS, options, strict=True) if _plain(option) == answer]
    if quoted:
        return quoted[0]
    said = _SAID.findall(answer)
    start = _LETTER.match(answer)
    return said[-1] if said else start[1] if start else None


def _plain(text: str) -> str:
    """In small letters, characters in their usual width, without blanks or full stops at the ends."""
    return unicodedata.normalize("NFKC", text).casefold().strip(" \n\t.。*\"'")

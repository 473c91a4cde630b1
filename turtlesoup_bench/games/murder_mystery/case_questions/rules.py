"""The rules of a question: what is shown, and one answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from turtlesoup_bench.games import Decision, Ending, Event, Move, Part, Setup
from turtlesoup_bench.games.murder_mystery.case_questions.instances import READER
from turtlesoup_bench.games.murder_mystery.clues import CAPTIONS
from turtlesoup_bench.games.murder_mystery.media import picture_of
from turtlesoup_bench.games.murder_mystery.rules import OPTIONS as CASE_OPTIONS
from turtlesoup_bench.records import Json

LETTERS = ("a", "b", "c", "d")
LONGEST_ANSWER = 6_000
"""Characters of an open answer."""
OPTIONS: dict[str, Json] = {"images": CASE_OPTIONS["images"]}
COMPLAINTS = {
    "en": {
        "letter": 'Answer with the letter of one option: {"answer": "a"}.',
        "text": 'Answer in at most 6,000 characters: {"answer": "..."}.',
    },
    "zh": {
        "letter": '请回答一个选项的字母：{"answer": "a"}。',
        "text": '请作答，不超过 6000 字符：{"answer": "……"}。',
    },
}


@dataclass(frozen=True, slots=True)
class State:
    """Where it stands: what was fixed before, and how it ended."""

    setup: Setup
    ending: Ending | None = None

    @property
    def is_open(self) -> bool:
        """Whether the question has no options."""
        return not self.setup.instance.data["options"]


class CaseQuestion:
    """See the package; the methods are those of `turtlesoup_bench.games.Rules`."""

    def start(self, setup: Setup) -> tuple[State, list[Event]]:
        """The case as far as it is shown, each picture, and the question."""
        data = setup.instance.data
        case = {name: data["case"][name] for name in ("title", "opening", "people", "clues")}
        pictures = [_picture(setup, number, picture) for number, picture in enumerate(data["pictures"], 1)]
        question = Event("question", {"question": data["question"], "options": data["options"]})
        return State(setup), [Event("case", {**case, "script": data["script"]}), *pictures, question]

    def waiting(self, state: State) -> Mapping[str, Decision]:
        """The reader, until it has answered."""
        if state.ending is not None:
            return {}
        answer: Json = {"type": "string", "minLength": 1, "maxLength": LONGEST_ANSWER, "pattern": "\\S"}
        accepts: Json = {
            "type": "object",
            "properties": {"answer": answer if state.is_open else {"enum": list(LETTERS)}},
            "required": ["answer"],
            "additionalProperties": False,
        }
        return {READER: Decision("explain" if state.is_open else "choose", accepts)}

    def refuse(self, state: State, seat: str, action: Any) -> str | None:
        """Anything but a letter, or, where there are no options, a text."""
        answer = action.get("answer") if isinstance(action, dict) and set(action) == {"answer"} else None
        complaints = COMPLAINTS[state.setup.instance.language]
        if state.is_open:
            is_text = isinstance(answer, str) and answer.strip() and len(answer) <= LONGEST_ANSWER
            return None if is_text else complaints["text"]
        return None if isinstance(answer, str) and answer in LETTERS else complaints["letter"]

    def apply(self, state: State, moves: Mapping[str, Move]) -> tuple[State, list[Event]]:
        """The end; a forfeited move is no answer, which is wrong."""
        move = moves[READER]
        answer = None if move.forfeit is not None else move.action["answer"]
        events = [] if answer is None else [Event("answer", {"answer": answer}, seat=READER)]
        return replace(state, ending=Ending("passed" if answer is None else "answered", {"answer": answer})), events

    def ending(self, state: State) -> Ending | None:
        """``answered``, or ``passed``, with the ``answer``."""
        return state.ending


def _picture(setup: Setup, number: int, picture: Json) -> Event:
    shown = {"number": number, "kind": picture["kind"]}
    if setup.options["images"] == CAPTIONS:
        return Event("picture", {**shown, "text": picture["text"]})
    digest, media_type = picture_of(setup.instance.data["case"]["id"], picture["clue"], setup.instance.language)
    return Event("picture", shown, parts=(Part(digest, media_type),))

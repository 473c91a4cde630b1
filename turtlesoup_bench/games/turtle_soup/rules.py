"""The rules of turtle soup, a step at a time.

The player asks, the host answers, and the player is shown the answer as far as the feedback allows; when it stops or
its turns run out, it concludes. The two seats never wait at the same time.

- A player that makes no legal move within its allowance is aborted.
- A host that makes none has said Unknown, without a key clue, and the answer carries the fault: a question that no host
  answers gains nothing and costs a turn.

Events: ``surface`` (the scene, and the clues that the player is told at the start), ``story`` (for the host),
``question``, ``answer`` (as the host gave it; only recorded) and ``shown`` (what the player sees of it).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from turtlesoup_bench.games import Decision, Ending, Event, Forfeit, Move, Setup
from turtlesoup_bench.games.turtle_soup.answers import answers_of
from turtlesoup_bench.games.turtle_soup.feedback import Feedback
from turtlesoup_bench.games.turtle_soup.questions import MAX_QUESTION_CHARACTERS
from turtlesoup_bench.games.turtle_soup.records import HOST, PLAYER, Answer
from turtlesoup_bench.records import Json, to_json

MAX_STATEMENTS, MAX_PREDICTION_CHARACTERS = 1_000, 200_000
"""Statements in each list, and characters in all: far more than is scored, so that no honest prediction is too long."""
OPTIONS: dict[str, Json] = {
    "answers": {
        "enum": [3, 4],
        "default": 3,
        "description": "Answers that the host has: Yes, No, Unknown, and with 4 also Partly.",
    },
    "max_turns": {"type": "integer", "minimum": 0, "default": 30, "description": "Questions that may be asked."},
    "feedback": {
        "type": "string",
        "pattern": r"^(full|no-clues|(noisy|silent):(0?\.\d+|[01]))$",
        "default": "full",
        "description": "What the player is shown of the answers: full, no-clues, noisy:<share> or silent:<share>.",
    },
}
_STATEMENTS = {"type": "array", "maxItems": MAX_STATEMENTS, "items": {"type": "string"}}
ACCEPTS: dict[str, Json] = {
    "ask": {
        "type": "object",
        "description": "One yes/no question; null to stop asking.",
        "properties": {
            "question": {
                "type": ["string", "null"],
                "minLength": 1,
                "maxLength": MAX_QUESTION_CHARACTERS,
                "pattern": r"\S",
            }
        },
        "required": ["question"],
        "additionalProperties": False,
    },
    "answer": {
        "type": "object",
        "description": "The answer, and which key clue the question touches, numbered from 1; null for the core cause.",
        "properties": {
            "verdict": {"enum": ["yes", "no", "unknown", "partly"]},
            "is_key_clue": {"type": "boolean"},
            "clue": {"type": ["integer", "null"], "minimum": 1},
            "fault": {"enum": ["refused", "unreadable", None]},
        },
        "required": ["verdict", "is_key_clue", "clue"],
        "additionalProperties": False,
    },
    "conclude": {
        "type": "object",
        "description": f"What happened, in at most {MAX_PREDICTION_CHARACTERS} characters in all.",
        "properties": {
            "logic": _STATEMENTS,
            "details": _STATEMENTS,
            "conclusion": {"type": "string", "maxLength": MAX_PREDICTION_CHARACTERS},
        },
        "required": ["logic", "details", "conclusion"],
        "additionalProperties": False,
    },
}


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands.

    Attributes:
        setup: What was fixed before. The player may be granted ``clues`` (``earned``, the default; ``none``; ``given``)
            and ``asks`` (False: it asks nothing).
        feedback: As the options say it.
        phase: What is decided next.
        turns_left: Questions that may still be asked.
        number: Of the last question, from 1.
        question: The last question.
        ending: How it ended.
    """

    setup: Setup
    feedback: Feedback
    phase: Literal["ask", "answer", "conclude"]
    turns_left: int
    number: int = 0
    question: str = ""
    ending: Ending | None = None

    @property
    def partly(self) -> bool:
        """Whether Partly is an answer."""
        return self.setup.options.get("answers") == 4  # games of protocol 2 had no such option


class TurtleSoup:
    """See the module; the methods are those of `turtlesoup_bench.games.Rules`."""

    def start(self, setup: Setup) -> tuple[State, list[Event]]:
        """The surface for both, the story for the host."""
        data, grants = setup.instance.data, setup.grants.get(PLAYER, {})
        turns = setup.options["max_turns"] if grants.get("asks", True) else 0
        clues = data["key_clues"] if _clues(setup) == "given" else []
        state = State(setup, Feedback.parse(setup.options["feedback"]), "ask" if turns else "conclude", turns)
        return state, [
            Event("surface", {"surface": data["surface"], "clues": clues}),
            Event("story", {"bottom": data["bottom"], "key_clues": data["key_clues"]}, to=(HOST,)),
        ]

    def waiting(self, state: State) -> Mapping[str, Decision]:
        """The host after a question, else the player."""
        if state.ending is not None:
            return {}
        accepts = ACCEPTS[state.phase]
        if state.phase == "answer":
            asked = {"number": state.number, "question": state.question, "partly": state.partly}
            return {HOST: Decision("answer", accepts, asked)}
        return {PLAYER: Decision(state.phase, accepts, {"turns_left": state.turns_left, "partly": state.partly})}

    def refuse(self, state: State, seat: str, action: Any) -> str | None:
        """A question of wrong length, an answer with a clue that is not there, a prediction of wrong form."""
        if not isinstance(action, dict):
            return "The action must be a JSON object."
        if state.phase == "ask":
            return _refuse_question(action)
        if state.phase == "answer":
            return _refuse_answer(action, len(state.setup.instance.data["key_clues"]), answers_of(state.partly))
        return _refuse_prediction(action)

    def apply(self, state: State, moves: Mapping[str, Move]) -> tuple[State, list[Event]]:
        """The next question, its answer, or the end."""
        ((seat, move),) = moves.items()
        if seat == HOST:
            return _answered(state, move)
        if move.forfeit is not None:
            return replace(state, ending=_aborted(move.forfeit)), []
        if state.phase == "conclude":
            return replace(state, ending=Ending("concluded", {"prediction": move.action})), []
        question = move.action["question"]
        if question is None:
            return replace(state, phase="conclude"), []
        number = state.number + 1
        after = replace(state, phase="answer", turns_left=state.turns_left - 1, number=number, question=question)
        return after, [Event("question", {"number": number, "question": question}, seat=PLAYER)]

    def ending(self, state: State) -> Ending | None:
        """The prediction, or the reason for which the player was aborted."""
        return state.ending


def _answered(state: State, move: Move) -> tuple[State, list[Event]]:
    if move.forfeit is None:
        answer = Answer(**move.action)
    else:
        answer = Answer("unknown", fault="refused" if move.forfeit.cause == "refused" else "unreadable")
    setup, number = state.setup, state.number
    shown = state.feedback.show(answer, setup.instance.id, setup.seed, number)
    if _clues(setup) != "earned":
        shown = replace(shown, is_key_clue=False)
    after = replace(state, phase="ask" if state.turns_left else "conclude")
    return after, [
        Event("answer", {"number": number, **to_json(answer)}, seat=HOST, to=()),
        Event("shown", {"number": number, **to_json(shown)}, seat=HOST, to=(PLAYER,)),
    ]


def _aborted(forfeit: Forfeit) -> Ending:
    return Ending("aborted", {"reason": forfeit.reason, "replies": list(forfeit.replies)}, aborted=(PLAYER,))


def _clues(setup: Setup) -> str:
    return str(setup.grants.get(PLAYER, {}).get("clues", "earned"))


def _refuse_question(action: Json) -> str | None:
    question = action.get("question")
    if set(action) != {"question"} or not isinstance(question, str | None):
        return 'The action must be {"question": "..."}, or {"question": null} to stop.'
    if question is None:
        return None
    length = len(question) if question.strip() else 0
    if not 1 <= length <= MAX_QUESTION_CHARACTERS:
        return f"The question has {length} characters, not 1 to {MAX_QUESTION_CHARACTERS}."
    return None


def _refuse_answer(action: Json, clues: int, answers: Sequence[str]) -> str | None:
    if not {"verdict", "is_key_clue", "clue"} <= set(action) <= {"verdict", "is_key_clue", "clue", "fault"}:
        return 'The action must have "verdict", "is_key_clue" and "clue", and may have "fault".'
    if action["verdict"] not in answers:
        return f'"verdict" must be one of {", ".join(answers)}.'
    if not isinstance(action["is_key_clue"], bool):
        return '"is_key_clue" must be true or false.'
    clue = action["clue"]
    if clue is not None and (not isinstance(clue, int) or isinstance(clue, bool) or not 1 <= clue <= clues):
        return f'"clue" must be null or a number from 1 to {clues}.'
    if action.get("fault") not in (None, "refused", "unreadable"):
        return '"fault" must be refused, unreadable or null.'
    return None


def _refuse_prediction(action: Json) -> str | None:
    if set(action) != {"logic", "details", "conclusion"}:
        return 'The action must have "logic", "details" and "conclusion", and nothing else.'
    for name in ("logic", "details"):
        statements = action[name]
        if not isinstance(statements, list) or not all(isinstance(text, str) for text in statements):
            return f'"{name}" must be a list of texts.'
        if len(statements) > MAX_STATEMENTS:
            return f'"{name}" has {len(statements)} statements, more than {MAX_STATEMENTS}.'
    if not isinstance(action["conclusion"], str):
        return '"conclusion" must be a text.'
    length = sum(map(len, (*action["logic"], *action["details"], action["conclusion"])))
    if length > MAX_PREDICTION_CHARACTERS:
        return f"The prediction has {length} characters, more than {MAX_PREDICTION_CHARACTERS}."
    return None

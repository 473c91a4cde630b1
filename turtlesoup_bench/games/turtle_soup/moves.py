"""What an agent hands in, checked before it counts: nothing that a record may not hold gets into a game."""

from __future__ import annotations

import json
from typing import Any

from turtlesoup_bench.errors import ProtocolBroken
from turtlesoup_bench.games.turtle_soup.questioner import Question
from turtlesoup_bench.games.turtle_soup.questions import MAX_QUESTION_CHARACTERS
from turtlesoup_bench.records import BeliefState, Json, to_json

MAX_TRACE_CHARACTERS, MAX_TRACE_DEPTH = 200_000, 50
MAX_STATEMENTS, MAX_PREDICTION_CHARACTERS = 1000, 200_000
"""Statements in each list, and characters in all: far more than is scored, so that no honest prediction is too long."""


def read_question(move: object) -> Question | None:
    """The question, with its trace as plain JSON, or None to stop asking.

    Raises:
        ProtocolBroken: If the move is neither.
    """
    if move is None:
        return None
    if not isinstance(move, Question):
        raise ProtocolBroken(f"the agent asked with a value of type {_type(move)}, not with a Question")
    if not isinstance(move.text, str):
        raise ProtocolBroken(f"the agent's question is of type {_type(move.text)}, not a text")
    length = len(move.text) if move.text.strip() else 0
    if not 1 <= length <= MAX_QUESTION_CHARACTERS:
        raise ProtocolBroken(f"the agent's question has {length} characters, not 1 to {MAX_QUESTION_CHARACTERS}")
    return Question(move.text, _plain(move.trace))


def read_prediction(move: object) -> BeliefState:
    """The prediction.

    Raises:
        ProtocolBroken: If the move is none.
    """
    if not isinstance(move, BeliefState):
        raise ProtocolBroken(f"the agent concluded with a value of type {_type(move)}, not with a BeliefState")
    for name, statements in (("logic", move.logic), ("details", move.details)):
        if not isinstance(statements, list | tuple) or not all(isinstance(one, str) for one in statements):
            raise ProtocolBroken(f"the {name} of the agent's prediction is of type {_type(statements)}, not of texts")
        if len(statements) > MAX_STATEMENTS:
            raise ProtocolBroken(
                f"the {name} of the agent's prediction has {len(statements)} statements, more than {MAX_STATEMENTS}"
            )
    if not isinstance(move.conclusion, str):
        raise ProtocolBroken(
            f"the conclusion of the agent's prediction is of type {_type(move.conclusion)}, not a text"
        )
    length = sum(map(len, (*move.logic, *move.details, move.conclusion)))
    if length > MAX_PREDICTION_CHARACTERS:
        raise ProtocolBroken(f"the agent's prediction has {length} characters, more than {MAX_PREDICTION_CHARACTERS}")
    return BeliefState(tuple(move.logic), tuple(move.details), move.conclusion)


def _plain(trace: object) -> Json:
    """A copy of a trace, as a reader of the record will have it."""
    try:
        text = json.dumps(to_json(trace), allow_nan=False)
        plain = json.loads(text)
        depth = _depth(plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise ProtocolBroken(f"the trace of the agent's question is not plain JSON ({error})") from error
    if not isinstance(plain, dict):
        raise ProtocolBroken(f"the trace of the agent's question is of type {_type(plain)}, not an object")
    if len(text) > MAX_TRACE_CHARACTERS or depth > MAX_TRACE_DEPTH:
        raise ProtocolBroken(
            f"the trace of the agent's question has {len(text)} characters in {depth} levels, more than "
            f"{MAX_TRACE_CHARACTERS} or {MAX_TRACE_DEPTH}"
        )
    return plain


def _depth(value: Any) -> int:
    if not isinstance(value, dict | list):
        return 0
    return 1 + max(map(_depth, value.values() if isinstance(value, dict) else value), default=0)


def _type(value: object) -> str:
    return type(value).__name__

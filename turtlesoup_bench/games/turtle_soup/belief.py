"""Belief states in replies: how a player asks for a prediction is its own, what it looks like is the same for all."""

from __future__ import annotations

from turtlesoup_bench.games.turtle_soup.records import BeliefState
from turtlesoup_bench.models.structured import read_object, read_strings


def read_belief(reply: str) -> BeliefState:
    """Reads a belief state from a reply with one JSON object.

    Raises:
        ValueError: If a part is missing, the conclusion is empty, or one is of the wrong type.
    """
    record = read_object(reply)
    conclusion = record.get("conclusion")
    if not isinstance(conclusion, str) or not conclusion.strip():
        raise ValueError('"conclusion" must be a text')
    logic, details = (read_strings(record.get(name), name) for name in ("logic", "details"))
    return BeliefState(logic, details, conclusion.strip())

"""The rules of circuit decoding."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from turtlesoup_bench.games import Decision, Ending, Event, Move, Setup
from turtlesoup_bench.games.multi_turn.circuit_decoding.circuits import Stock, labels, queries
from turtlesoup_bench.games.multi_turn.circuit_decoding.complaints import complaint
from turtlesoup_bench.records import Json

DECODER = "decoder"
QUERIES = 18


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands.

    Attributes:
        setup: What was fixed before.
        queries_left: Queries that may still be asked.
        ending: How it ended.
    """

    setup: Setup
    queries_left: int = QUERIES
    ending: Ending | None = None

    @property
    def queries(self) -> tuple[str, ...]:
        """All that can be asked, in the order of the bits of the tables."""
        data = self.setup.instance.data
        return queries(len(data["circuits"]), data["inputs"])


class CircuitDecoding:
    """See the package; the methods are those of `turtlesoup_bench.games.Rules`."""

    def start(self, setup: Setup) -> tuple[State, list[Event]]:
        """Number and inputs of the circuits and their stock of gates; the tables too, where they are granted."""
        data, grants = setup.instance.data, setup.grants.get(DECODER, {})
        told = {"circuits": len(data["circuits"]), "inputs": data["inputs"], "stock": data["stock"], "queries": QUERIES}
        if grants.get("tables"):
            told["tables"] = data["tables"]
        return State(setup), [Event("circuits", told)]

    def waiting(self, state: State) -> Mapping[str, Decision]:
        """The decoder, until it guesses; the phase is ``guess`` once no query is left."""
        if state.ending is not None:
            return {}
        phase = "query" if state.queries_left else "guess"
        return {DECODER: Decision(phase, _accepts(state), {"queries_left": state.queries_left})}

    def refuse(self, state: State, seat: str, action: Any) -> str | None:
        """Anything but a query of one row of one circuit, while one is left, or a guess of all bits."""
        language, size = state.setup.instance.language, len(state.queries)
        match action:
            case {"query": _} if not state.queries_left:
                return complaint(language, "no query left", bits=size)
            case {"query": str(query), **others} if not others and query in state.queries:
                return None
            case {"query": _, **others} if not others:
                last = labels(len(state.setup.instance.data["circuits"]))[-1]
                return complaint(language, "query", example=state.queries[0], last=last)
            case {"guess": str(guess), **others} if not others and re.fullmatch("[01]*", guess):
                return None if len(guess) == size else complaint(language, "bits", bits=size, given=len(guess))
            case _:
                return complaint(language, "move", example=state.queries[0], bits=size)

    def apply(self, state: State, moves: Mapping[str, Move]) -> tuple[State, list[Event]]:
        """The answer to a query; after a guess, the end."""
        move, asked = moves[DECODER], QUERIES - state.queries_left
        if move.forfeit is not None:
            data: Json = {"reason": move.forfeit.reason, "replies": list(move.forfeit.replies), "queries": asked}
            return replace(state, ending=Ending("aborted", data, aborted=(DECODER,))), []
        tables = state.setup.instance.data["tables"]
        if "guess" in move.action:
            guess = move.action["guess"]
            outcome = "solved" if tables.startswith(guess) else "not solved"
            ending = Ending(outcome, {"guess": guess, "queries": asked})
            return replace(state, ending=ending), [Event("guess", {"guess": guess}, seat=DECODER)]
        query = move.action["query"]
        answer = {"query": query, "answer": int(tables[state.queries.index(query)])}
        return replace(state, queries_left=state.queries_left - 1), [Event("answer", answer)]

    def ending(self, state: State) -> Ending | None:
        """``solved``, ``not solved`` or ``aborted``, after so many ``queries``."""
        return state.ending


def stock_of(told: Json) -> Stock:
    """The stock as it stands in an instance and in the first event."""
    return Stock(told["AND"], told["OR"], told["NOT"])


def _accepts(state: State) -> Json:
    guess = {"type": "string", "pattern": f"^[01]{{{len(state.queries)}}}$", "description": "The tables, joined."}
    query = {"enum": list(state.queries), "description": "A circuit, with values for its inputs."}
    return {
        "type": "object",
        "properties": {"query": query, "guess": guess} if state.queries_left else {"guess": guess},
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": False,
    }

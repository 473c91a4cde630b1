"""The rules: all give a hint at the same time, then all vote at the same time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from odd_one_out.pictures import picture
from turtlesoup_bench.games import Decision, Ending, Event, Move, Setup
from turtlesoup_bench.records import Json

PLAYER = "player"
LONGEST_HINT = 200


@dataclass(frozen=True)
class State:
    """Where a game stands.

    Attributes:
        seats: The players.
        odd: Whose picture is another one.
        phase: What is decided next: ``hint``, then ``vote``.
        ending: How it ended.
    """

    seats: tuple[str, ...]
    odd: str
    phase: str = "hint"
    ending: Ending | None = None


class OddOneOut:
    """See the module; the methods are those of `turtlesoup_bench.games.Rules`."""

    def start(self, setup: Setup) -> tuple[State, list[Event]]:
        """A picture for each player, seen by nobody else."""
        seats, data = tuple(setup.instance.seats), setup.instance.data
        odd = seats[int(setup.draw("odd") * len(seats))]
        pictures = {seat: picture(data["odd" if seat == odd else "common"]["rgb"]) for seat in seats}
        return State(seats, odd), [Event("picture", parts=(part,), to=(seat,)) for seat, part in pictures.items()]

    def waiting(self, state: State) -> Mapping[str, Decision]:
        """All players, twice."""
        if state.ending is not None:
            return {}
        return {
            seat: Decision(state.phase, _accepts(state, seat), {"others": _others(state, seat)}) for seat in state.seats
        }

    def refuse(self, state: State, seat: str, action: Any) -> str | None:
        """A hint of wrong length, a vote for nobody or for oneself."""
        if not isinstance(action, dict) or set(action) != {state.phase}:
            return f'The action must be {{"{state.phase}": ".."}}.'
        value = action[state.phase]
        if state.phase == "hint":
            is_hint = isinstance(value, str) and 0 < len(value) <= LONGEST_HINT
            return None if is_hint else f"A hint has 1 to {LONGEST_HINT} characters."
        return None if value in _others(state, seat) else f"Vote for {' or '.join(_others(state, seat))}."

    def apply(self, state: State, moves: Mapping[str, Move]) -> tuple[State, list[Event]]:
        """The hints, or the votes and the end; without a move a player is aborted and the game ends."""
        aborted = tuple(seat for seat, move in moves.items() if move.forfeit is not None)
        if aborted:
            return replace(state, ending=Ending("aborted", aborted=aborted)), []
        events = [Event(state.phase, move.action, seat=seat) for seat, move in moves.items()]
        if state.phase == "hint":
            return replace(state, phase="vote"), events
        votes = [move.action["vote"] for move in moves.values()]
        outcome = "caught" if votes.count(state.odd) >= 2 else "escaped"
        return replace(state, ending=Ending(outcome, {"odd": state.odd})), events

    def ending(self, state: State) -> Ending | None:
        """``caught`` or ``escaped``, with the ``odd`` one; ``aborted``."""
        return state.ending


def _others(state: State, seat: str) -> list[str]:
    return [other for other in state.seats if other != seat]


def _accepts(state: State, seat: str) -> Json:
    hint = {"type": "string", "minLength": 1, "maxLength": LONGEST_HINT}
    value = hint if state.phase == "hint" else {"enum": _others(state, seat)}
    return {
        "type": "object",
        "properties": {state.phase: value},
        "required": [state.phase],
        "additionalProperties": False,
    }

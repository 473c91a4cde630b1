"""The rules of word guess."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from turtlesoup_bench.games import Decision, Ending, Event, Move, Setup

Colour = Literal["green", "yellow", "grey"]

GUESSER = "guesser"
TURNS = 40


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands.

    Attributes:
        words: The vocabulary.
        secret: The word to be found.
        turn: Number of the attempt that is due, from 1.
        ending: How it ended.
    """

    words: tuple[str, ...]
    secret: str
    turn: int = 1
    ending: Ending | None = None


class WordGuess:
    """See the package; the methods are those of `turtlesoup_bench.games.Rules`."""

    def start(self, setup: Setup) -> tuple[State, list[Event]]:
        """The vocabulary."""
        data = setup.instance.data
        return State(tuple(data["words"]), data["secret"]), [Event("vocabulary", {"words": data["words"]})]

    def waiting(self, state: State) -> Mapping[str, Decision]:
        """The guesser, until the end."""
        if state.ending is not None:
            return {}
        accepts = {
            "type": "object",
            "properties": {"attempt": {"enum": list(state.words)}},
            "required": ["attempt"],
            "additionalProperties": False,
        }
        return {GUESSER: Decision("attempt", accepts, {"turn": state.turn, "turns_left": TURNS - state.turn})}

    def refuse(self, state: State, seat: str, action: Any) -> str | None:
        """Anything but ``{"attempt": word}`` with a word of the vocabulary."""
        is_attempt = isinstance(action, dict) and set(action) == {"attempt"} and action["attempt"] in state.words
        return None if is_attempt else "The attempt is not a word of the vocabulary."

    def apply(self, state: State, moves: Mapping[str, Move]) -> tuple[State, list[Event]]:
        """The attempt with its colours; the end, if it is the secret or the last one."""
        move = moves[GUESSER]
        if move.forfeit is not None:
            data = {"reason": move.forfeit.reason, "replies": list(move.forfeit.replies), "turns": state.turn - 1}
            return replace(state, ending=Ending("aborted", data, aborted=(GUESSER,))), []
        word = move.action["attempt"]
        colours = list(feedback(word, state.secret))
        events = [Event("attempt", {"turn": state.turn, "word": word, "colours": colours}, seat=GUESSER)]
        is_solved = word == state.secret
        if is_solved or state.turn == TURNS:
            data = {"turns": state.turn, "solved": is_solved}
            return replace(state, ending=Ending("solved" if is_solved else "not solved", data)), events
        return replace(state, turn=state.turn + 1), events

    def ending(self, state: State) -> Ending | None:
        """``solved``, ``not solved`` or ``aborted``, after so many ``turns``."""
        return state.ending


def feedback(attempt: str, secret: str) -> tuple[Colour, ...]:
    """The colours of an attempt's letters.

    Green: the secret has this letter in this place. Yellow: it has it elsewhere, counting only letters of the secret
    that are not green, and each of them once, for the attempt's letters from left to right. Grey: it does not.
    """
    pairs = list(zip(attempt, secret, strict=False))
    unmatched = Counter(wanted for letter, wanted in pairs if letter != wanted)
    colours: list[Colour] = []
    for letter, wanted in pairs:
        if letter == wanted:
            colours.append("green")
        elif unmatched[letter]:
            unmatched[letter] -= 1
            colours.append("yellow")
        else:
            colours.append("grey")
    return tuple(colours)

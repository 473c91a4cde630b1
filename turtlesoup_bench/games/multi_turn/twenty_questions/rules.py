"""The rules of twenty questions, and the user who asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

from turtlesoup_bench.games import Decision, Ending, Event, Move, Setup
from turtlesoup_bench.records import Json

T = TypeVar("T")

ANSWERER = "answerer"
EARLY_GUESS, EXCLUDED_WORD = 0.02, 0.15
"""Chances that the user guesses before it has to, and that its guess is a word that earlier answers exclude."""
EXCLUDED_TYPE, COMMON_TYPE = 0.1, 0.1
"""Chances that it asks about a hypernym of excluded words alone, and about one of all words that are left."""
OPTIONS: dict[str, Json] = {
    "questions": {"type": "integer", "minimum": 1, "default": 20, "description": "Questions before the last guess."}
}
ACCEPTS: dict[str, Json] = {
    "pick": {
        "type": "object",
        "description": "That a word was picked.",
        "properties": {"ready": {"const": True}},
        "required": ["ready"],
        "additionalProperties": False,
    },
    "answer": {
        "type": "object",
        "properties": {"answer": {"enum": ["yes", "no"]}},
        "required": ["answer"],
        "additionalProperties": False,
    },
}
_CONTRADICTIONS = {
    ("type", "yes"): "every word of this type was excluded",
    ("type", "no"): "every word that was left is of this type",
    ("word", "yes"): "this word was excluded",
    ("word", "no"): "this word was the only one left",
}


@dataclass(frozen=True, slots=True)
class Board:
    """The words of a game; a set of words is an integer with one bit a word.

    Attributes:
        words: In the order in which they are shown.
        types: For each hypernym, in alphabetical order, the words that it holds for.
    """

    words: tuple[str, ...]
    types: Mapping[str, int]

    @classmethod
    def of(cls, hypernyms: Mapping[str, Sequence[str]]) -> Board:
        """The board of words with their hypernyms."""
        types: dict[str, int] = {}
        for number, names in enumerate(hypernyms.values()):
            for name in names:
                types[name] = types.get(name, 0) | 1 << number
        return cls(tuple(hypernyms), dict(sorted(types.items())))

    def members(self, words: int) -> list[str]:
        """The words of a set."""
        return [word for number, word in enumerate(self.words) if words >> number & 1]


@dataclass(frozen=True, slots=True)
class Question:
    """What the user asks.

    Attributes:
        kind: ``type``: whether the word is a type of this; ``word``: whether it is this.
        name: A hypernym, or a word.
        holds: The words for which yes would be right.
    """

    kind: Literal["type", "word"]
    name: str
    holds: int


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands.

    Attributes:
        setup: What was fixed before.
        board: The words.
        left: The words that fit all answers.
        fits: For each answer, oldest first, the words that fit it.
        turn: Number of the question, from 1; 0 before the word is picked.
        question: The question that waits for an answer; None before the word is picked.
        ending: How it ended.
    """

    setup: Setup
    board: Board
    left: int
    fits: tuple[int, ...] = ()
    turn: int = 0
    question: Question | None = None
    ending: Ending | None = None


class TwentyQuestions:
    """See the package; the methods are those of `turtlesoup_bench.games.Rules`."""

    def start(self, setup: Setup) -> tuple[State, list[Event]]:
        """The words with their hypernyms."""
        hypernyms = setup.instance.data["words"]
        return State(setup, Board.of(hypernyms), (1 << len(hypernyms)) - 1), [Event("words", {"words": hypernyms})]

    def waiting(self, state: State) -> Mapping[str, Decision]:
        """The answerer, until the end."""
        if state.ending is not None:
            return {}
        phase = "answer" if state.question else "pick"
        view = {"turn": state.turn, "turns_left": state.setup.options["questions"] + 1 - state.turn}
        return {ANSWERER: Decision(phase, ACCEPTS[phase], view)}

    def refuse(self, state: State, seat: str, action: Any) -> str | None:
        """Anything but ``{"ready": true}``, then anything but ``{"answer": "yes"}`` and ``{"answer": "no"}``."""
        if state.question is None:
            is_ready = isinstance(action, dict) and set(action) == {"ready"} and action["ready"] is True
            return None if is_ready else "Say that you have picked a word."
        is_answer = isinstance(action, dict) and set(action) == {"answer"} and action["answer"] in ("yes", "no")
        return None if is_answer else "Answer yes or no."

    def apply(self, state: State, moves: Mapping[str, Move]) -> tuple[State, list[Event]]:
        """The answer and what follows: the next question, or the end."""
        move = moves[ANSWERER]
        if move.forfeit is not None:
            data = {"reason": move.forfeit.reason, "replies": list(move.forfeit.replies), "turns": state.turn}
            return replace(state, ending=Ending("aborted", data, aborted=(ANSWERER,))), []
        if state.question is None:
            return _asked(state, [])
        answer, question = move.action["answer"], state.question
        fit = question.holds if answer == "yes" else ~question.holds
        left = state.left & fit
        events = [Event("answer", {"turn": state.turn, "answer": answer}, seat=ANSWERER)]
        if not left:
            earlier = contradicted_turns(len(state.board.words), state.fits, fit)
            contradiction = _CONTRADICTIONS[question.kind, answer]
            data = {"turns": state.turn, "contradiction": contradiction, "contradicted_turns": earlier}
            return replace(state, left=left, ending=Ending("contradiction", data)), events
        if question.kind == "word":
            return replace(state, left=left, ending=Ending("consistent", {"turns": state.turn})), events
        return _asked(replace(state, left=left, fits=(*state.fits, fit)), events)

    def ending(self, state: State) -> Ending | None:
        """``consistent``, ``contradiction`` (with the turns it denies) or ``aborted``, after so many ``turns``."""
        return state.ending


def contradicted_turns(size: int, earlier: Sequence[int], last: int) -> list[int]:
    """Turns of earlier answers that, together with the last one, leave no word.

    The answer that excludes most of the words that are still left is taken first, so that there is one turn wherever
    one is enough, and otherwise few; none if the last answer alone fits no word of the list.

    Args:
        size: Number of words.
        earlier: For each earlier answer, from turn 1, the words that fit it.
        last: The words that fit the last one.
    """
    left, turns = last & (1 << size) - 1, []
    while left:
        place = min(range(len(earlier)), key=lambda place: (left & earlier[place]).bit_count())
        left &= earlier[place]
        turns.append(place + 1)
    return sorted(turns)


def _asked(state: State, events: list[Event]) -> tuple[State, list[Event]]:
    """The state with the next question."""
    turn = state.turn + 1
    question = next_question(state.setup, state.board, state.left, turn)
    asked = Event("question", {"turn": turn, "kind": question.kind, "name": question.name})
    return replace(state, turn=turn, question=question), [*events, asked]


def next_question(setup: Setup, board: Board, left: int, turn: int) -> Question:
    """What the user asks.

    Args:
        setup: Its luck.
        board: The words.
        left: Those that fit all answers; at least one.
        turn: Number of the question, from 1.
    """

    def pick(choices: Sequence[T]) -> T:
        return choices[int(setup.draw("choice", turn) * len(choices))]

    is_forced = turn > setup.options["questions"] or left.bit_count() == 1
    if is_forced or setup.draw("early guess", turn) < EARLY_GUESS:
        excluded = (1 << len(board.words)) - 1 & ~left
        is_trap = excluded and setup.draw("excluded word", turn) < EXCLUDED_WORD
        word = pick(board.members(excluded if is_trap else left))
        return Question("word", word, 1 << board.words.index(word))
    luck = setup.draw("kind", turn)
    names: list[str] = []
    if luck < EXCLUDED_TYPE:
        names = [name for name, holds in board.types.items() if not holds & left]
    elif luck < EXCLUDED_TYPE + COMMON_TYPE:
        names = [name for name, holds in board.types.items() if holds & left == left]
    if not names:
        names = [name for name, holds in board.types.items() if 0 != holds & left != left]
    name = pick(names)
    return Question("type", name, board.types[name])

"""This game's own kinds of players, an agent and a responder, as players of a match."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from turtlesoup_bench.errors import ProtocolBroken
from turtlesoup_bench.games import Agent, Move, Observation, Seat
from turtlesoup_bench.games.turtle_soup.forms import view_of
from turtlesoup_bench.games.turtle_soup.guard import GuardedClient, agent_code
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.questioner import Question, Questioner
from turtlesoup_bench.games.turtle_soup.records import PLAYER, BeliefState
from turtlesoup_bench.games.turtle_soup.responder import Responder
from turtlesoup_bench.records import Json, to_json

MAX_TRACE_CHARACTERS, MAX_TRACE_DEPTH = 200_000, 50


class QuestionerPlayer:
    """An agent in the player's seat; its questioner is made at its first move.

    Args:
        create: Makes the questioner.
        seat: What the questioner is given; it gets a guarded client in place of the model's.
    """

    def __init__(self, create: Callable[[Seat], Questioner], seat: Seat):
        self._client = GuardedClient(seat.model) if seat.model else None
        self._create = create
        self._seat = replace(seat, model=self._client)
        self._questioner: Questioner | None = None

    async def act(self, observation: Observation) -> Move:
        """See `turtlesoup_bench.games.Player.act`.

        Raises:
            ProtocolBroken: If the agent raises an error, or its move is not accepted: what tries it has are its own.
        """
        if observation.complaint is not None:
            raise ProtocolBroken(observation.complaint)
        view = view_of(observation, self._seat.language)
        with agent_code(self._client):
            if self._questioner is None:
                self._questioner = self._create(self._seat)
            if observation.phase == "conclude":
                move = _prediction(await self._questioner.conclude(view))
            else:
                move = _question(await self._questioner.ask(view))
        return move


@dataclass(frozen=True)
class ResponderPlayer:
    """A responder in the host's seat.

    Attributes:
        responder: Of this episode.
        puzzle: The puzzle that is played.
    """

    responder: Responder
    puzzle: Puzzle

    async def act(self, observation: Observation) -> Move:
        """See `turtlesoup_bench.games.Player.act`.

        Raises:
            ValueError: If the rules do not accept the responder's answer.
        """
        if observation.complaint is not None:
            raise ValueError(f"the responder {self.responder.id} gave an answer of wrong form: {observation.complaint}")
        view = observation.view
        return Move(to_json(await self.responder.answer(view["question"], self.puzzle, partly=view["partly"])))


def questioner_agent(
    create: Callable[[Seat], Questioner],
    *,
    kind: Literal["system", "anchor", "ablation"] = "system",
    ablates: str | None = None,
    needs_model: bool = True,
    takes_model: bool = True,
    asks: bool = True,
    clues: Literal["earned", "none", "given"] = "earned",
) -> Agent:
    """An agent that plays turtle soup by a questioner.

    Args:
        create: Makes the questioner of one episode.
        kind: See `Agent`.
        ablates: See `Agent`.
        needs_model: See `Agent`.
        takes_model: See `Agent`.
        asks: False for agents that predict without a question.
        clues: ``earned``: the host flags key clues; ``none``: it never does; ``given``: all are told at the start.
    """
    return Agent(
        create=lambda seat: QuestionerPlayer(create, seat),
        games=("turtle-soup",),
        roles=(PLAYER,),
        kind=kind,
        ablates=ablates,
        needs_model=needs_model,
        takes_model=takes_model,
        grants={"asks": asks, "clues": clues},
    )


def _question(move: object) -> Move:
    if move is None:
        return Move({"question": None})
    if not isinstance(move, Question):
        raise ProtocolBroken(f"the agent asked with a value of type {_type(move)}, not with a Question")
    if not isinstance(move.text, str):
        raise ProtocolBroken(f"the agent's question is of type {_type(move.text)}, not a text")
    return Move({"question": move.text}, _plain(move.trace))


def _prediction(move: object) -> Move:
    if not isinstance(move, BeliefState):
        raise ProtocolBroken(f"the agent concluded with a value of type {_type(move)}, not with a BeliefState")
    for name, statements in (("logic", move.logic), ("details", move.details)):
        if not isinstance(statements, list | tuple) or not all(isinstance(one, str) for one in statements):
            raise ProtocolBroken(f"the {name} of the agent's prediction is of type {_type(statements)}, not of texts")
    if not isinstance(move.conclusion, str):
        raise ProtocolBroken(
            f"the conclusion of the agent's prediction is of type {_type(move.conclusion)}, not a text"
        )
    return Move(to_json(move))


def _plain(trace: object) -> Json:
    """The trace as plain JSON."""
    try:
        plain = to_json(trace)
        length, depth = len(json.dumps(plain, allow_nan=False)), _depth(plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise ProtocolBroken(f"the trace of the agent's question is not plain JSON ({error})") from error
    if not isinstance(plain, dict):
        raise ProtocolBroken(f"the trace of the agent's question is of type {_type(plain)}, not an object")
    if length > MAX_TRACE_CHARACTERS or depth > MAX_TRACE_DEPTH:
        raise ProtocolBroken(
            f"the trace of the agent's question has {length} characters in {depth} levels, more than "
            f"{MAX_TRACE_CHARACTERS} or {MAX_TRACE_DEPTH}"
        )
    return plain


def _depth(value: Any) -> int:
    if not isinstance(value, dict | list):
        return 0
    return 1 + max(map(_depth, value.values() if isinstance(value, dict) else value), default=0)


def _type(value: object) -> str:
    return type(value).__name__

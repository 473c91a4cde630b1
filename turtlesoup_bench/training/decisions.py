"""The decisions of tested seats in an episode, each with the chat that a chat model is sent for it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Game, Move, Observation, Setup
from turtlesoup_bench.games.chat import tell
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.prompts import Message


@dataclass(frozen=True, slots=True)
class Chosen:
    """A decision.

    Attributes:
        step: Moves that were made before, in steps of the episode.
        observation: What the seat may know.
        chats: What its model is sent, one chat for each form of its role.
    """

    step: int
    observation: Observation
    chats: Sequence[Sequence[Message]]


def decisions(game: Game, setup: Setup, moves: Sequence[Mapping[str, Move]] = ()) -> Iterator[Chosen]:
    """The decisions of the tested seats, step by step, the one that comes after the last move included.

    The chats are those of a chat player none of whose replies was refused. A move that no chat model made stands in
    them as JSON.

    Args:
        game: The game.
        setup: What was fixed before.
        moves: Those of an episode; without any, what is decided first.

    Raises:
        InvalidInput: If a move is not what the rules allow there.
    """
    match = Match(game, setup)
    chats: dict[str, list[list[Message]]] = {seat: [[] for _ in match.forms(seat)] for seat in setup.tested}
    for step in range(len(moves) + 1):
        for seat, observation in match.observe().items():
            if seat in chats:
                for chat, form in zip(chats[seat], match.forms(seat), strict=True):
                    tell(chat, form, observation, game)
                yield Chosen(step, observation, [list(chat) for chat in chats[seat]])
        if step == len(moves):
            return
        for seat, move in moves[step].items():
            for chat, reply in zip(chats.get(seat, ()), _replies(move, len(chats.get(seat, ()))), strict=True):
                chat.append({"role": "assistant", "content": reply})
        match.act(moves[step])
        if match.step == step:
            where = f"moves[{step}]"
            raise InvalidInput(
                [Problem(setup.instance.id, where, "a move that is refused", "one that the rules allow")]
            )


def _replies(move: Move, count: int) -> Sequence[str]:
    """What a chat player said in a move, a reply for each form."""
    if move.forfeit is not None:  # providers refuse a message without text
        return [move.forfeit.replies[-1] if move.forfeit.replies else "(empty)"] * count
    replies = move.trace.get("replies", ())
    return list(map(str, replies)) if len(replies) == count else [json.dumps(move.action, ensure_ascii=False)] * count

"""The hosts as agents: the embedded one, and a language model with two calls a question."""

from __future__ import annotations

from turtlesoup_bench.games import Agent, Seat
from turtlesoup_bench.games.turtle_soup.players import ResponderPlayer
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import HOST
from turtlesoup_bench.games.turtle_soup.responder import EMBEDDED, responder_version


def _puzzle(seat: Seat) -> Puzzle:
    if seat.instance is None:
        raise ValueError("a host that is tested cannot be one of these: they are given the puzzle with its labels")
    return Puzzle.from_json(seat.instance.data)


def _embedded(seat: Seat) -> ResponderPlayer:
    from turtlesoup_bench.games.turtle_soup.responder.embedded import EmbeddedResponder

    return ResponderPlayer(EmbeddedResponder(), _puzzle(seat))


def _model(seat: Seat) -> ResponderPlayer:
    from turtlesoup_bench.games.turtle_soup.responder.model import ModelResponder

    return ResponderPlayer(ModelResponder(seat.client), _puzzle(seat))


embedded = Agent(
    create=_embedded,
    games=("turtle-soup",),
    roles=(HOST,),
    needs_model=False,
    takes_model=False,
    version=lambda: responder_version(EMBEDDED),
)
model = Agent(create=_model, games=("turtle-soup",), roles=(HOST,), version=lambda: responder_version("model"))

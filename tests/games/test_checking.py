from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random, random
from typing import Any

import pytest
from toy import GAME, Form, Survival, Votes

from turtlesoup_bench.games import Event, Game, Measure
from turtlesoup_bench.games.checking import check_game


def test_a_game_that_keeps_the_contract_has_no_problem() -> None:
    assert check_game(GAME, scorer="1") == []


def rules(**methods: Any) -> Game:
    """The toy game with other methods in its rules."""
    return replace(GAME, rules=type("Broken", (Votes,), methods)())


def form(**members: Any) -> Game:
    """The toy game with other members in its form."""
    broken = type("Broken", (Form,), members)()
    return replace(GAME, forms=lambda role, language: [broken])


calls = itertools.count()


def decided(**fields: Any) -> Callable[..., Any]:
    """The toy's decisions with other fields, which are given the state and the seat."""

    def waiting(self: Votes, state: Any) -> Any:
        return {
            seat: replace(decision, **{name: value(state, seat) for name, value in fields.items()})
            for seat, decision in Votes.waiting(self, state).items()
        }

    return waiting


@dataclass
class Mutable:
    """A state that `apply` changes in place."""

    inner: Any
    count: int = 0


class InPlace:
    votes = Votes()

    def start(self, setup: Any) -> Any:
        state, events = self.votes.start(setup)
        return Mutable(state), events

    def waiting(self, state: Any) -> Any:
        return self.votes.waiting(state.inner)

    def refuse(self, state: Any, seat: str, action: Any) -> Any:
        return self.votes.refuse(state.inner, seat, action)

    def apply(self, state: Any, moves: Any) -> Any:
        state.count += 1
        inner, events = self.votes.apply(state.inner, moves)
        return Mutable(inner, state.count), events

    def ending(self, state: Any) -> Any:
        return self.votes.ending(state.inner)


def told(function: Callable[[Any, Any], Any], to: tuple[str, ...] | None = None) -> Callable[..., Any]:
    """The toy's events of a step, and one more with this data."""

    def apply(self: Votes, state: Any, moves: Any) -> Any:
        after, events = Votes.apply(self, state, moves)
        return after, [*events, Event("more", function(state, moves), to=to)]

    return apply


def careless(self: Votes, state: Any, seat: str, action: Any) -> str | None:
    return None if action["vote"] in self._left(state) else "no"


def cards(state: Any) -> Any:
    return state.setup.instance.data["cards"]


def raising(*arguments: Any) -> Any:
    raise ZeroDivisionError("oh")


CORRUPTIONS: dict[str, tuple[Game, str]] = {
    "no instances": (replace(GAME, load=lambda selection: []), "load: found no instances; expected at least one"),
    "luck from elsewhere": (
        rules(apply=told(lambda state, moves: {"luck": random()})),
        "apply: found another result; expected the same result from the same arguments",
    ),
    "a start by chance": (
        rules(start=lambda self, setup: (Votes.start(self, setup)[0], [Event("luck", {"n": next(calls)})])),
        "start: found another result",
    ),
    "state changed in place": (replace(GAME, rules=InPlace()), "apply: found a changed state"),
    "a tuple in an event": (
        rules(apply=told(lambda state, moves: {"pair": (1, 2)})),
        "episode: found another value; expected JSON that is read as it was written",
    ),
    "no JSON in an event": (
        rules(apply=told(lambda state, moves: {"seats": {1, 2}}, to=())),
        "episode: found TypeError",
    ),
    "a tuple in a view": (
        rules(waiting=decided(view=lambda state, seat: {"pair": (1, 2)})),
        "observation: found another value",
    ),
    "a secret in a view": (
        rules(waiting=decided(view=lambda state, seat: {"all": cards(state)})),
        "expected nothing of it shown to voter",
    ),
    "a secret in an event": (
        rules(apply=told(lambda state, moves: cards(state))),
        "expected nothing of it shown to voter",
    ),
    "a secret in a complaint": (
        rules(refuse=lambda self, state, seat, action: Votes.refuse(self, state, seat, action) and str(cards(state))),
        "secrets: found",
    ),
    "a trace in an event": (
        rules(apply=told(lambda state, moves: {seat: move.trace for seat, move in moves.items()})),
        "trace: found",
    ),
    "an unreadable example": (form(example=lambda self, observation, rng: ""), "example: found Say a name."),
    "an illegal example": (
        form(example=lambda self, observation, rng: "dan"),
        "example: found Vote for one of ann, bob, cyd.; expected an example that the rules accept",
    ),
    "a schema without the example": (
        rules(
            waiting=decided(
                accepts=lambda state, seat: {"properties": {"vote": {"type": "null", "enum": [*cards(state)]}}}
            ),
            refuse=lambda self, state, seat, action: None,
        ),
        "accepts: found",
    ),
    "an action that trips refuse": (rules(refuse=careless), "refuse: found TypeError"),
    "an action that the schema refuses": (
        rules(
            refuse=lambda self, state, seat, action: (
                None if isinstance(action, dict) and action.get("vote") in self._left(state) else "no"
            )
        ),
        "refuse: found {'vote': ",
    ),
    "a forfeit that trips apply": (
        rules(apply=told(lambda state, moves: {seat: move.action["vote"] for seat, move in moves.items()})),
        "apply: found TypeError",
    ),
    "rules that raise": (rules(waiting=raising), "playing: found ZeroDivisionError: oh; expected no exception"),
    "a game without end": (
        rules(rounds=10**9, apply=lambda self, state, moves: (state, [])),
        "expected a game that ends",
    ),
    "an ending too early": (
        rules(ending=lambda self, state: None, waiting=lambda self, state: {}),
        "ending: found None; expected an ending if no seat is waiting",
    ),
    "rules that remember": (
        rules(start=lambda self, setup: (Votes.start(self, setup)[0], [Event("nth", {"n": next(calls) // 2})])),
        "replay: found another episode",
    ),
    "media that are not there": (replace(GAME, open_media=raising), "playing: found ZeroDivisionError"),
    "other media": (replace(GAME, open_media=lambda digest: b"other"), "expected bytes with the SHA-256 of the part"),
    "a measure beyond its range": (
        replace(GAME, scorer=lambda text: Survival(2.0)),
        "score.survived: found 2.0; expected a value in [0, 1]",
    ),
    "a measure that is not the game's": (
        replace(GAME, measures=(Measure("wins", "Wins"),)),
        "score: found survived; expected a measure of the game",
    ),
    "a form that raises": (form(tell=raising), "playing: found ZeroDivisionError"),
}


@pytest.mark.parametrize(("game", "message"), CORRUPTIONS.values(), ids=CORRUPTIONS)
def test_every_corruption_is_found(game: Game, message: str) -> None:
    problems = check_game(game, playouts=8, scorer="1")
    assert message in "\n".join(map(str, problems))


def test_forfeits_happen_at_random_too() -> None:
    def apply(self: Votes, state: Any, moves: Any) -> Any:
        forfeits.update(move.forfeit.cause for move in moves.values() if move.forfeit)
        return Votes.apply(self, state, moves)

    forfeits: set[str] = set()
    check_game(rules(apply=apply), playouts=50)
    assert forfeits == {"refused", "unreadable", "truncated", "illegal", "error", "resigned"}


def test_examples_are_drawn_from_a_seed() -> None:
    drawn: list[float] = []

    def example(self: Form, observation: Any, rng: Random) -> str:
        drawn.append(rng.random())
        return Form.example(self, observation, rng)

    check_game(form(example=example), playouts=3)
    first = list(drawn)
    drawn.clear()
    check_game(form(example=example), playouts=3)
    assert drawn == first

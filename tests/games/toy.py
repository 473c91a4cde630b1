"""A toy game that needs everything at once: three seats, private hands, votes at the same time, an image, and chance.

Each of three players holds a secret card and sees the board, an image. All vote at the same time for a player; whoever
has the most votes, or is drawn among those with the most, is out, and the game ends when one vote was held twice.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from turtlesoup_bench.games import (
    Decision,
    Ending,
    Episode,
    Event,
    Game,
    Instance,
    Measure,
    Move,
    Observation,
    Part,
    Role,
    Score,
    Scorer,
    Setup,
    Unreadable,
)

IMAGE = b"\x89PNG not really"
BOARD = Part(hashlib.sha256(IMAGE).hexdigest(), "image/png")
INSTANCES = [
    Instance(
        f"table-{name}",
        "en",
        {"ann": "voter", "bob": "voter", "cyd": "voter"},
        {"cards": {"ann": f"the {name} of hearts", "bob": f"the {name} of clubs", "cyd": f"the {name} of spades"}},
        cluster=name,
    )
    for name in ("queen", "jack")
]


@dataclass(frozen=True)
class State:
    setup: Setup
    round: int = 1
    out: tuple[str, ...] = ()
    aborted: tuple[str, ...] = ()


class Votes:
    rounds = 2

    def start(self, setup: Setup) -> tuple[State, list[Event]]:
        cards = setup.instance.data["cards"]
        dealt = [Event("card", {"card": card}, to=(seat,)) for seat, card in cards.items()]
        return State(setup), [Event("board", parts=(BOARD,)), *dealt]

    def waiting(self, state: State) -> Mapping[str, Decision]:
        if self.ending(state):
            return {}
        accepts = {"type": "object", "required": ["vote"], "additionalProperties": False}
        accepts |= {"properties": {"vote": {"enum": self._left(state)}}}
        return {seat: Decision("vote", accepts, {"round": state.round}) for seat in self._left(state)}

    def refuse(self, state: State, seat: str, action: Any) -> str | None:
        legal = isinstance(action, dict) and set(action) == {"vote"} and action["vote"] in self._left(state)
        return None if legal else f"Vote for one of {', '.join(self._left(state))}."

    def apply(self, state: State, moves: Mapping[str, Move]) -> tuple[State, list[Event]]:
        forfeited = tuple(seat for seat, move in moves.items() if move.forfeit)
        votes = {seat: move.action["vote"] for seat, move in moves.items() if not move.forfeit}
        events = [Event("vote", {"for": vote}, seat=seat) for seat, vote in votes.items()]
        if votes and not forfeited:
            counts = Counter(votes.values())
            most = sorted(seat for seat, count in counts.items() if count == max(counts.values()))
            loser = most[int(state.setup.draw("out", state.round) * len(most))]
            events.append(Event("out", {"seat": loser}))
            state = replace(state, out=(*state.out, loser))
        return replace(state, round=state.round + 1, aborted=forfeited), events

    def ending(self, state: State) -> Ending | None:
        if state.aborted:
            return Ending("forfeited", aborted=state.aborted)
        return Ending("voted", {"left": self._left(state)}) if state.round > self.rounds else None

    def _left(self, state: State) -> list[str]:
        return [seat for seat in state.setup.instance.seats if seat not in state.out]


class Form:
    is_stateless = False

    def system(self, observation: Observation) -> str:
        return f"You are {observation.seat}."

    def tell(self, observation: Observation) -> Sequence[Part]:
        texts = [Part(f"{event.kind}: {event.data}") for event in observation.new]
        shown = [part for event in observation.new for part in event.parts]
        return [*texts, *shown, Part(observation.complaint or "Your vote?")]

    def read(self, reply: str, observation: Observation) -> Any:
        words = reply.split()
        return {"vote": words[-1]} if words else Unreadable("Say a name.")

    def example(self, observation: Observation, rng: Random) -> str:
        return f"I vote for {rng.choice(observation.accepts['properties']['vote']['enum'])}"


class Survival(Scorer):
    def __init__(self, factor: float = 1.0):
        self.factor = factor

    @property
    def ruler(self) -> dict[str, Any]:
        return {"factor": self.factor}

    async def score(self, instance: Instance, episode: Episode, models: Callable[[str], Any]) -> Score:
        assert episode.ending
        left = episode.ending.data.get("left", ())
        by_seat = {seat: {"survived": self.factor * (seat in left)} for seat in instance.seats}
        return Score("scored", by_seat, {}, self.ruler)


def open_media(digest: str) -> bytes:
    return {BOARD.content: IMAGE}[digest]


GAME = Game(
    name="votes",
    version="1",
    roles=(Role("voter"),),
    rules=Votes(),
    load=lambda selection: INSTANCES[: selection.get("limit", 2)],
    forms=lambda role, language: [Form()],
    measures=(Measure("survived", "Survived"),),
    scorer=lambda text: Survival(float(text)),
    allowance=1,
    secrets=lambda instance: {f"/cards/{seat}": [seat] for seat in instance.seats},
    open_media=open_media,
)

"""What the rules say of a game of murder mystery: who was named, what was believed and what was shared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from turtlesoup_bench.errors import UnknownName
from turtlesoup_bench.games import Episode, Event, Instance, Measure, Score, Scorer
from turtlesoup_bench.games.murder_mystery.instances import INNOCENT, MURDERER
from turtlesoup_bench.records import Json

if TYPE_CHECKING:
    from turtlesoup_bench.models import ModelClient

RULES = "rules"
MEASURES = (
    Measure("dm", "DM"),
    Measure("belief", "Belief"),
    Measure("caught", "Caught", outcomes=("caught", "escaped")),
    Measure("escape", "Escape"),
)
"""DM (decision): whether an innocent's vote names the murderer, 0 or 1; belief: its share of suspicion that falls on
the murderer after the last round, in [0, 1]; caught: whether the murderer got more votes than anybody else; escape, of
the murderer: the share of innocents whose vote does not name it."""


@dataclass(frozen=True)
class RulesScorer(Scorer):
    """Scores by the votes and the suspicions; no model is asked."""

    @property
    def ruler(self) -> Json:
        """Nothing but the rules decides."""
        return {"scorer": RULES}

    async def score(self, instance: Instance, episode: Episode, models: Callable[[str], ModelClient]) -> Score:
        """Scores an episode that has ended.

        Raises:
            ValueError: If the episode has not ended.
        """
        if episode.ending is None:
            raise ValueError(f"the episode of {instance.id} has not ended")
        people: Mapping[str, str] = instance.data["people"]
        murderer = people[MURDERER]
        votes: Mapping[str, str] = episode.ending.data["votes"]
        innocents = [seat for seat, role in instance.seats.items() if role == INNOCENT]
        named = {seat: float(votes.get(seat) == murderer) for seat in innocents}
        caught = float(episode.ending.outcome == "caught")
        by_seat = {MURDERER: {"escape": 1 - sum(named.values()) / len(named)}}
        for seat in innocents:
            by_seat[seat] = {"dm": named[seat], "caught": caught}
            rounds = beliefs(episode.events, people[seat], murderer)
            if rounds:
                by_seat[seat]["belief"] = rounds[-1]
        detail = {"belief_by_round": {seat: beliefs(episode.events, people[seat], murderer) for seat in innocents}}
        return Score("scored", by_seat, detail, self.ruler)


def beliefs(events: Sequence[Event], who: str, murderer: str) -> list[float]:
    """The share of a person's suspicion that falls on the murderer, in [0, 1], after each round that it answered.

    Suspicions that are all 0 count as equal.
    """
    said = [event.data["suspicion"] for event in events if event.kind == "belief" and event.data["who"] == who]
    return [
        suspicion[murderer] / total if (total := sum(suspicion.values())) else 1 / len(suspicion) for suspicion in said
    ]


def scorer(name: str) -> RulesScorer:
    """The scorer of a name, of which there is one, ``rules``.

    Raises:
        UnknownName: If another one is asked for.
    """
    if name != RULES:
        raise UnknownName("scorer", name, [RULES])
    return RulesScorer()


def measure_play(instance: Instance, episode: Episode) -> dict[str, float | None]:
    """Of the tested seats: the share of moves that were passed, and of held clues that came to the table."""
    tested = set(episode.setup.tested)
    moves = [move for step in episode.moves for seat, move in step.items() if seat in tested]
    people = {instance.data["people"][seat] for seat in tested}
    held = {clue["id"] for clue in instance.data["case"]["clues"] if clue.get("held_by") in people}
    shared = {event.data["clue"] for event in episode.events if event.kind == "share"}
    return {
        "passed": sum(move.forfeit is not None for move in moves) / len(moves) if moves else None,
        "shared": len(held & shared) / len(held) if held else None,
    }

"""The scores of a game of murder mystery: by rules who was named and what was believed; by a judge the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean

from turtlesoup_bench.games import Episode, Event, Instance, Measure, Score
from turtlesoup_bench.games.murder_mystery.instances import INNOCENT, MURDERER
from turtlesoup_bench.games.murder_mystery.judged_scorer import JudgedScorer
from turtlesoup_bench.games.murder_mystery.judging import FATES, judge
from turtlesoup_bench.models import ModelClient
from turtlesoup_bench.records import Json

UNTOLD, _, UNCHALLENGED = FATES
MEASURES = (
    Measure("dm", "DM"),
    Measure("belief", "Belief"),
    Measure("caught", "Caught", outcomes=("caught", "escaped")),
    Measure("escape", "Escape"),
    Measure("cmd", "CMD", (0.0, 100.0)),
    Measure("rp", "RP", (0.0, 10.0)),
    Measure("truthful", "Truthful"),
    Measure("leaked", "Leaked", higher_is_better=False),
    Measure("unchallenged", "Deceit"),
)
"""DM (decision): whether an innocent's vote names the murderer, 0 or 1; belief: its share of suspicion that falls on
the murderer after the last round, in [0, 1]; caught: whether the murderer got more votes than anybody else; escape, of
the murderer: the share of innocents whose vote does not name it. By a judge: CMD (case murder detail), how much of act,
motive and method an innocent's hypothesis states; RP, how well a role was played; truthful, whether an innocent said
nothing against its own script; leaked, whether the murderer let slip that it did it; unchallenged,
the share of the lies that it told which nobody challenged."""


class CaseScorer(JudgedScorer):
    """Scores by the votes and the suspicions, and with a judge also by what was explained and how it was played."""

    async def score(self, instance: Instance, episode: Episode, models: Callable[[str], ModelClient]) -> Score:
        """Scores an episode that has ended; unscored if the judge cannot be reached or read.

        Raises:
            ValueError: If the episode has not ended.
            AccessError: If the judge's model cannot be called at all.
        """
        by_seat, detail = by_rules(instance, episode)
        if self.model is None:
            return Score("scored", by_seat, detail, self.ruler)

        async def ask(client: ModelClient) -> tuple[dict[str, dict[str, float]], Json]:
            verdicts = await judge(instance, episode, client)
            seats = {seat: measures | _by_judge(seat, verdicts[seat]) for seat, measures in by_seat.items()}
            return seats, {**detail, "judged": verdicts}

        return await self.judged(episode, models, detail, ask)


def _by_judge(seat: str, verdict: Json) -> dict[str, float]:
    """What a verdict says of a seat."""
    measures: dict[str, float] = {name: verdict[name] for name in ("cmd", "rp") if name in verdict}
    if seat == MURDERER:
        told = [fate == UNCHALLENGED for fate in verdict["lies"] if fate != UNTOLD]
        deceived = {"unchallenged": fmean(told)} if told else {}
        return {**measures, "leaked": float(verdict["revealed"] > 0), **deceived}
    return {**measures, "truthful": float(verdict["contradictions"] == 0)}


def by_rules(instance: Instance, episode: Episode) -> tuple[dict[str, dict[str, float]], Json]:
    """The measures of each seat that need no judge, and the beliefs of each innocent by round.

    Raises:
        ValueError: If the episode has not ended.
    """
    if episode.ending is None:
        raise ValueError(f"the episode of {instance.id} has not ended")
    people: Mapping[str, str] = instance.data["people"]
    murderer = people[MURDERER]
    votes: Mapping[str, str] = episode.ending.data["votes"]
    innocents = [seat for seat, role in instance.seats.items() if role == INNOCENT]
    rounds = {seat: beliefs(episode.events, people[seat], murderer) for seat in innocents}
    named = {seat: float(votes.get(seat) == murderer) for seat in innocents}
    caught = float(episode.ending.outcome == "caught")
    by_seat = {MURDERER: {"escape": 1 - sum(named.values()) / len(named)}}
    for seat in innocents:
        by_seat[seat] = {"dm": named[seat], "caught": caught} | ({"belief": rounds[seat][-1]} if rounds[seat] else {})
    return by_seat, {"belief_by_round": rounds}


def beliefs(events: Sequence[Event], who: str, murderer: str) -> list[float]:
    """The share of a person's suspicion that falls on the murderer, in [0, 1], after each round that it answered.

    Suspicions that are all 0 count as equal.
    """
    said = [event.data["suspicion"] for event in events if event.kind == "belief" and event.data["who"] == who]
    return [
        suspicion[murderer] / total if (total := sum(suspicion.values())) else 1 / len(suspicion) for suspicion in said
    ]


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

"""Players of circuit decoding that need no model: two floors, greedy halving, and a ceiling that is told the tables."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random

from turtlesoup_bench.games import Agent, Move, Observation
from turtlesoup_bench.games.multi_turn.circuit_decoding.circuits import queries
from turtlesoup_bench.games.multi_turn.circuit_decoding.consistency import Consistent, circuit_sets
from turtlesoup_bench.games.multi_turn.circuit_decoding.rules import stock_of

GAMES = ("circuit-decoding",)


class AsksAtRandom:
    """Asks for rows at random, none twice, until the queries are used up.

    Args:
        seed: Of its luck, which differs with what it has seen.
    """

    def __init__(self, seed: int):
        self._seed = seed

    async def act(self, observation: Observation) -> Move:
        """See `turtlesoup_bench.games.Player.act`."""
        rng = Random(f"{self._seed} {json.dumps([event.data for event in observation.events])}")
        answers = _answers(observation)
        if observation.phase == "query":
            return Move({"query": rng.choice([query for query in _queries(observation) if query not in answers])})
        return Move({"guess": self.guess(observation, rng)})

    def guess(self, observation: Observation, rng: Random) -> str:
        """The guess once no query is left."""
        raise NotImplementedError


class RandomBits(AsksAtRandom):
    """Guesses random bits, whatever the answers were."""

    def guess(self, observation: Observation, rng: Random) -> str:
        """One of all possible guesses."""
        return "".join(rng.choice("01") for _ in _queries(observation))


class RandomConsistent(AsksAtRandom):
    """Guesses one of the sets of circuits that fit the answers and the stock, each as likely as any other."""

    def guess(self, observation: Observation, rng: Random) -> str:
        """Draws a table for each circuit, given those that were drawn before."""
        answers = _answers(observation)
        for circuit in range(observation.events[0].data["circuits"]):
            consistent = _consistent(observation, answers)
            (table,) = rng.choices(consistent.tables, consistent.by_table[circuit].tolist())
            rows = consistent.queries[circuit * len(table) : (circuit + 1) * len(table)]
            answers |= dict(zip(rows, map(int, table), strict=True))
        return "".join(str(answers[query]) for query in _queries(observation))


@dataclass(frozen=True)
class Greedy:
    """Asks what comes nearest to halving the consistent sets of circuits, and guesses as soon as one is left.

    If the queries are used up before, it guesses for each circuit the table that it has in most sets.
    """

    async def act(self, observation: Observation) -> Move:
        """See `turtlesoup_bench.games.Player.act`."""
        consistent = _consistent(observation, _answers(observation))
        if observation.phase == "guess" or consistent.total == 1:
            return Move({"guess": consistent.likeliest_tables})
        return Move({"query": consistent.halving_query})


@dataclass(frozen=True)
class Oracle:
    """Guesses the tables, which it is told."""

    async def act(self, observation: Observation) -> Move:
        """See `turtlesoup_bench.games.Player.act`."""
        return Move({"guess": observation.events[0].data["tables"]})


def _queries(observation: Observation) -> tuple[str, ...]:
    told = observation.events[0].data
    return queries(told["circuits"], told["inputs"])


def _answers(observation: Observation) -> dict[str, int]:
    return {event.data["query"]: event.data["answer"] for event in observation.events if event.kind == "answer"}


def _consistent(observation: Observation, answers: dict[str, int]) -> Consistent:
    told = observation.events[0].data
    return circuit_sets(told["circuits"], told["inputs"], stock_of(told["stock"])).consistent(answers)


random_bits = Agent(lambda seat: RandomBits(seat.seed), GAMES, kind="anchor", needs_model=False, takes_model=False)
random_consistent = Agent(
    lambda seat: RandomConsistent(seat.seed), GAMES, kind="anchor", needs_model=False, takes_model=False
)
greedy = Agent(lambda seat: Greedy(), GAMES, kind="anchor", needs_model=False, takes_model=False)
oracle = Agent(
    lambda seat: Oracle(), GAMES, kind="anchor", needs_model=False, takes_model=False, grants={"tables": True}
)

"""How good the queries of an episode are, by the sets of circuits that they leave consistent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

from turtlesoup_bench.games import Event
from turtlesoup_bench.games.multi_turn.circuit_decoding.consistency import circuit_sets
from turtlesoup_bench.games.multi_turn.circuit_decoding.rules import stock_of


@dataclass(frozen=True, slots=True)
class QueryQuality:
    """What a query was worth when it was asked.

    Attributes:
        information: Bits that its answer gave: by how many powers of two it divided the number of consistent sets.
        is_implied: Whether its answer followed from the stock and earlier answers.
        regret: Bits that it was expected to give less than the query which comes nearest to halving the consistent
            sets, every set being as likely as any other; from 0 to 1, and 0 too once all is known.
    """

    information: float
    is_implied: bool
    regret: float


def query_qualities(events: Sequence[Event]) -> list[QueryQuality]:
    """The quality of each query of an episode.

    Args:
        events: The episode's.
    """
    told = events[0].data
    sets = circuit_sets(told["circuits"], told["inputs"], stock_of(told["stock"]))
    answers: dict[str, int] = {}
    qualities = []
    before = sets.consistent(answers)
    for event in events:
        if event.kind == "answer":
            query = event.data["query"]
            expected = before.expected_bits
            answers[query] = event.data["answer"]
            after = sets.consistent(answers)
            information = log2(before.total / after.total)
            regret = max(expected) - expected[before.queries.index(query)]
            qualities.append(QueryQuality(information, after.total == before.total, regret))
            before = after
    return qualities

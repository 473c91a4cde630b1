"""The sets of circuits that fit the answers and use up the stock, counted without being listed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log2

import numpy as np
from numpy.typing import NDArray

from turtlesoup_bench.games.multi_turn.circuit_decoding.circuits import Stock, gates_by_table, queries

Counts = NDArray[np.float64]
"""Counts of sets, as floats: there are at most 2**24 sets, so that each count is exact."""


@dataclass(frozen=True)
class Consistent:
    """The sets of circuits that fit some answers.

    Attributes:
        queries: All queries, in the order of the bits of a guess.
        tables: The tables that a circuit can have.
        total: Number of sets.
        by_table: For each circuit and table, the number of sets in which the circuit has this table.
        ones: For each query, the number of sets that answer 1.
    """

    queries: tuple[str, ...]
    tables: tuple[str, ...]
    total: int
    by_table: Counts
    ones: Counts

    @property
    def expected_bits(self) -> list[float]:
        """For each query, the information that its answer is expected to give: 0 if it is implied, 1 if it halves.

        The entropy of the answer, every set being as likely as any other.
        """
        return [_entropy(min(ones, self.total - ones) / self.total) for ones in self.ones.tolist()]

    @property
    def halving_query(self) -> str:
        """The query whose answers come nearest to halving the sets; the first of several."""
        return self.queries[int(np.abs(self.ones - self.total / 2).argmin())]

    @property
    def likeliest_tables(self) -> str:
        """For each circuit the table that it has in most sets, the first of several; joined as a guess."""
        return "".join(self.tables[number] for number in self.by_table.argmax(axis=1))


class CircuitSets:
    """All sets of circuits that use up a stock.

    Args:
        circuits: Number of circuits.
        inputs: Number of inputs of each.
        stock: The gates of all circuits together.

    Raises:
        ValueError: If AND and OR gates are not ``inputs - 1`` a circuit.
    """

    def __init__(self, circuits: int, inputs: int, stock: Stock):
        if stock.ands + stock.ors != circuits * (inputs - 1):
            expected = f"{circuits} circuits of {inputs} inputs need {circuits * (inputs - 1)} AND and OR gates"
            raise ValueError(f"{expected}, not {stock.ands + stock.ors}")
        gates = gates_by_table(inputs, stock.nots)
        kinds = sorted(set(gates.values()), key=sorted)  # tables of a kind can be exchanged for each other
        self._circuits = circuits
        self._queries = queries(circuits, inputs)
        self._tables = tuple(gates)
        self._bits = np.array([[int(bit) for bit in table] for table in gates], dtype=float)
        self._has_kind = np.array([[of_table == kind for kind in kinds] for of_table in gates.values()], dtype=float)
        self._fits = _fits(kinds, circuits, stock)

    def consistent(self, answers: Mapping[str, int]) -> Consistent:
        """The sets that fit some answers.

        Args:
            answers: 0 or 1 for queries, such as ``{"A(0, 1, 1)": 1}``.
        """
        known = np.array([answers.get(query, -1) for query in self._queries]).reshape(self._circuits, 1, -1)
        allowed = ((known < 0) | (known == self._bits)).all(axis=2)
        of_kind = allowed @ self._has_kind
        kinds = of_kind.shape[1]
        by_table = np.empty(allowed.shape)
        sets = self._fits  # symmetric, so it does not matter whose an axis is
        for circuit in range(self._circuits):
            others = sets
            for later in range(circuit + 1, self._circuits):
                others = others.reshape(-1, kinds) @ of_kind[later]
            by_table[circuit] = allowed[circuit] * (self._has_kind @ others.ravel())
            sets = sets.reshape(-1, kinds) @ of_kind[circuit]
        total = int(by_table[0].sum())
        return Consistent(self._queries, self._tables, total, by_table, (by_table @ self._bits).ravel())


@lru_cache(maxsize=64)
def circuit_sets(circuits: int, inputs: int, stock: Stock) -> CircuitSets:
    """The sets of a stock, computed once; see `CircuitSets`."""
    return CircuitSets(circuits, inputs, stock)


def _entropy(share: float) -> float:
    """Of an answer whose rarer value has this chance, in bits."""
    return -share * log2(share) - (1 - share) * log2(1 - share) if share else 0.0


def _fits(kinds: list[frozenset[Stock]], circuits: int, stock: Stock) -> Counts:
    """1 where circuits of these kinds can use up the stock together, else 0; one axis a circuit.

    The stocks that some circuits can use up are an integer with one bit a stock; a circuit more is a few shifts.
    """
    width = circuits * stock.nots + 1  # more than all NOT gates together, so that two stocks never share a bit
    shifts = [[gates.ands * width + gates.nots for gates in kind] for kind in kinds]
    sums = [1]
    for _ in range(circuits):
        sums = [_any_shifted(stocks, of_kind) for stocks in sums for of_kind in shifts]
    place = stock.ands * width + stock.nots
    return np.array([stocks >> place & 1 for stocks in sums], dtype=float).reshape((len(kinds),) * circuits)


def _any_shifted(bits: int, shifts: list[int]) -> int:
    union = 0
    for shift in shifts:
        union |= bits << shift
    return union

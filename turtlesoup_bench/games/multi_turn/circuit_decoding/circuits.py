"""Circuits: their rows, and the tables that they can have with given gates."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations, product
from string import ascii_uppercase
from typing import NamedTuple


class Stock(NamedTuple):
    """Numbers of gates.

    Attributes:
        ands: AND gates.
        ors: OR gates.
        nots: NOT gates.
    """

    ands: int
    ors: int
    nots: int


@cache
def input_rows(inputs: int) -> tuple[tuple[int, ...], ...]:
    """The rows of a table: all values of the inputs, counting up with the last input the fastest."""
    return tuple(product((0, 1), repeat=inputs))


@cache
def queries(circuits: int, inputs: int) -> tuple[str, ...]:
    """All queries, such as ``A(0, 1, 1)``, in the order of the bits of a guess: circuit A first, rows counting up."""
    return tuple(f"{label}({', '.join(map(str, row))})" for label in labels(circuits) for row in input_rows(inputs))


def labels(circuits: int) -> str:
    """The circuits' letters, from A."""
    return ascii_uppercase[:circuits]


@cache
def gates_by_table(inputs: int, nots: int) -> Mapping[str, frozenset[Stock]]:
    """The tables that a circuit can have, each with all stocks of gates that a circuit with this table can use up.

    Found by building every circuit: in each layer two signals are joined, or one is inverted, and the others are
    carried on, until one is left.

    Args:
        inputs: Number of inputs.
        nots: NOT gates in the circuit at most. The number of AND and OR gates is always ``inputs - 1``.

    Returns:
        Tables in alphabetical order, one character a row.
    """
    rows = input_rows(inputs)
    ones = (1 << len(rows)) - 1  # a signal is an integer with one bit a row, the first row the highest
    start = tuple(sorted(int("".join(str(row[place]) for row in rows), 2) for place in range(inputs)))
    layer = {(Stock(0, 0, 0), start)}
    gates: dict[str, set[Stock]] = {}
    while layer:
        above = set()
        for used, signals in layer:
            if len(signals) == 1:
                gates.setdefault(f"{signals[0]:0{len(rows)}b}", set()).add(used)
            if used.nots < nots:
                inverted = used._replace(nots=used.nots + 1)
                above |= {(inverted, _joined(signals, (signal,), ones & ~signal)) for signal in signals}
            for pair in combinations(signals, 2):
                above.add((used._replace(ands=used.ands + 1), _joined(signals, pair, pair[0] & pair[1])))
                above.add((used._replace(ors=used.ors + 1), _joined(signals, pair, pair[0] | pair[1])))
        layer = above
    return {table: frozenset(gates[table]) for table in sorted(gates)}


def _joined(signals: tuple[int, ...], used: tuple[int, ...], signal: int) -> tuple[int, ...]:
    """The signals of the next layer: those that were used are gone. No two are ever equal."""
    return tuple(sorted({*signals} - {*used} | {signal}))

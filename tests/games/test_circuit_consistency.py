"""The counts of consistent sets, against listing them, and the qualities of queries that follow from the counts."""

from __future__ import annotations

from itertools import product
from math import log2
from random import Random

import pytest

from turtlesoup_bench.games import Event
from turtlesoup_bench.games.multi_turn.circuit_decoding.circuits import Stock, gates_by_table, queries
from turtlesoup_bench.games.multi_turn.circuit_decoding.consistency import CircuitSets
from turtlesoup_bench.games.multi_turn.circuit_decoding.quality import query_qualities

SHAPES = [
    (1, 2, Stock(1, 0, 0)),
    (1, 3, Stock(1, 1, 2)),
    (2, 1, Stock(0, 0, 3)),
    (2, 3, Stock(3, 1, 1)),
    (3, 2, Stock(2, 1, 3)),
    (3, 2, Stock(0, 3, 4)),
]


def listed(circuits: int, inputs: int, stock: Stock) -> list[tuple[str, ...]]:
    """All sets of tables that use up the stock, by trying all sets and all ways to deal the stock."""
    gates = gates_by_table(inputs, stock.nots)
    return [
        tables
        for tables in product(gates, repeat=circuits)
        if any(
            tuple(map(sum, zip(*dealt, strict=True))) == stock for dealt in product(*(gates[table] for table in tables))
        )
    ]


@pytest.mark.parametrize(("circuits", "inputs", "stock"), SHAPES)
def test_the_counts_are_those_of_the_listed_sets(circuits: int, inputs: int, stock: Stock) -> None:
    everything, sets, rng = listed(circuits, inputs, stock), CircuitSets(circuits, inputs, stock), Random(5)
    every_query = queries(circuits, inputs)
    for _ in range(8):
        truth = dict(zip(every_query, "".join(rng.choice(everything)), strict=True))
        answers = {query: int(truth[query]) for query in rng.sample(every_query, rng.randrange(len(every_query)))}
        left = [
            tables
            for tables in everything
            if all("".join(tables)[every_query.index(query)] == str(bit) for query, bit in answers.items())
        ]
        consistent = sets.consistent(answers)
        assert consistent.total == len(left)
        ones = [sum(bits) for bits in zip(*(map(int, "".join(tables)) for tables in left), strict=True)]
        assert consistent.ones.tolist() == ones
        for circuit in range(circuits):
            counts = [sum(tables[circuit] == table for tables in left) for table in consistent.tables]
            assert consistent.by_table[circuit].tolist() == counts


@pytest.mark.parametrize(
    ("inputs", "nots", "count"), [(1, 0, 1), (1, 1, 2), (2, 0, 2), (2, 3, 8), (3, 0, 8), (3, 4, 64)]
)
def test_circuits_have_as_many_tables_as_formulas_that_use_each_input_once(inputs: int, nots: int, count: int) -> None:
    assert len(gates_by_table(inputs, nots)) == count


@pytest.mark.parametrize(
    ("table", "gates"),
    [
        ("0001", {(1, 0, 0), (1, 0, 2), (0, 1, 3)}),  # an AND; one inverted twice; OR with all three inverted
        ("0111", {(0, 1, 0), (0, 1, 2), (1, 0, 3)}),
        ("1000", {(1, 0, 2), (0, 1, 1), (0, 1, 3)}),
        ("1110", {(0, 1, 2), (1, 0, 1), (1, 0, 3)}),
    ],
)
def test_a_table_goes_with_all_stocks_that_a_circuit_of_it_can_use_up(table: str, gates: set[Stock]) -> None:
    assert gates_by_table(2, 3)[table] == gates


def test_a_stock_must_fit_the_shape() -> None:
    with pytest.raises(ValueError, match="3 circuits of 3 inputs need 6 AND and OR gates, not 5"):
        CircuitSets(3, 3, Stock(3, 2, 4))


def test_halving_picks_the_first_query_that_comes_nearest() -> None:
    sets = CircuitSets(1, 2, Stock(1, 0, 1))  # x1 AND NOT x2, x2 AND NOT x1, or their joint opposite NOT (x1 AND x2)
    consistent = sets.consistent({})
    assert consistent.total == 3 and consistent.ones.tolist() == [1, 2, 2, 0]
    a_third = log2(3) - 2 / 3
    assert consistent.expected_bits == pytest.approx([a_third, a_third, a_third, 0])
    assert consistent.halving_query == "A(0, 0)"
    assert sets.consistent({"A(0, 0)": 0}).halving_query == "A(0, 1)"
    assert sets.consistent({"A(0, 0)": 1}).likeliest_tables == "1110"


def test_the_quality_of_a_query_is_what_its_answer_gave() -> None:
    told = {"circuits": 1, "inputs": 2, "stock": {"AND": 1, "OR": 0, "NOT": 1}}
    asked = [("A(1, 1)", 0), ("A(0, 1)", 1), ("A(0, 0)", 1), ("A(0, 0)", 1)]
    answers = [Event("answer", {"query": query, "answer": answer}) for query, answer in asked]
    idle, partial, last, repeated = query_qualities([Event("circuits", told), *answers, Event("guess", {})])
    a_third = log2(3) - 2 / 3
    assert (idle.information, idle.is_implied, idle.regret) == (0, True, pytest.approx(a_third))
    assert (partial.information, partial.is_implied, partial.regret) == (pytest.approx(log2(3 / 2)), False, 0)
    assert (last.information, last.is_implied, last.regret) == (1, False, 0)
    assert (repeated.information, repeated.is_implied, repeated.regret) == (0, True, 0)

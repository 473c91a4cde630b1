"""Builds the data of circuit decoding, the same bytes for the same seed.

    python -m turtlesoup_bench.dataset_builder.multi_turn.circuit_decoding turtlesoup_bench/data/circuit_decoding

A set of circuits is built as the paper describes it. The stock is dealt: each circuit gets one AND or OR gate fewer
than it has inputs, and each NOT gate goes to any circuit. A circuit is built in layers of one gate, its gates in any
order: an AND or OR joins two random signals, a NOT inverts one, and all others are carried on, until one is left.

A set is kept if it is new and if halving the consistent sets of circuits finds all its tables within the queries of a
game, so that every instance can be solved.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TypeVar

from turtlesoup_bench.games.multi_turn.circuit_decoding.circuits import Stock, input_rows, queries
from turtlesoup_bench.games.multi_turn.circuit_decoding.consistency import circuit_sets
from turtlesoup_bench.games.multi_turn.circuit_decoding.rules import QUERIES
from turtlesoup_bench.records import Json

from .drawing import build_by_command, id_of, in_random_order, write_lines

T = TypeVar("T")

INSTANCES, SEED = 300, 42
ATTEMPTS = 100
"""Sets that are built for each one that is wanted, at most."""
STOCKS = {
    (3, 3): (Stock(3, 3, 3), Stock(4, 2, 3), Stock(2, 4, 3)),
    (6, 2): (Stock(3, 3, 5), Stock(4, 2, 5), Stock(2, 4, 5)),
}
"""For each number of circuits and of inputs, stocks of which an instance gets one; the two shapes take turns."""


def build(folder: Path, *, count: int = INSTANCES, seed: int = SEED) -> None:
    """Writes ``instances.jsonl`` into a folder.

    Args:
        folder: Where to write; made if it does not exist.
        count: Number of instances.
        seed: Another one builds other circuits.
    """
    folder.mkdir(parents=True, exist_ok=True)
    write_lines(folder / "instances.jsonl", instances(count, seed))


def instances(count: int, seed: int) -> list[Json]:
    """Records of different instances, as they stand in the file; see `build`.

    Raises:
        ValueError: If so many different sets of circuits cannot be found.
    """
    records: dict[str, Json] = {}
    for attempt in range(ATTEMPTS * count):
        if len(records) == count:
            break
        rng = Random(f"{seed}:{attempt}")
        circuits, inputs = list(STOCKS)[len(records) % len(STOCKS)]
        stock = _pick(rng, STOCKS[circuits, inputs])
        built = draw_circuits(circuits, inputs, stock, rng)
        tables = "".join(table for _, table in built)
        identity = id_of([json.dumps([inputs, *stock, tables])])
        if identity not in records and is_found_by_halving(circuits, inputs, stock, tables):
            records[identity] = {
                "id": identity,
                "inputs": inputs,
                "stock": {"AND": stock.ands, "OR": stock.ors, "NOT": stock.nots},
                "circuits": [circuit for circuit, _ in built],
                "tables": tables,
                "random": 2.0 ** -len(input_rows(inputs)),
                "best": 1.0,
            }
    if len(records) < count:
        raise ValueError(f"{ATTEMPTS * count} attempts gave only {len(records)} of {count} different sets of circuits")
    return list(records.values())


def draw_circuits(circuits: int, inputs: int, stock: Stock, rng: Random) -> list[tuple[str, str]]:
    """A set of circuits that uses up the stock.

    Args:
        circuits: Number of circuits.
        inputs: Number of inputs of each.
        stock: The gates of all circuits together; ``inputs - 1`` AND and OR gates a circuit.
        rng: What the draw follows from.

    Returns:
        Each circuit as an expression, such as ``((x1 AND x3) OR (NOT x2))``, with its table.
    """
    joining = in_random_order(["AND"] * stock.ands + ["OR"] * stock.ors, rng)
    gates = [joining[number::circuits] for number in range(circuits)]
    for _ in range(stock.nots):
        _pick(rng, gates).append("NOT")
    return [_build(inputs, in_random_order(of_circuit, rng), rng) for of_circuit in gates]


def is_found_by_halving(circuits: int, inputs: int, stock: Stock, tables: str) -> bool:
    """Whether the queries of a game suffice to find these tables, if each nearly halves the consistent sets."""
    sets = circuit_sets(circuits, inputs, stock)
    truth = dict(zip(queries(circuits, inputs), map(int, tables), strict=True))
    answers: dict[str, int] = {}
    for _ in range(QUERIES):
        query = sets.consistent(answers).halving_query
        answers[query] = truth[query]
    return sets.consistent(answers).total == 1


def _build(inputs: int, gates: Sequence[str], rng: Random) -> tuple[str, str]:
    rows = input_rows(inputs)
    signals = [(f"x{place + 1}", tuple(row[place] for row in rows)) for place in range(inputs)]
    for gate in gates:
        name, values = signals.pop(int(rng.random() * len(signals)))
        if gate == "NOT":
            signals.append((f"(NOT {name})", tuple(1 - value for value in values)))
        else:
            other, others = signals.pop(int(rng.random() * len(signals)))
            join = min if gate == "AND" else max
            signals.append((f"({name} {gate} {other})", tuple(map(join, values, others))))
    ((expression, table),) = signals
    return expression, "".join(map(str, table))


def _pick(rng: Random, choices: Sequence[T]) -> T:
    # Only `Random.random` is promised to give the same numbers in all versions of Python.
    return choices[int(rng.random() * len(choices))]


if __name__ == "__main__":
    build_by_command(build, seed=SEED, count=INSTANCES)

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from math import ceil, log2
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from turtlesoup_bench.dataset_builder.multi_turn import circuit_decoding as builder

from turtlesoup_bench.games import Instance
from turtlesoup_bench.games.multi_turn.circuit_decoding.circuits import Stock, gates_by_table, queries
from turtlesoup_bench.games.multi_turn.circuit_decoding.consistency import circuit_sets
from turtlesoup_bench.games.multi_turn.circuit_decoding.game import FOLDER, load
from turtlesoup_bench.games.multi_turn.circuit_decoding.rules import stock_of


@pytest.fixture(scope="module")
def instances() -> list[Instance]:
    return load({})


def gates_in(expression: str) -> Stock:
    return Stock(*(expression.count(f"{gate} ") for gate in ("AND", "OR", "NOT")))


def table_of(expression: str, inputs: int) -> str:
    """Python's own reading of the expression, row by row."""
    code = compile(expression.lower(), "circuit", "eval")
    rows = product((False, True), repeat=inputs)
    return "".join(str(int(eval(code, {f"x{place}": value for place, value in enumerate(row, 1)}))) for row in rows)


@st.composite
def drawn(draw: st.DrawFn) -> tuple[int, int, Stock, list[tuple[str, str]]]:
    """Number of circuits and inputs, a stock, and circuits that were built of it."""
    inputs = draw(st.integers(1, 3))
    circuits = draw(st.integers(1, {1: 6, 2: 6, 3: 3}[inputs]))
    joining = circuits * (inputs - 1)
    ands = draw(st.integers(0, joining))
    stock = Stock(ands, joining - ands, draw(st.integers(0, 6)))
    return circuits, inputs, stock, builder.draw_circuits(circuits, inputs, stock, Random(draw(st.integers())))


@settings(max_examples=200, deadline=None, derandomize=True)
@given(drawn())
def test_circuits_use_up_the_stock_and_are_never_constant(
    case: tuple[int, int, Stock, list[tuple[str, str]]],
) -> None:
    circuits, inputs, stock, built = case
    assert len(built) == circuits
    used = [gates_in(expression) for expression, _ in built]
    assert tuple(map(sum, zip(*used, strict=True))) == stock
    for (expression, table), gates in zip(built, used, strict=True):
        assert table == table_of(expression, inputs)
        assert set(table) == {"0", "1"}
        assert gates.ands + gates.ors == inputs - 1 >= ceil(log2(inputs))
        assert all(expression.count(f"x{number}") == 1 for number in range(1, inputs + 1))


@settings(max_examples=200, deadline=None, derandomize=True)
@given(drawn())
def test_circuits_are_always_among_those_that_the_solver_counts(
    case: tuple[int, int, Stock, list[tuple[str, str]]],
) -> None:
    circuits, inputs, stock, built = case
    for expression, table in built:
        assert gates_in(expression) in gates_by_table(inputs, stock.nots)[table]
    bits = "".join(table for _, table in built)
    answers = dict(zip(queries(circuits, inputs), map(int, bits), strict=True))
    consistent = circuit_sets(circuits, inputs, stock).consistent(answers)
    assert consistent.total == 1 and consistent.likeliest_tables == bits


def test_the_packaged_data_can_be_built_again(tmp_path: Path) -> None:
    builder.build(tmp_path / "new")
    for path in (tmp_path / "new").iterdir():
        assert path.read_bytes() == (FOLDER / path.name).read_bytes()


def test_another_seed_builds_other_circuits_and_a_smaller_count_the_first_ones() -> None:
    ids = [record["id"] for record in builder.instances(20, 42)]
    assert [record["id"] for record in builder.instances(10, 42)] == ids[:10]
    assert not set(ids) & {record["id"] for record in builder.instances(20, 43)}


def test_sets_that_halving_does_not_find_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = builder.instances(30, 7)
    monkeypatch.setattr(builder, "QUERIES", 15)
    fewer = builder.instances(30, 7)
    assert fewer != everything
    for record in fewer:
        arguments = (len(record["circuits"]), record["inputs"], stock_of(record["stock"]), record["tables"])
        assert builder.is_found_by_halving(*arguments)


def test_it_gives_up_if_there_are_not_so_many_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builder, "STOCKS", {(2, 2): (Stock(2, 0, 0),)})
    assert [record["tables"] for record in builder.instances(1, 42)] == ["00010001"]
    with pytest.raises(ValueError, match="200 attempts gave only 1 of 2"):
        builder.instances(2, 42)


def test_there_are_300_sets_in_two_shapes_and_both_languages(instances: list[Instance]) -> None:
    assert len({instance.id for instance in instances}) == len(instances) == 600
    english, chinese = ([one for one in instances if one.language == language] for language in ("en", "zh"))
    assert [one.cluster for one in english] == [one.cluster for one in chinese]
    assert [one.hash for one in english] == [one.hash for one in chinese]
    assert len({one.hash for one in english}) == 300
    shapes = Counter((len(one.data["circuits"]), one.data["inputs"]) for one in english)
    assert shapes == {(3, 3): 150, (6, 2): 150}
    stocks = Counter((one.data["inputs"], *stock_of(one.data["stock"])) for one in english)
    assert len(stocks) == 6 and min(stocks.values()) >= 30


def test_every_instance_is_as_the_paper_describes_it(instances: list[Instance]) -> None:
    for instance in instances:
        data = instance.data
        assert len(data["tables"]) == len(data["circuits"]) * 2 ** data["inputs"] == 24
        assert "".join(table_of(circuit, data["inputs"]) for circuit in data["circuits"]) == data["tables"]
        used = [gates_in(circuit) for circuit in data["circuits"]]
        assert tuple(map(sum, zip(*used, strict=True))) == stock_of(data["stock"])
        assert (data["random"], data["best"]) == (2.0 ** -(2 ** data["inputs"]), 1.0)
        assert instance.id.split("@")[0] == instance.cluster and "".join(data["circuits"]) not in instance.id


def test_the_licence_stands_beside_the_data() -> None:
    assert "CC BY 4.0" in (FOLDER / "LICENSES.md").read_text(encoding="utf-8")
    keys = {tuple(json.loads(line)) for line in (FOLDER / "instances.jsonl").read_text(encoding="utf-8").splitlines()}
    assert keys == {("id", "inputs", "stock", "circuits", "tables", "random", "best")}

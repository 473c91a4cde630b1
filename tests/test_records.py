"""Records as JSON: the same whether it is made first or written at once."""

from __future__ import annotations

import json
from collections import ChainMap
from types import MappingProxyType
from typing import Any

import pytest

from turtlesoup_bench.games import Event, Forfeit, Move, Part
from turtlesoup_bench.records import Usage, json_line, to_json

VALUES: list[Any] = [
    {"a": [1, 2.5, None, True], "b": "汤\n"},
    (1, ("two", [3])),
    Usage(1, 2, 3, None),
    Event("picture", {"n": 1}, parts=(Part("a"), Part("b", "image/png")), to=("x",)),
    ({"seat": Move({"word": "a"}, {"replies": ["a"]})}, {"seat": Move(forfeit=Forfeit("refused", "", ("no",)))}),
    MappingProxyType({"seat": ChainMap({"measure": 1.0}, {"other": 0})}),
]


@pytest.mark.parametrize("value", VALUES)
def test_a_line_is_what_the_plain_json_would_be(value: Any) -> None:
    line = json_line(value)
    assert line == json.dumps(to_json(value), ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    assert json.loads(line) == to_json(value)


def test_half_a_surrogate_pair_is_escaped() -> None:
    assert json.loads(json_line({"said": "汤 \ud83d"})) == {"said": "汤 \ud83d"}


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(TypeError, match="set is no JSON"):
        json_line({"a": {1}})

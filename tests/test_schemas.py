from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from turtlesoup_bench.validation import check_record

ENDING = ".schema.json"
FOLDER = Path(str(files("turtlesoup_bench.schemas")))
KINDS = sorted(path.relative_to(FOLDER).as_posix().removesuffix(ENDING) for path in FOLDER.glob(f"*/*{ENDING}"))


def schema(kind: str) -> dict:
    return json.loads(files("turtlesoup_bench.schemas").joinpath(f"{kind}.schema.json").read_text())


@pytest.mark.parametrize("kind", KINDS)
def test_the_example_validates(kind: str) -> None:
    Draft202012Validator.check_schema(schema(kind))
    [example] = schema(kind)["examples"]
    assert check_record(example, kind, "example") == []


@pytest.mark.parametrize("kind", KINDS)
def test_an_unknown_field_is_a_problem(kind: str) -> None:
    [example] = schema(kind)["examples"]
    [problem] = check_record({**example, "titel": "x"}, kind, "example")
    assert "unknown field 'titel'" in problem.found


@pytest.mark.parametrize("kind", KINDS)
def test_every_object_is_closed_and_everything_described(kind: str) -> None:
    is_part = "allOf" in schema(kind)  # what it does not close, the schema that all games share does

    def walk(node: object, path: str) -> None:
        if not isinstance(node, dict):
            return
        if "properties" in node:
            assert is_part or node["additionalProperties"] is False, path
            for name, child in node["properties"].items():
                assert "description" in child or "$ref" in child, f"{path}.{name}"
                walk(child, f"{path}.{name}")
        walk(node.get("items"), f"{path}[]")
        for definition in node.get("$defs", {}).values():
            walk(definition, f"{path}.$defs")

    walk(schema(kind), kind)

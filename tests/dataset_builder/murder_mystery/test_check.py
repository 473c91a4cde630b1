"""The check of cases: the valid case passes, and every class of corruption is named where it is."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from turtlesoup_bench.dataset_builder.murder_mystery.case_files import case_files
from turtlesoup_bench.dataset_builder.murder_mystery.check import case_problems, check_cases
from turtlesoup_bench.dataset_builder.murder_mystery.solution import proof_lines
from turtlesoup_bench.dataset_builder.yaml_files import read_mapping

from turtlesoup_bench.games.murder_mystery.cases import read_case
from turtlesoup_bench.validation import check_record

CASE = "a-clear-night-on-the-ridge"
TABLE, _ = read_mapping(Path(__file__).parent / "corruptions.yaml")
assert TABLE
Changes = dict[str, Any]


@pytest.fixture(scope="module")
def path() -> Path:
    return next(path for path in case_files() if path.stem == CASE)


@pytest.fixture(scope="module")
def record(path: Path) -> dict[str, Any]:
    record, problems = read_mapping(path)
    assert record is not None, problems
    return record


def changed(record: dict[str, Any], changes: Changes) -> dict[str, Any]:
    """A copy of a record with the changes; a pair of words must stand there."""
    record = deepcopy(record)
    removed: list[tuple[Any, Any]] = []
    for path, value in deepcopy(changes).items():
        *steps, last = path.split(".")
        node: Any = record
        for step in steps:
            node = node[key(node, step)]
        if last == "+":
            node.append(value)
        elif value is None:
            removed.append((node, key(node, last)))
        elif isinstance(value, dict) and value.keys() == {"old", "new"}:
            node[last] = replaced(node[last], value["old"], value["new"])
        else:
            node[key(node, last)] = value
    for node, name in sorted(removed, key=lambda pair: str(pair[1]), reverse=True):
        del node[name]
    return record


def key(node: Any, step: str) -> Any:
    """The field, or the position in a list of what has this id."""
    if isinstance(node, dict):
        return step
    if step.isdigit():
        return int(step)
    return next(number for number, one in enumerate(node) if step in (one.get("id"), one.get("who")))


def replaced(text: Any, old: str, new: str) -> Any:
    if isinstance(text, dict):
        return {language: replaced(words, old, new) for language, words in text.items()}
    assert old in text
    return text.replace(old, new) if old else text + new


def raises(record: dict[str, Any], place: str, words: str) -> None:
    problems = case_problems(record)
    assert any(problem.place == place and words in str(problem) for problem in problems), "\n".join(map(str, problems))


@pytest.mark.parametrize("name", TABLE["corruptions"])
def test_a_corrupted_case_is_rejected(record: dict[str, Any], name: str) -> None:
    row = TABLE["corruptions"][name]
    raises(changed(record, row["change"]), row["place"], row["words"])


@pytest.mark.parametrize("place", TABLE["references"])
def test_every_reference_names_a_thing_of_the_right_kind(record: dict[str, Any], place: str) -> None:
    raises(changed(record, TABLE["references"][place]), place, "the id of a")


@pytest.mark.parametrize("place", TABLE["ids"])
def test_every_id_stands_once(record: dict[str, Any], place: str) -> None:
    raises(changed(record, {place: "six_minutes"}), "", "the id 'six_minutes' for 2 things")


@pytest.mark.parametrize("name", TABLE["valid"])
def test_a_valid_case_passes(record: dict[str, Any], name: str) -> None:
    valid = changed(record, TABLE["valid"][name])
    assert check_record(valid, "murder_mystery/case", "") == []
    assert case_problems(valid) == []


def test_the_proof_leaves_the_murderer_alone(record: dict[str, Any]) -> None:
    _, _, *rows = proof_lines(read_case(record))
    cells = {row.split()[0]: row.split()[1:] for row in rows}
    assert [who for who, left in cells.items() if left == ["yes", "yes"]] == [record["murder"]["murderer"]]
    assert cells["bruno"] == ["no:", "gate_stamp", "yes"]
    assert cells["pilar"] == ["yes", "no", "both_arms:", "pilar_arms"]


def test_files_that_are_no_case(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    files = {
        "broken": ("id: [", "expected node content"),
        "unknown_field": (text.replace("authors:", "writers:"), "authors"),
        "renamed": (text, "expected renamed, the file's name"),
        "corrupted": (text.replace("of: kenji_workshop", "of: kenji_dining"), "corrupted.yaml:100: sightings[8]"),
    }
    for name, (content, words) in files.items():
        file = tmp_path / f"{name}.yaml"
        file.write_text(content, encoding="utf-8")
        cases, problems = check_cases([file])
        assert not cases
        assert any(words in str(problem) for problem in problems), "\n".join(map(str, problems))

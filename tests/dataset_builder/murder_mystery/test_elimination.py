"""Elimination goes by facts: exchanged names and another order of roles and facts name the same person."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from packaged_cases import checked_cases, each_case

from turtlesoup_bench.games.murder_mystery.cases import read_case
from turtlesoup_bench.games.murder_mystery.solver import suspects_left

FACTS = ("stays", "acts", "sightings", "tellings", "means")


def renamed(node: Any, names: dict[str, str]) -> Any:
    """A copy in which each id of a person is another's."""
    if isinstance(node, dict):
        return {field: renamed(child, names) for field, child in node.items()}
    if isinstance(node, list):
        return [renamed(child, names) for child in node]
    return names.get(node, node) if isinstance(node, str) else node


@each_case
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_names_and_order_do_not_matter(name: str, data: st.DataObject) -> None:
    case = checked_cases()[name]
    people = [person["id"] for person in case.record["people"]]
    names = dict(zip(people, data.draw(st.permutations(people)), strict=True))
    record = renamed(case.record, names)
    for field in ("roles", *FACTS):
        record[field] = data.draw(st.permutations(record[field]))
    other = read_case(record)
    clues = data.draw(st.sets(st.sampled_from(case.clues)))
    some = case.public.union(*(clue.states for clue in clues))

    assert suspects_left(other, other.known) == [names[case.murderer]]
    assert set(suspects_left(other, some)) == {names[who] for who in suspects_left(case, some)}

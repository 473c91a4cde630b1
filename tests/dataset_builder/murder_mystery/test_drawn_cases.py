"""Cases that are drawn without a model."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from clue_samples import needs_fonts
from commands import turtlesoup
from turtlesoup_bench.dataset_builder.murder_mystery.build import drawn
from turtlesoup_bench.dataset_builder.murder_mystery.check import case_problems
from turtlesoup_bench.dataset_builder.murder_mystery.data_files import pictures
from turtlesoup_bench.dataset_builder.murder_mystery.generator import draw_case

from turtlesoup_bench.games.murder_mystery.instances import load
from turtlesoup_bench.validation import check_record

COUNT = 200
MOST_SHARED = 0.5


@pytest.fixture(scope="module")
def cases() -> list[dict[str, Any]]:
    return [draw_case(11, number) for number in range(COUNT)]


def test_all_pass_the_check(cases: list[dict[str, Any]]) -> None:
    for case in cases:
        assert not check_record(case, "murder_mystery/case", case["id"])
        assert not case_problems(case)


def test_no_two_share_half_of_their_facts(cases: list[dict[str, Any]]) -> None:
    for strict in (False, True):
        told = [set(facts(case, strict)) for case in cases]
        assert max(len(one & other) / len(one | other) for one, other in combinations(told, 2)) <= MOST_SHARED


def test_the_same_seed_draws_the_same_case() -> None:
    assert draw_case(3, 4) == draw_case(3, 4)
    assert draw_case(3, 4) != draw_case(3, 5) != draw_case(4, 4)


@needs_fonts
def test_every_picture_can_be_drawn(cases: list[dict[str, Any]]) -> None:
    pytest.importorskip("PIL")
    seen: set[str] = set()
    for case in cases:
        new = {path: one for path, one in pictures([case]).items() if one.kind not in seen}
        seen |= {one.kind for one in new.values()}
        drawn(new)
    assert len(seen) >= 15


@needs_fonts
def test_the_command_draws_a_folder_that_is_played(tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    done = turtlesoup("synthesize", "mystery", str(tmp_path), "--without-model", "--seed", "8", "--count", "2")
    assert done.returncode == 0, done.stderr
    assert len(load({"data": tmp_path})) == 4
    out = tmp_path / "run"
    agent = ["--agent", "murder-mystery-detective", "--seat", "murderer=murder-mystery-stonewaller"]
    played = turtlesoup("run", "--game", "murder-mystery", "--data", str(tmp_path), *agent, "--out", str(out))
    assert played.returncode == 0, played.stderr
    assert "100" in played.stdout


def facts(case: dict[str, Any], strict: bool) -> Iterator[tuple[object, ...]]:
    """The facts of a case, without names of people; if strict, also without times, which make most facts differ."""
    names = [person["name"]["en"] for person in case["people"]]
    places = {place["id"]: place["name"]["en"] for place in case["places"]}
    stays = {stay["id"]: stay for stay in case["stays"]}

    def nameless(text: str) -> str:
        for name in names:
            text = text.replace(name, "somebody")
        return text

    for stay in case["stays"]:
        yield ("stay", places[stay["at"]], stay["doing"]["en"], *([] if strict else [stay["from"], stay["to"]]))
    for one in case["sightings"]:
        yield ("sighting", places[stays[one["of"]]["at"]], *([] if strict else [one["at"]]))
    for kind in ("motives", "secrets", "means"):
        yield from ((kind, nameless(one["text"]["en"])) for one in case[kind])
    murder = case["murder"]
    for bound in murder["bounds"]:
        text = nameless(bound["text"]["en"])
        yield ("bound", "".join(c for c in text if not c.isdigit()) if strict else text)
    yield from (("need", need["text"]["en"]) for need in murder["needs"])
    yield ("scene", places[murder["place"]["at"]])
    yield ("deed", nameless(murder["text"]["en"]))
    for door in case["doors"]:
        yield ("door", *sorted(places[place] for place in door["between"]), door["minutes"])

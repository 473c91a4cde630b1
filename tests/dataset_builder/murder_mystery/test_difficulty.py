"""How many innocents a case needs: so many are enough, fewer never are."""

from __future__ import annotations

from itertools import combinations

import pytest
from packaged_cases import checked_cases, each_case

from turtlesoup_bench.games.murder_mystery.cases import Case, read_case
from turtlesoup_bench.games.murder_mystery.difficulty import DIFFICULTIES, difficulty_of, innocents_needed
from turtlesoup_bench.games.murder_mystery.game import GAME
from turtlesoup_bench.games.murder_mystery.solver import suspects_left
from turtlesoup_bench.games.murder_mystery.texts import stated


def left(case: Case, talking: tuple[str, ...]) -> list[str]:
    """Who is left by the opening, the table, and what these people have in their scripts and hands."""
    scripts = [stated(role["script"]) for role in case.record["roles"] if role["who"] in talking]
    clues = [clue.states for clue in case.clues if clue.held_by is None or clue.held_by in talking]
    return suspects_left(case, case.public.union(*scripts, *clues))


@each_case
def test_so_many_are_enough_and_fewer_are_not(name: str) -> None:
    case = checked_cases()[name]
    needed, innocents = innocents_needed(case), [who for who in case.suspects if who != case.murderer]
    assert [case.murderer] in [left(case, some) for some in combinations(innocents, needed)]
    assert all(len(left(case, some)) > 1 for some in combinations(innocents, max(0, needed - 1)))


def test_a_case_that_all_together_cannot_solve_is_hard() -> None:
    record = checked_cases()["the-rope-to-the-tent"].record
    assert difficulty_of(read_case(record)) == "easy"
    means = [{**fact, "has": True} for fact in record["means"]]
    stays = [stay for stay in record["stays"] if stay["who"] == record["murder"]["murderer"]]
    bare = read_case({**record, "means": means, "stays": stays, "acts": [], "sightings": []})
    assert innocents_needed(bare) == len(bare.suspects)
    assert difficulty_of(bare) == "hard"


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_cases_are_selected_by_it(difficulty: str) -> None:
    chosen = GAME.load({"difficulty": [difficulty], "languages": ["en"]})
    assert chosen and {one.tags["difficulty"] for one in chosen} == {difficulty}
    assert {one.cluster for one in chosen} == {
        name for name, case in checked_cases().items() if difficulty_of(case) == difficulty
    }

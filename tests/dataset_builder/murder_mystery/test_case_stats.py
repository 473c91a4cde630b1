"""The cases in numbers: what they promise of the clues that come round by round."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from commands import turtlesoup
from packaged_cases import NAMES, checked_cases, questions_on
from turtlesoup_bench.dataset_builder.murder_mystery import stats as case_statistics
from turtlesoup_bench.dataset_builder.murder_mystery.stats import ROUNDS, Stats, case_stats

from turtlesoup_bench.games.murder_mystery.cases import Case


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return list(checked_cases().values())


@pytest.fixture(scope="module", autouse=True)
def questions() -> Iterator[None]:
    """They are asked but once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(case_statistics, "questions", lambda case: questions_on(case.record["id"]))
        yield


@pytest.fixture(scope="module")
def stats(cases: list[Case], questions: None) -> Stats:
    return case_stats(cases)


def test_each_round_rules_out_more_and_honest_talk_is_worth_more_than_silence(stats: Stats) -> None:
    assert [one.number for one in stats.rounds] == list(range(ROUNDS + 1))
    for before, after in pairwise(stats.rounds):
        assert before.left >= after.left >= 1
        assert before.alone <= after.alone <= 1
        assert before.talk <= after.talk
    for one in stats.rounds:
        assert one.alone <= one.talk
    assert stats.rounds[-1].talk == 1
    assert stats.rounds[0].left <= sum(n * count for n, count in stats.roles.items()) / len(NAMES)


def test_everything_is_counted_once(stats: Stats, cases: list[Case]) -> None:
    assert sum(stats.roles.values()) == sum(stats.difficulty.values()) == len(cases)
    assert min(stats.difficulty.values()) >= 5  # of each there is enough to choose from
    clues = sum(len(case.clues) for case in cases)
    assert sum(stats.images.values()) + stats.texts == clues
    assert stats.chance == pytest.approx(sum(1 / (len(case.suspects) - 1) for case in cases) / len(cases))


def test_the_command_prints_them() -> None:
    done = turtlesoup("dataset", "stats")
    assert f"{len(NAMES)} cases" in done.stdout
    assert "clues by round 3" in done.stdout

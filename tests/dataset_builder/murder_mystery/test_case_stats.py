"""The cases in numbers: what they promise of the clues that come round by round."""

from __future__ import annotations

from itertools import pairwise

import pytest
from commands import turtlesoup
from turtlesoup_bench.dataset_builder.murder_mystery.check import check_cases
from turtlesoup_bench.dataset_builder.murder_mystery.stats import ROUNDS, Stats, case_stats

CASES = check_cases()[0]


@pytest.fixture(scope="module")
def stats() -> Stats:
    return case_stats(CASES)


def test_each_round_rules_out_more_and_honest_talk_is_worth_more_than_silence(stats: Stats) -> None:
    assert [one.number for one in stats.rounds] == list(range(ROUNDS + 1))
    for before, after in pairwise(stats.rounds):
        assert before.left >= after.left >= 1
        assert before.alone <= after.alone <= 1
        assert before.talk <= after.talk
    for one in stats.rounds:
        assert one.alone <= one.talk
    assert stats.rounds[-1].talk == 1
    assert stats.rounds[0].left <= sum(n * count for n, count in stats.roles.items()) / len(CASES)


def test_everything_is_counted_once(stats: Stats) -> None:
    assert sum(stats.roles.values()) == len(CASES)
    clues = sum(len(case.clues) for case in CASES)
    assert sum(stats.images.values()) + stats.texts == clues
    assert stats.chance == pytest.approx(sum(1 / (len(case.suspects) - 1) for case in CASES) / len(CASES))


def test_the_command_prints_them() -> None:
    done = turtlesoup("dataset", "stats")
    assert f"{len(CASES)} cases" in done.stdout
    assert "clues by round 3" in done.stdout

from __future__ import annotations

import random

import pytest

from turtlesoup_bench.statistics.bootstrap import cluster_interval


def test_two_tellings_of_a_story_are_not_two_witnesses() -> None:
    draw = random.Random(1)
    values = [draw.random() for _ in range(30)]
    one = cluster_interval(values, [str(n) for n in range(30)])
    twice = cluster_interval(values * 2, [str(n) for n in range(30)] * 2)
    fake = cluster_interval(values * 2, [str(n) for n in range(60)])
    assert one and twice and fake
    assert twice.high - twice.low == pytest.approx(one.high - one.low)
    assert fake.high - fake.low < 0.8 * (one.high - one.low)


def test_edges_of_the_interval() -> None:
    assert cluster_interval([], []) is None
    assert cluster_interval([0.4, 0.6], ["a", "a"]).low is None
    assert cluster_interval([0.5, 0.5], ["a", "b"]).low == 0.5

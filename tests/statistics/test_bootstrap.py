from __future__ import annotations

import random

import numpy as np
import pytest
from scipy.stats import bootstrap

from turtlesoup_bench.statistics.bootstrap import RESAMPLES, by_cluster, cluster_interval


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


@pytest.mark.parametrize("seed", range(5))
def test_the_interval_is_that_of_scipy(seed: int) -> None:
    draw = random.Random(seed)
    values = [draw.random() for _ in range(40)]
    clusters = [str(draw.randrange(12)) for _ in values]
    sums, counts = by_cluster(values, clusters)
    theirs = bootstrap(
        (np.array(sums), np.array(counts, dtype=float)),
        lambda total, count, axis=-1: total.sum(axis=axis) / count.sum(axis=axis),
        paired=True,
        vectorized=True,
        n_resamples=RESAMPLES,
        method="percentile",
        rng=np.random.default_rng(0),
    ).confidence_interval
    ours = cluster_interval(values, clusters)
    assert ours is not None
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)

from __future__ import annotations

import random

import numpy as np
import pytest
from scipy.stats import permutation_test

from turtlesoup_bench.statistics.bootstrap import by_cluster
from turtlesoup_bench.statistics.comparison import PERMUTATIONS, compare_pairs


@pytest.mark.parametrize(("clusters", "tolerance"), [(2, 1e-12), (5, 1e-12), (12, 1e-12), (40, 0.03), (300, 0.03)])
@pytest.mark.parametrize("shift", [0.0, 0.1, 0.4])
def test_the_p_value_is_that_of_scipy(clusters: int, tolerance: float, shift: float) -> None:
    draw = random.Random(clusters)
    differences = [round(draw.uniform(-1, 1), 1) + shift for _ in range(3 * clusters)]
    names = [str(number % clusters) for number in range(len(differences))]
    sums, _ = by_cluster(differences, names)
    theirs = permutation_test(
        (np.array(sums),),
        lambda sample, axis=-1: np.mean(sample, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=PERMUTATIONS,
        rng=np.random.default_rng(0),
    ).pvalue
    assert compare_pairs(differences, names).p == pytest.approx(theirs, abs=tolerance)


def test_edges_of_the_p_value() -> None:
    assert compare_pairs([], []).p is None
    assert compare_pairs([0.4, 0.6], ["a", "a"]).p is None
    assert compare_pairs([0.0, 0.0, 0.0], ["a", "b", "c"]).p == 1.0

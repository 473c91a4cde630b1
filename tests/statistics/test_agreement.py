"""Agreement of raters: against cases worked by hand, and against scipy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import kendalltau

from turtlesoup_bench.statistics.agreement import cohen_kappa, kendall_tau
from turtlesoup_bench.statistics.bootstrap import RESAMPLES

# 50 cases: 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no. Observed 0.7, by chance 0.5 * 0.6 + 0.5 * 0.4 = 0.5.
FIRST = ["yes"] * 25 + ["no"] * 25
SECOND = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15


@pytest.mark.parametrize(
    ("first", "second", "kappa"),
    [
        (FIRST, SECOND, 0.4),
        (FIRST, FIRST, 1.0),
        (["yes", "no"], ["no", "yes"], -1.0),
        (["yes", "no", "unknown"] * 3, ["yes"] * 9, 0.0),
        (["yes", "yes"], ["yes", "yes"], None),
        ([], [], None),
    ],
)
def test_kappa(first: list[str], second: list[str], kappa: float | None) -> None:
    assert cohen_kappa(first, second) == (None if kappa is None else pytest.approx(kappa))
    assert cohen_kappa(second, first) == cohen_kappa(first, second)


def test_tau_b_counts_ties() -> None:
    # Six pairs: five concordant, one tied in the second; tau-b = 5 / sqrt(6 * 5).
    found = kendall_tau([1, 2, 3, 4], [1, 2, 2, 3], ["a", "b", "c", "d"])
    assert found is not None
    assert found.tau == pytest.approx(5 / 30**0.5)


@pytest.mark.parametrize(("first", "second"), [([], []), ([1.0], [2.0]), ([1, 1, 1], [1, 2, 3]), ([1, 2], [0, 0])])
def test_without_an_order_there_is_no_tau(first: list[float], second: list[float]) -> None:
    assert kendall_tau(first, second, [str(number) for number in range(len(first))]) is None


def test_a_single_cluster_has_no_interval() -> None:
    found = kendall_tau([1, 2, 3], [1, 3, 2], ["a"] * 3)
    assert found is not None and (found.low, found.high) == (None, None)


def test_the_interval_is_that_of_scipys_tau_on_resampled_clusters() -> None:
    rng = np.random.default_rng(5)
    first = rng.integers(0, 5, 24).astype(float)
    second = first + rng.integers(-2, 3, 24)
    clusters = np.repeat([f"story-{number}" for number in range(12)], 2)
    found = kendall_tau(list(first), list(second), list(clusters))
    assert found is not None
    assert found.tau == pytest.approx(kendalltau(first, second).statistic)
    members = [np.flatnonzero(clusters == name) for name in np.unique(clusters)]
    draws = []
    for _ in range(RESAMPLES):
        chosen = np.concatenate([members[place] for place in rng.integers(12, size=12)])
        draws.append(kendalltau(first[chosen], second[chosen]).statistic)
    low, high = np.nanquantile(draws, [0.025, 0.975])
    assert found.low == pytest.approx(low, abs=0.03)
    assert found.high == pytest.approx(high, abs=0.03)


def test_clusters_widen_the_interval() -> None:
    rng = np.random.default_rng(1)
    first = rng.random(20)
    second = first + rng.normal(0, 0.5, 20)
    same = [*first, *first], [*second, *second]
    alone = kendall_tau(*same, [str(number) for number in range(40)])
    together = kendall_tau(*same, [str(number % 20) for number in range(40)])
    assert alone is not None and together is not None
    assert together.high - together.low > alone.high - alone.low

"""Paired comparison: the mean difference with its interval, and a permutation test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from turtlesoup_bench.statistics.bootstrap import Interval, by_cluster, cluster_interval

PERMUTATIONS = 9999


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs on the same instances.

    Attributes:
        pairs: Episodes that stand in the means of both.
        difference: Mean of second minus first, with its interval; None without pairs.
        p: Two-sided p value of a permutation test that swaps the runs cluster by cluster; None with fewer than two.
    """

    pairs: int
    difference: Interval | None
    p: float | None


def compare_pairs(differences: Sequence[float], clusters: Sequence[str]) -> Comparison:
    """Compares two runs by the differences of their pairs, second minus first.

    Args:
        differences: Shape (n,).
        clusters: Shape (n,), the cluster of each pair.
    """
    p = _permutation_p(differences, clusters)
    return Comparison(len(differences), cluster_interval(differences, clusters), p)


def _permutation_p(differences: Sequence[float], clusters: Sequence[str]) -> float | None:
    sums, _ = by_cluster(differences, clusters)
    if len(sums) < 2:
        return None
    import numpy as np
    from scipy.stats import permutation_test

    # With one sample a paired permutation flips signs: cluster by cluster, the runs are swapped.
    found = permutation_test(
        (np.array(sums),),
        lambda sample, axis=-1: np.mean(sample, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=PERMUTATIONS,
        rng=np.random.default_rng(0),
    )
    return float(found.pvalue)

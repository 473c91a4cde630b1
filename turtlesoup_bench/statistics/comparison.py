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
    """The p value of the test that flips the sign of whole clusters: all ways where they are few, else drawn ones.

    As scipy.stats.permutation_test, whose import takes longer than two runs take to be read and compared.
    """
    sums, _ = by_cluster(differences, clusters)
    if len(sums) < 2:
        return None
    import numpy as np

    is_exact = 2 ** len(sums) <= PERMUTATIONS
    if is_exact:
        flips = np.arange(2 ** len(sums))[:, np.newaxis] >> np.arange(len(sums)) & 1
    else:
        flips = np.random.default_rng(0).integers(0, 2, (PERMUTATIONS, len(sums)), dtype=np.int8)
    observed = sum(sums)
    totals = observed - 2 * (flips @ np.array(sums))
    rounding = 1e-12 * sum(map(abs, sums))
    tails = ((totals <= observed + rounding).sum(), (totals >= observed - rounding).sum())
    # A drawn sample leaves out the observed order itself, which therefore is added (Phipson and Smyth 2010).
    added = 0 if is_exact else 1
    return min(1.0, 2 * (int(min(tails)) + added) / (len(flips) + added))

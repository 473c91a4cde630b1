"""Paired comparison: the mean difference with its interval, and a permutation test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from turtlesoup_bench.statistics.bootstrap import Interval, by_cluster, cluster_interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

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
    sums, _ = by_cluster(differences, clusters)
    p = float(permutation_p(sums)) if len(sums) > 1 else None
    return Comparison(len(differences), cluster_interval(differences, clusters), p)


def permutation_p(sums: ArrayLike) -> NDArray[np.float64]:
    """Two-sided p values of the test that flips the sign of whole clusters: all ways where they are few, else drawn.

    As scipy.stats.permutation_test, whose import takes longer than two runs take to be read and compared.

    Args:
        sums: Shape (clusters, ...), the sum of the differences of each cluster; each column is a test of its own.

    Returns:
        Shape (...), in (0, 1].
    """
    import numpy as np

    sums = np.asarray(sums)
    is_exact = 2 ** len(sums) <= PERMUTATIONS
    if is_exact:
        flips = np.arange(2 ** len(sums))[:, np.newaxis] >> np.arange(len(sums)) & 1
    else:
        flips = np.random.default_rng(0).integers(0, 2, (PERMUTATIONS, len(sums)), dtype=np.int8)
    observed = sums.sum(axis=0)
    totals = observed - 2 * (flips @ sums)
    rounding = 1e-12 * abs(sums).sum(axis=0)
    tails = np.minimum((totals <= observed + rounding).sum(axis=0), (totals >= observed - rounding).sum(axis=0))
    # A drawn sample leaves out the observed order itself, which therefore is added (Phipson and Smyth 2010).
    added = 0 if is_exact else 1
    p: NDArray[np.float64] = np.minimum(1.0, 2 * (tails + added) / (len(flips) + added))
    return p

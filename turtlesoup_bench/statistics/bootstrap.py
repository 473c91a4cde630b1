"""Means with intervals, by resampling clusters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

CONFIDENCE = 0.95
RESAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its interval; all in the unit of the values.

    Attributes:
        mean: Mean of the values.
        low: Lower end of the 95 % bootstrap interval; None with fewer than two clusters.
        high: Upper end.
    """

    mean: float
    low: float | None
    high: float | None


def cluster_interval(values: Sequence[float], clusters: Sequence[str]) -> Interval | None:
    """Mean of the values with a percentile bootstrap interval over clusters (Efron and Tibshirani 1993, chapter 13).

    Whole clusters are resampled, so that two tellings of one story, or two seeds, are not taken for two witnesses.

    Args:
        values: Shape (n,).
        clusters: Shape (n,), the cluster of each value.

    Returns:
        None if there are no values. The interval is None with a single cluster.
    """
    if not values:
        return None
    mean = sum(values) / len(values)
    sums, counts = by_cluster(values, clusters)
    if len(sums) < 2:
        return Interval(mean, None, None)
    if len(set(values)) == 1:
        return Interval(mean, mean, mean)
    import numpy as np

    # As scipy.stats.bootstrap, whose import takes longer than a short run does beside its model calls.
    drawn = np.random.default_rng(0).integers(0, len(sums), (RESAMPLES, len(sums)))
    means = np.array(sums)[drawn].sum(axis=1) / np.array(counts)[drawn].sum(axis=1)
    low, high = np.percentile(means, (50 * (1 - CONFIDENCE), 50 * (1 + CONFIDENCE)))
    return Interval(mean, float(low), float(high))


def by_cluster(values: Sequence[float], clusters: Sequence[str]) -> tuple[list[float], list[int]]:
    """Sum and count of the values of each cluster."""
    sums: dict[str, float] = {}
    for value, cluster in zip(values, clusters, strict=True):
        sums[cluster] = sums.get(cluster, 0.0) + value
    counts = Counter(clusters)
    return list(sums.values()), [counts[cluster] for cluster in sums]

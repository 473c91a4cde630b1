"""How often the test of `comparison` sees a true difference, from paired differences that were measured before.

A cluster here is a list of alternatives: the mean differences that a comparison with one value a cluster could have
drawn for it, such as one for each seed. Nearly always it is a single number.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING

from turtlesoup_bench.statistics.bootstrap import CONFIDENCE, RESAMPLES, Interval
from turtlesoup_bench.statistics.comparison import permutation_p

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEVEL = 0.05
_BATCH = 250
"""Tests that are computed at once, which takes some 100 MB."""


def deviation(measured: Sequence[Sequence[float]]) -> Interval:
    """Standard deviation of the differences between clusters, with a percentile bootstrap interval over them.

    From few clusters the interval is too narrow, as bootstrap intervals of a variance are: at its upper end above all.

    Args:
        measured: At least two clusters, each with its alternatives.
    """
    import numpy as np

    deviations = _centred(measured)
    squares = np.array([np.mean(np.square(cluster)) for cluster in deviations])
    means = np.array([np.mean(cluster) for cluster in deviations])
    drawn = np.random.default_rng(0).integers(0, len(squares), (RESAMPLES, len(squares)))
    variances = squares[drawn].mean(axis=1) - means[drawn].mean(axis=1) ** 2
    low, high = np.sqrt(np.percentile(variances, (50 * (1 - CONFIDENCE), 50 * (1 + CONFIDENCE))))
    return Interval(float(np.sqrt(squares.mean())), float(low), float(high))


def draw_comparisons(
    measured: Sequence[Sequence[float]], clusters: int, count: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Comparisons of two systems that do not differ, as they would come out on other clusters.

    Each draws its clusters from the measured ones, with replacement, and an alternative of each.

    Args:
        measured: At least two clusters, each with its alternatives.
        clusters: How many clusters a comparison has.
        count: How many comparisons are drawn.
        rng: Where the draws come from.

    Returns:
        Shape (clusters, count), with the expectation 0 and the variance that was measured.
    """
    import numpy as np

    deviations = _centred(measured)
    sizes = np.array([len(cluster) for cluster in deviations])
    padded = np.array([np.resize(cluster, sizes.max()) for cluster in deviations])
    drawn = rng.integers(0, len(sizes), (clusters, count))
    comparisons: NDArray[np.float64] = padded[drawn, rng.integers(0, sizes[drawn])]
    return comparisons


def power(comparisons: NDArray[np.float64], difference: float) -> float:
    """Share of comparisons in which the test sees a difference at the level of 5 %, in [0, 1].

    Args:
        comparisons: Shape (clusters, count), without a difference.
        difference: The true difference, in the unit of the comparisons.
    """
    import numpy as np

    shifted = comparisons + difference
    parts = (shifted[:, start : start + _BATCH] for start in range(0, shifted.shape[1], _BATCH))
    return float(np.mean(np.concatenate([permutation_p(part) for part in parts]) <= LEVEL))


def detectable(comparisons: NDArray[np.float64], wanted: float = 0.8) -> float:
    """The least true difference that the test sees with the wanted power, to about 1 % of it.

    Args:
        comparisons: Shape (clusters, count), without a difference.
        wanted: Power, between the level of the test and 1.

    Raises:
        ValueError: If the comparisons do not vary, or have so few clusters that the test sees nothing at all.
    """
    if 2 / 2 ** len(comparisons) > LEVEL:
        raise ValueError(f"{len(comparisons)} clusters: too few for any difference to be seen")
    if not comparisons.std():
        raise ValueError("the comparisons do not vary: any difference would be seen")
    low, high = 0.0, 4 * float(comparisons.std()) / sqrt(len(comparisons))
    while power(comparisons, high) < wanted:
        low, high = high, 2 * high
    while high - low > 0.01 * high:
        middle = (low + high) / 2
        low, high = (low, middle) if power(comparisons, middle) >= wanted else (middle, high)
    return high


def _centred(measured: Sequence[Sequence[float]]) -> list[NDArray[np.float64]]:
    """Deviations from the mean of the clusters, scaled so that their mean square is the unbiased variance."""
    import numpy as np

    mean = np.mean([np.mean(cluster) for cluster in measured])
    scale = (len(measured) / (len(measured) - 1)) ** 0.5
    return [(np.asarray(cluster) - mean) * scale for cluster in measured]

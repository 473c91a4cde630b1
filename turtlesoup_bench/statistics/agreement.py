"""How far two raters agree: beyond chance on categories, in rank order on numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from turtlesoup_bench.statistics.bootstrap import CONFIDENCE, RESAMPLES


@dataclass(frozen=True, slots=True)
class RankCorrelation:
    """Kendall's tau-b with its interval; all in [-1, 1].

    Attributes:
        tau: Of the values.
        low: Lower end of the 95 % bootstrap interval; None with fewer than two clusters.
        high: Upper end.
    """

    tau: float
    low: float | None
    high: float | None


def cohen_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> float | None:
    """Agreement of two raters on categories beyond what their shares alone give (Cohen 1960).

    Args:
        first: Shape (n,), the categories that one rater gave.
        second: Shape (n,), the other's.

    Returns:
        At most 1; 0 is what chance gives. None without values, or where both always say the same one thing.
    """
    count = len(first)
    if not count:
        return None
    observed = sum(one == other for one, other in zip(first, second, strict=True)) / count
    shares, others = Counter(first), Counter(second)
    expected = sum(shares[category] * others[category] for category in shares) / count**2
    return None if expected == 1 else (observed - expected) / (1 - expected)


def kendall_tau(first: Sequence[float], second: Sequence[float], clusters: Sequence[str]) -> RankCorrelation | None:
    """Kendall's tau-b between two raters' numbers, with a percentile bootstrap interval over clusters.

    Args:
        first: Shape (n,), the numbers that one rater gave.
        second: Shape (n,), the other's.
        clusters: Shape (n,), the cluster of each pair; whole clusters are resampled.

    Returns:
        None where either rater always gives the same number: there is no order then.
    """
    if len(set(first)) < 2 or len(set(second)) < 2:
        return None
    import numpy as np
    from scipy.stats import kendalltau

    tau = float(kendalltau(first, second, variant="b").statistic)
    places = {name: place for place, name in enumerate(dict.fromkeys(clusters))}
    if len(places) < 2:
        return RankCorrelation(tau, None, None)
    # Each draw as the number of times that it has each pair: then tau-b of all draws is a few products of matrices.
    draws = np.random.default_rng(0).multinomial(len(places), [1 / len(places)] * len(places), size=RESAMPLES)
    times = draws[:, [places[name] for name in clusters]].astype(float)
    one, other = (np.sign(np.subtract.outer(values, values)) for values in (np.array(first), np.array(second)))
    concordant, untied, untied_other = (
        ((times @ matrix) * times).sum(axis=1) for matrix in (one * other, abs(one), abs(other))
    )
    has_order = (untied > 0) & (untied_other > 0)
    low, high = np.quantile(
        concordant[has_order] / np.sqrt(untied * untied_other)[has_order], [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2]
    )
    return RankCorrelation(tau, float(low), float(high))


def weighted_kappa(first: Sequence[int], second: Sequence[int], bins: int) -> float | None:
    """Agreement of two raters on ordered bins beyond chance, with quadratic weights (Cohen 1968).

    Args:
        first: Shape (n,), the bins of one rater, from 0 to ``bins - 1``.
        second: Shape (n,), the other's.
        bins: How many bins there are.

    Returns:
        At most 1; 0 is what chance gives. None without values, or where chance alone would agree altogether.
    """
    import numpy as np

    places = np.arange(bins)
    distance = (places[:, None] - places[None, :]) ** 2
    observed = np.zeros((bins, bins))
    for one, other in zip(first, second, strict=True):
        observed[one, other] += 1
    if not observed.sum():
        return None
    expected = np.outer(observed.sum(axis=1), observed.sum(axis=0)) / observed.sum()
    by_chance = float((distance * expected).sum())
    return None if by_chance == 0 else 1 - float((distance * observed).sum()) / by_chance


def pearson(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Pearson's correlation of two raters' numbers, in [-1, 1]; None where either always gives the same."""
    import numpy as np

    if len(set(first)) < 2 or len(set(second)) < 2:
        return None
    return float(np.corrcoef(first, second)[0, 1])


def spearman(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Spearman's rank correlation of two raters' numbers, in [-1, 1]; None where either always gives the same."""
    if len(set(first)) < 2 or len(set(second)) < 2:
        return None
    from scipy.stats import spearmanr

    return float(spearmanr(first, second).statistic)

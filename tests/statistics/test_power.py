"""Power of the paired test, against answers that are known."""

from __future__ import annotations

import runpy

import numpy as np
import pytest
from conftest import ROOT
from scipy.stats import nct, norm, t

from turtlesoup_bench.statistics.comparison import compare_pairs, permutation_p
from turtlesoup_bench.statistics.power import detectable, deviation, draw_comparisons, power

DEVIATION = 0.3


def normal(count: int) -> list[list[float]]:
    """Differences as a normal distribution has them, at its quantiles, and with a mean that must not matter."""
    return [[0.2 + DEVIATION * value] for value in norm.ppf((np.arange(count) + 0.5) / count)]


def power_of_t_test(clusters: int, difference: float) -> float:
    shift = difference / DEVIATION * clusters**0.5
    limit = t.ppf(0.975, clusters - 1)
    return float(nct.sf(limit, clusters - 1, shift) + nct.cdf(-limit, clusters - 1, shift))


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(1)


@pytest.mark.parametrize("clusters", [20, 60])
@pytest.mark.parametrize("difference", [0.0, 0.06, 0.12])
def test_on_normal_differences_it_is_that_of_the_t_test(
    clusters: int, difference: float, rng: np.random.Generator
) -> None:
    drawn = draw_comparisons(normal(2000), clusters, 600, rng)
    assert power(drawn, difference) == pytest.approx(power_of_t_test(clusters, difference), abs=0.05)


def test_what_can_be_seen_has_the_wanted_power(rng: np.random.Generator) -> None:
    seen = detectable(draw_comparisons(normal(2000), 40, 600, rng))
    assert power_of_t_test(40, seen) == pytest.approx(0.8, abs=0.05)
    far = draw_comparisons(normal(50), 5, 40, rng)  # five clusters can never reach 5 %, six can
    assert power(far, 100.0) == 0.0
    assert power(draw_comparisons(normal(50), 6, 40, rng), 100.0) == 1.0
    with pytest.raises(ValueError, match="too few"):
        detectable(far)
    with pytest.raises(ValueError, match="do not vary"):
        detectable(np.zeros((20, 10)))


def test_comparisons_without_a_difference_have_the_measured_variance(rng: np.random.Generator) -> None:
    measured = [[0.1, 0.3], [0.5], [-0.4, 0.0, 0.4], [0.9]]
    drawn = draw_comparisons(measured, 50, 4000, rng)
    assert drawn.shape == (50, 4000)
    assert drawn.mean() == pytest.approx(0.0, abs=0.005)
    assert drawn.std() == pytest.approx(deviation(measured).mean, rel=0.01)


def test_the_deviation_is_the_unbiased_one_inside_its_interval() -> None:
    values = [-0.3, 0.1, 0.2, 0.25, 0.6, 0.0]
    spread = deviation([[value] for value in values])
    assert spread.mean == pytest.approx(np.std(values, ddof=1))
    assert spread.low is not None and spread.high is not None
    assert spread.low < spread.mean < spread.high
    many = deviation(normal(2000))
    assert many.mean == pytest.approx(DEVIATION, rel=0.01)
    # Asymptotically the standard error of a normal sample's deviation is sigma / sqrt(2 n).
    assert many.high - many.low == pytest.approx(2 * 1.96 * DEVIATION / 4000**0.5, rel=0.1)


def test_many_tests_at_once_are_those_of_compare(rng: np.random.Generator) -> None:
    sums = rng.normal(0.1, 1, (20, 3))
    names = [str(number) for number in range(20)]
    assert permutation_p(sums).tolist() == [compare_pairs(column.tolist(), names).p for column in sums.T]


def test_the_script_takes_every_choice_of_languages_and_seeds() -> None:
    alternatives = runpy.run_path(str(ROOT / "benchmarks" / "power.py"))["alternatives"]
    both = {("en", 1): 0.1, ("en", 2): 0.3, ("zh", 1): 0.5, ("zh", 2): 0.7}
    english = {("en", 1): 0.2}
    assert alternatives([both, english], 1, 1) == [[0.1, 0.3, 0.5, 0.7], [0.2]]
    assert alternatives([both, english], 2, 1) == [[pytest.approx(0.3), pytest.approx(0.5)]]
    assert alternatives([both, english], 1, 2) == [[pytest.approx(0.2), pytest.approx(0.6)]]
    assert alternatives([both, english], 2, 2) == [[pytest.approx(0.4)]]
    assert alternatives([both, english], 1, 3) == []

"""What answers say of a hidden taste: rejection sampling from one large set of tastes.

The set is drawn once, as the users' tastes are, so that the tastes in it that fit all answers are a fair sample of the
posterior. Where too few fit, those that come nearest stay as well (approximate Bayesian computation).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from turtlesoup_bench.games.multi_turn.movie_recommendation.rules import ATTRIBUTE_SCALE, WEIGHT_SCALE, Answer

Floats: TypeAlias = NDArray[np.float32]
"""Whole numbers below 2^24, which this type holds exactly: their sums come out the same on any machine."""

PRIOR_SIZE = 1 << 16
FEWEST = 32
"""Tastes that are kept at least."""
WINDOW = 256
"""Tastes by which questions are judged, at most."""
_SEED = 42
_SIGNS: dict[Answer, int] = {"yes": 1, "no": -1, "no preference": 0}


@dataclass(frozen=True, eq=False, slots=True)
class Posterior:
    """Tastes that fit all answers so far.

    Attributes:
        tastes: Weights in tenths; shape (attributes, tastes).
    """

    tastes: Floats

    @property
    def mean(self) -> NDArray[np.float64]:
        """The expected weights, in tenths; shape (attributes,)."""
        mean: NDArray[np.float64] = self.tastes.mean(axis=1, dtype=np.float64)
        return mean

    def updated(self, difference: Floats, answer: Answer) -> tuple[Posterior, float]:
        """The posterior after an answer, and what the answer told.

        Args:
            difference: Attribute scores of the movie asked about minus those of the one that it is compared with, in
                hundredths; shape (attributes,).
            answer: The user's.

        Returns:
            The posterior, and minus the base-2 logarithm of the share of tastes that give this answer: 0 to 16 bits.
        """
        margins = _products("k,kt->t", difference, self.tastes)
        fits = np.sign(margins) == _SIGNS[answer]
        fitting, count = int(np.count_nonzero(fits)), len(margins)
        bits = math.log2(count / max(1, fitting))
        if fitting >= FEWEST:
            return Posterior(self.tastes.compress(fits, axis=1)), bits
        misses = np.where(fits, -1.0, np.abs(margins))
        return Posterior(self.tastes[:, np.argsort(misses, kind="stable")[:FEWEST]]), bits

    def gains(self, scores: Floats) -> NDArray[np.float64]:
        """What share of the taste's variance the question about each pair of movies is expected to remove.

        That is the variance between the mean tastes of those who would say Yes and of all others, summed over the
        attributes, in relation to the whole variance (A-optimal Bayesian design).

        Args:
            scores: Attribute scores of the movies, in hundredths; shape (movies, attributes).

        Returns:
            Shares in [0, 1]; shape (pairs,), in the order of `pairs`.
        """
        tastes = self.tastes[:, :WINDOW]
        first, second = pairs(len(scores))
        utilities = _products("mk,kt->mt", scores, tastes)
        prefers = (utilities[first] > utilities[second]).astype(np.float32)
        share, mean = (values.mean(axis=1, dtype=np.float64) for values in (prefers, tastes))
        joint = _products("qt,kt->qk", prefers, tastes).astype(np.float64) / tastes.shape[1]
        between = np.square(joint - np.outer(share, mean)).sum(axis=1)
        whole = share * (1 - share) * float(tastes.var(axis=1, dtype=np.float64).sum())
        gains = np.zeros(len(first))
        np.divide(between, whole, out=gains, where=whole > 0)
        return gains


@cache
def prior(attributes: int) -> Posterior:
    """The tastes that users can have: weights uniform in [0, 1], rounded to one decimal."""
    draws = np.random.default_rng(_SEED).random((attributes, PRIOR_SIZE))
    return Posterior(np.rint(draws * WEIGHT_SCALE).astype(np.float32))


@cache
def pairs(count: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The places of both movies in each pair of so many, the earlier one first; the order of `itertools.combinations`.

    Returns:
        Two arrays of shape (pairs,).
    """
    first, second = np.triu_indices(count, 1)
    return first, second


def attribute_scores(movies: Mapping[str, Sequence[float]]) -> Floats:
    """The attribute scores of a set of movies, as an event shows it, in hundredths; shape (movies, attributes)."""
    scores: Floats = np.rint(np.array(list(movies.values())) * ATTRIBUTE_SCALE).astype(np.float32)
    return scores


def _products(subscripts: str, *arrays: Floats) -> Floats:
    """Sums of products, without the threads of a BLAS, which for arrays of this size wait more than they work."""
    sums: Floats = np.einsum(subscripts, *arrays)
    return sums

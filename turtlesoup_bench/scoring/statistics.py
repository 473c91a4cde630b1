"""From many scores to a table: means with intervals, by genre and language, and what became of every episode."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from turtlesoup_bench.puzzles import Puzzle
from turtlesoup_bench.records import OUTCOMES, Episode, Outcome, Score, outcome

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


@dataclass(frozen=True, slots=True)
class Row:
    """A group of episodes.

    Attributes:
        group: ``overall``, a language, a genre, or ``<genre>@<language>``.
        episodes: Number of episodes.
        outcomes: How many ended how; the five outcomes, never merged.
        scored: Episodes that have a score.
        logic, details, conclusion, overall: Means over the scored ones; None if there are none. In [0, 1].
        precision: Mean share of predicted points that match something.
        solved_rate: Solved of all episodes.
        turns: Mean number of questions.
    """

    group: str
    episodes: int
    outcomes: dict[Outcome, int]
    scored: int
    logic: Interval | None
    details: Interval | None
    conclusion: Interval | None
    overall: Interval | None
    precision: Interval | None
    solved_rate: float
    turns: float


@dataclass(frozen=True, slots=True)
class Result:
    """An episode, the puzzle it played and its score, if any."""

    puzzle: Puzzle
    episode: Episode
    score: Score | None


def summarise(results: Sequence[Result]) -> list[Row]:
    """One row a genre, a language, a genre in a language, and overall; the last stands first."""
    groups: dict[str, list[Result]] = {"overall": list(results)}
    for key in (
        lambda r: r.puzzle.language,
        lambda r: r.puzzle.genre,
        lambda r: f"{r.puzzle.genre}@{r.puzzle.language}",
    ):
        for result in results:
            groups.setdefault(key(result), []).append(result)
    return [_row(group, members) for group, members in groups.items()]


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
    sums: dict[str, float] = {}
    for value, cluster in zip(values, clusters, strict=True):
        sums[cluster] = sums.get(cluster, 0.0) + value
    counts = Counter(clusters)
    mean = sum(values) / len(values)
    if len(sums) < 2:
        return Interval(mean, None, None)
    import numpy as np
    from scipy.stats import bootstrap

    data = (np.array(list(sums.values())), np.array([counts[cluster] for cluster in sums], dtype=float))
    if len(set(values)) == 1:  # nothing to resample; scipy warns of a degenerate distribution
        return Interval(mean, mean, mean)
    found = bootstrap(
        data,
        lambda total, count, axis=-1: total.sum(axis=axis) / count.sum(axis=axis),
        paired=True,
        vectorized=True,
        n_resamples=RESAMPLES,
        confidence_level=CONFIDENCE,
        method="percentile",
        rng=np.random.default_rng(0),
    ).confidence_interval
    return Interval(mean, float(found.low), float(found.high))


def _row(group: str, results: list[Result]) -> Row:
    endings = Counter(outcome(result.episode, result.score) for result in results)
    scored = [result for result in results if result.score is not None and result.score.status == "scored"]

    def interval(name: str) -> Interval | None:
        pairs = [(getattr(r.score, name), r.puzzle.story) for r in scored if getattr(r.score, name) is not None]
        return cluster_interval([value for value, _ in pairs], [story for _, story in pairs])

    return Row(
        group=group,
        episodes=len(results),
        outcomes={name: endings.get(name, 0) for name in OUTCOMES},
        scored=len(scored),
        logic=interval("logic"),
        details=interval("details"),
        conclusion=interval("conclusion"),
        overall=interval("overall"),
        precision=interval("precision"),
        solved_rate=endings["solved"] / len(results),
        turns=_mean(len(result.episode.turns) for result in results),
    )


def _mean(values: Iterable[int]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers)

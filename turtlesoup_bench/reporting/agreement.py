"""How far judges, or people, agree on the same episodes: from the scores of several scorers in run folders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from statistics import fmean

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Measure
from turtlesoup_bench.run_folder import SavedRun, read_saved
from turtlesoup_bench.statistics.agreement import pearson, spearman, weighted_kappa

BINS = 5
"""Equal bins over the range of a measure, on which kappa is computed."""
STEPS = 10
"""Parts of the range in which differences are counted."""

Key = tuple[str, str, str]
"""Run, episode and seat."""
Values = Mapping[str, Mapping[Key, float]]
"""By scorer."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two scorers on what both scored.

    Attributes:
        first, second: Their names.
        count: How many values both gave.
        kappa: Cohen's kappa with quadratic weights on `BINS` bins; None where chance alone would agree altogether.
        pearson: Their correlation; None where one always gives the same.
    """

    first: str
    second: str
    count: int
    kappa: float | None
    pearson: float | None


@dataclass(frozen=True, slots=True)
class Against:
    """Judges against people.

    Attributes:
        judges: ``mean`` of all judges, or the name of one.
        count: How many values both have.
        spearman: Rank correlation; None where one always gives the same.
        differences: Judges minus people, as a share of the range: for each tenth of it, from -1 to 1, the share of
            values whose difference lies there; a tenth contains its lower end, the last one both.
    """

    judges: str
    count: int
    spearman: float | None
    differences: Sequence[float]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement on one measure.

    Attributes:
        measure: Which.
        pairs: Each two judges.
        kappa: Mean of the pairs' kappas; None where none has one.
        against: The judges' mean, and each judge, against people; empty where no people are named.
    """

    measure: Measure
    pairs: Sequence[Pair]
    kappa: float | None
    against: Sequence[Against]


def judge_agreement(runs: Iterable[Path], people: str | None = None) -> list[Agreement]:
    """How far the scorers whose scores lie in run folders agree, measure by measure.

    Args:
        runs: Run folders of one game.
        people: The scorer that stands for people; the others are judges.

    Raises:
        InvalidInput: If the runs are of several games, people gave no scores, or fewer than two scorers gave some.
    """
    saved = {str(path): read_saved(path) for path in runs}
    games = {one.game.name: one.game for one in saved.values()}
    if len(games) != 1:
        raise InvalidInput([Problem("runs", "game", ", ".join(games), "runs of one game")])
    (game,) = games.values()
    values = _values(saved)
    scorers = sorted({scorer for one in saved.values() for scorer in one.folder.scorers()})
    if people is not None and people not in scorers:
        raise InvalidInput([Problem("--people", "", people, f"one of {', '.join(scorers)}")])
    agreements = [
        _agreement(measure, by_scorer, people)
        for measure in game.measures
        if len(by_scorer := values.get(measure.name, {})) > 1 and None not in measure.range
    ]
    if not agreements:
        known = ", ".join(scorers) or "none"
        raise InvalidInput([Problem("runs", "scores", f"by {known}", "a measure that two scorers gave")])
    return agreements


def _values(saved: Mapping[str, SavedRun]) -> dict[str, dict[str, dict[Key, float]]]:
    """By measure and scorer: the value of each run, episode and seat."""
    values: dict[str, dict[str, dict[Key, float]]] = {}
    for run, one in saved.items():
        for scorer in one.folder.scorers():
            for episode, score in one.folder.read_scores(scorer).items():
                if score.status != "scored":
                    continue
                for seat, measures in score.by_seat.items():
                    for measure, value in measures.items():
                        values.setdefault(measure, {}).setdefault(scorer, {})[run, episode, seat] = float(value)
    return values


def _agreement(measure: Measure, values: Values, people: str | None) -> Agreement:
    judges = sorted(name for name in values if name != people)
    pairs = [_pair(measure, values, one, other) for one, other in combinations(judges, 2)]
    kappas = [pair.kappa for pair in pairs if pair.kappa is not None]
    against = []
    if people is not None and people in values:
        by_people = values[people]
        shared = [key for key in by_people if all(key in values[judge] for judge in judges)]
        means = {key: fmean(values[judge][key] for judge in judges) for key in shared}
        against = [_against(measure, "mean", means, by_people)]
        against += [_against(measure, judge, values[judge], by_people) for judge in judges]
    return Agreement(measure, pairs, fmean(kappas) if kappas else None, against)


def _pair(measure: Measure, values: Values, first: str, second: str) -> Pair:
    both = [key for key in values[first] if key in values[second]]
    one, other = ([values[judge][key] for key in both] for judge in (first, second))
    bins, others = ([_place(measure, value) for value in rated] for rated in (one, other))
    return Pair(first, second, len(both), weighted_kappa(bins, others, BINS), pearson(one, other))


def _against(
    measure: Measure,
    name: str,
    judged: Mapping[Key, float],
    by_people: Mapping[Key, float],
) -> Against:
    both = [key for key in by_people if key in judged]
    one, other = ([rated[key] for key in both] for rated in (judged, by_people))
    low, high = _range(measure)
    counts = [0] * (2 * STEPS)
    for a, b in zip(one, other, strict=True):
        share = (a - b) / (high - low)
        counts[min(2 * STEPS - 1, int((share + 1) * STEPS + 1e-9))] += 1
    return Against(name, len(both), spearman(one, other), [count / max(1, len(both)) for count in counts])


def _place(measure: Measure, value: float) -> int:
    """The bin of a value; a bin contains its lower end, the last one both."""
    low, high = _range(measure)
    return min(BINS - 1, int((value - low) / (high - low) * BINS + 1e-9))


def _range(measure: Measure) -> tuple[float, float]:
    low, high = measure.range
    assert low is not None
    assert high is not None
    return low, high

"""Cost against score: one point a run, with 95 % intervals in both directions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.results import OVERALL, headline
from turtlesoup_bench.reporting.comparison import rulers_of
from turtlesoup_bench.reporting.results import RunResults
from turtlesoup_bench.statistics.bootstrap import Interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SUFFIXES = (".svg", ".png", ".pdf")
AXES = {"cost": "US dollars an episode, without the judge's", "tokens": "tokens an episode, without the judge's"}


@dataclass(frozen=True, slots=True)
class Point:
    """A run.

    Attributes:
        label: Who is tested; with the folder, where several runs test the same.
        spent: An episode's dollars or tokens.
        score: The headline, as it is shown: times the measure's scale.
    """

    label: str
    spent: Interval
    score: Interval


def cost_points(runs: Mapping[str, RunResults]) -> tuple[str, list[Point]]:
    """Where each run stands.

    Args:
        runs: By folder.

    Returns:
        ``cost``, or ``tokens`` where the price of some model is not known; and a point a run.

    Raises:
        InvalidInput: If the runs are not of one game, were not scored in the same way, or one of them has no score.
    """
    rulers_of(runs)
    is_priced = all(result.values["cost"] is not None for run in runs.values() for result in run.results)
    unit = "cost" if is_priced else "tokens"
    tested = Counter(run.tested for run in runs.values())
    points, problems = [], []
    for name, run in runs.items():
        means = next((row.means for row in run.rows if row.group == OVERALL), {})
        spent, score = means.get(unit), means.get(headline(run.game))
        if spent is None or score is None:
            problems.append(Problem(name, "", "no scored episode", "a run with scores"))
            continue
        label = run.tested if tested[run.tested] == 1 else f"{run.tested} ({Path(name).name})"
        points.append(Point(label, spent, _scaled(score, run.game.measures[0].scale)))
    if problems:
        raise InvalidInput(problems)
    return unit, points


def plot_cost(runs: Mapping[str, RunResults], path: Path) -> None:
    """Draws the runs.

    Args:
        runs: By folder.
        path: Where; the suffix decides the format.

    Raises:
        InvalidInput: As `cost_points`; or if matplotlib is not installed, or cannot write this format.
    """
    check_figure(path)
    import matplotlib as mpl
    from matplotlib.figure import Figure

    unit, points = cost_points(runs)
    game = next(iter(runs.values())).game
    mpl.rcParams["svg.hashsalt"] = "turtlesoup-bench"  # the same runs give the same file
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    for point in points:
        spent, score = point.spent, point.score
        axes.errorbar(spent.mean, score.mean, xerr=_error(spent), yerr=_error(score), fmt="o", capsize=3)
        axes.annotate(point.label, (spent.mean, score.mean), xytext=(6, 6), textcoords="offset points", fontsize=9)
    if all(point.spent.mean > 0 for point in points):
        axes.set_xscale("log")
    axes.margins(0.15)
    axes.set_xlabel(AXES[unit])
    axes.set_ylabel(f"{game.measures[0].label}{' (%)' if game.measures[0].scale == 100 else ''}")
    axes.set_title(f"{game.name}: score against cost, with 95 % intervals")
    axes.spines[["top", "right"]].set_visible(False)
    save_figure(figure, path)


def check_figure(path: Path) -> None:
    """Refuses a figure that cannot be drawn, before anything is read for it.

    Raises:
        InvalidInput: If matplotlib is not installed, or the suffix is of no kind of figure.
    """
    if path.suffix not in SUFFIXES:
        kinds = f"a name that ends in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"
        raise InvalidInput([Problem(str(path), "", f"the suffix {path.suffix!r}", kinds)])
    if find_spec("matplotlib") is None:
        expected = "the extra: pip install 'turtlesoup-bench[plot]'"
        raise InvalidInput([Problem("plot", "", "no matplotlib", expected)])


def save_figure(figure: Figure, path: Path) -> None:
    """Writes a figure.

    Args:
        figure: The figure.
        path: Where; the suffix, which `check_figure` has seen, decides the format.

    Raises:
        InvalidInput: If the file cannot be written.
    """
    try:
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    except OSError as error:
        raise InvalidInput([Problem(str(path), "", error.strerror or str(error), "a file to write to")]) from None


def _scaled(interval: Interval, scale: float) -> Interval:
    low, high = (None if end is None else scale * end for end in (interval.low, interval.high))
    return Interval(scale * interval.mean, low, high)


def _error(interval: Interval) -> list[list[float]] | None:
    """The interval's arms, as matplotlib takes them."""
    if interval.low is None or interval.high is None:
        return None
    return [[max(0.0, interval.mean - interval.low)], [max(0.0, interval.high - interval.mean)]]

"""How many stories it takes to see a difference, by simulation from the paired differences of runs that were played.

Run: ``python benchmarks/power.py``, or with run folders, two by two: ``... power.py runs/one runs/other``.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from itertools import combinations, product
from pathlib import Path

import numpy as np

from turtlesoup_bench.games.results import headline
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.statistics.power import detectable, deviation, draw_comparisons, power

RECORDED = Path(__file__).parents[1] / "examples" / "recorded"
DEFAULT = [RECORDED / f"turtle-soup-{language}-{agent}" for language in ("en", "zh") for agent in ("direct", "mosaic")]
STORIES = (40, 60, 80, 160, 320, 400)
DIFFERENCES = (0.03, 0.05, 0.10)
COMPARISONS = 1000

Story = dict[tuple[str, int], float]
"""Language and seed of each game of a story → the difference."""


def main(folders: list[Path]) -> None:
    """Prints a table for each number of languages and seeds."""
    stories = differences(folders)
    games = sum(map(len, stories))
    print(f"{games} pairs of games of {len(stories)} stories")
    single = alternatives(stories, 1, 1)
    if len({value for story in single for value in story}) < 2:
        sys.exit("all differences are the same: there is nothing to draw from")
    for languages, seeds in product((1, 2), (1, 3)):
        measured = alternatives(stories, languages, seeds)
        if len(measured) > 1:
            table(f"languages: {languages}, seeds: {seeds}", measured, 1)
        elif seeds == 1:
            table(f"languages: {languages}, as if a story's tellings were unrelated (at best)", single, languages)


def differences(folders: list[Path]) -> list[Story]:
    """By story, the headline of the second run of each two less that of the first, on what both have scored."""
    stories: dict[str, Story] = defaultdict(dict)
    for first, second in zip(folders[::2], folders[1::2], strict=True):
        before, after = (
            {result.episode.id: result for result in read_results(folder).results} for folder in (first, second)
        )
        for name in before.keys() & after.keys():
            instance, seed = after[name].instance, after[name].episode.setup.seed
            values = [result.scored[headline(result.game)] for result in (before[name], after[name])]
            if None not in values:
                stories[instance.cluster][instance.language, seed] = values[1] - values[0]
    return [stories[name] for name in sorted(stories)]


def alternatives(stories: list[Story], languages: int, seeds: int) -> list[list[float]]:
    """Of each story that has so many languages and seeds, the mean difference of every choice of them."""
    measured = []
    for story in stories:
        told, played = (sorted({game[place] for game in story}) for place in (0, 1))
        choices = product(combinations(told, languages), combinations(played, seeds))
        games = [list(product(*choice)) for choice in choices]
        measured.append([float(np.mean([story[game] for game in one])) for one in games if set(one) <= set(story)])
    return [values for values in measured if values]


def table(title: str, measured: list[list[float]], games: int) -> None:
    """Prints the power by number of stories, where a story is the mean of so many independent draws.

    Brackets: had the standard deviation been the upper or the lower end of its interval. A difference and a standard
    deviation that grow alike leave the power as it is, so that no other simulation is needed.
    """
    spread = deviation(measured)
    low, high = spread.low / spread.mean, spread.high / spread.mean
    print(f"\n{title}; standard deviation between stories {_points(spread.mean / games**0.5)}", end=" ")
    print(f"[{_points(spread.low / games**0.5)}, {_points(spread.high / games**0.5)}] points")
    header = "".join(f"{f'{100 * difference:.0f} points':>18}" for difference in DIFFERENCES)
    print(f"{'stories':>7}{header}{'80 % power from':>20}")
    for count in STORIES:
        rng = np.random.default_rng(count)
        drawn = sum(draw_comparisons(measured, count, COMPARISONS, rng) for _ in range(games)) / games
        cells = [[power(drawn, one / factor) for factor in (1, high, low)] for one in DIFFERENCES]
        seen = detectable(drawn)
        row = "".join(f"{f'{100 * mean:.0f} [{100 * least:.0f}, {100 * most:.0f}]':>18}" for mean, least, most in cells)
        print(f"{count:>7}{row}{f'{_points(seen)} [{_points(seen * low)}, {_points(seen * high)}]':>20}", flush=True)


def _points(value: float) -> str:
    return f"{100 * value:.1f}"


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]] or DEFAULT)

"""Runs side by side on the same puzzles: the table of the paper's ablation study, with paired differences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.turtle_soup.measures import compare
from turtlesoup_bench.records import Ruler
from turtlesoup_bench.reporting.results import RunResults
from turtlesoup_bench.reporting.tables import p_value, percent, plain_table, signed

if TYPE_CHECKING:
    from rich.console import Group

ABLATIONS = (
    "mosaic",
    "mosaic-without-deliberation",
    "mosaic-without-meta-cognition",
    "mosaic-without-pruning",
    "mosaic-without-key-clues",
    "mosaic-without-all",
)


def comparison_table(runs: Mapping[str, RunResults]) -> Group:
    """One row a run, in percent, with the difference in the overall score from the first run.

    Args:
        runs: By name; the first is what the others are compared with.

    Raises:
        InvalidInput: If the runs were not scored with the same ruler.
    """
    from rich.console import Group
    from rich.text import Text

    _check_rulers(runs)
    table = plain_table("", "scored", "logic", "details", "concl.", "all", "difference [95 %]", "p")
    first = next(iter(runs.values()))
    for name, run in runs.items():
        row = run.rows[0]
        measures = [percent(row.means[measure]) for measure in ("logic", "details", "conclusion", "overall")]
        difference, p = "", ""
        if run is not first:
            comparison = compare(first.results, run.results)
            difference = signed(comparison.difference)
            p = p_value(comparison.p)
        table.add_row(name, f"{row.scored}/{row.episodes}", *measures, difference, p)
    told = Text(f"judge {first.judge}; differences are paired, intervals and p values are of stories", style="dim")
    notes = dict.fromkeys(note.text() for run in runs.values() for note in run.judge_notes)
    return Group(table, Text(), told, *(Text(f"Note: {note}", style="yellow") for note in notes))


def _check_rulers(runs: Mapping[str, RunResults]) -> None:
    rulers: dict[Ruler, str] = {}
    for name, run in runs.items():
        for result in run.results:
            if result.score is not None:
                rulers.setdefault(result.score.ruler, name)
    if len(rulers) > 1:
        raise InvalidInput(
            Problem(name, "ruler", str(ruler), "one ruler in all runs; score them with the same judge")
            for ruler, name in rulers.items()
        )

"""Runs side by side on the same instances, with paired differences: also the table of an ablation study."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.results import OVERALL, compare, headline
from turtlesoup_bench.records import Json
from turtlesoup_bench.reporting.notes import scorer_notes
from turtlesoup_bench.reporting.results import RunResults
from turtlesoup_bench.reporting.tables import number
from turtlesoup_bench.text_tables import p_value, plain_table, signed

if TYPE_CHECKING:
    from rich.console import Group

SHOWN = 4
"""Measures, the headline first, beside which a difference with its interval has room in 80 columns."""


def comparison_table(runs: Mapping[str, RunResults]) -> Group:
    """One row a run, with the difference in the headline from the first run.

    Args:
        runs: By name; the first is what the others are compared with.

    Raises:
        InvalidInput: If the runs are of several games, or were not scored in the same way.
    """
    from rich.console import Group
    from rich.text import Text

    first = next(iter(runs.values()))
    played = rulers_of(runs)
    measures = first.game.measures[:SHOWN]
    table = plain_table("", "scored", *(m.label.lower() for m in measures), "difference [95 %]", "p")
    for name, run in runs.items():
        row = next((row for row in run.rows if row.group == OVERALL), None)
        cells = [number(measure, row.means[measure.name] if row else None) for measure in measures]
        difference, p = "", ""
        if run is not first:
            comparison = compare(first.game, first.results, run.results)
            difference, p = signed(comparison.difference, measures[0].scale), p_value(comparison.p)
        table.add_row(name, f"{row.scored}/{row.episodes}" if row else "0/0", *cells, difference, p)
    told = Text(
        f"scorer {first.scorer}; differences of {headline(first.game)} are paired; intervals and p values by cluster",
        style="dim",
    )
    notes = dict.fromkeys(note.text() for run in runs.values() for note in scorer_notes(run))
    lines = [*notes, *_differences(played)]
    return Group(table, Text(), told, *(Text(f"Note: {line}", style="yellow") for line in lines))


def rulers_of(runs: Mapping[str, RunResults]) -> dict[str, Json]:
    """What was played in each run, once it is sure that all were scored in the same way.

    Args:
        runs: By name.

    Returns:
        Options and untested seats of each run that has a score.

    Raises:
        InvalidInput: If the runs are of several games, or were not scored in the same way.
    """
    scored: dict[str, str] = {}
    played: dict[str, Json] = {}
    for name, run in runs.items():
        for result in run.results:
            if result.score is not None:
                ruler = result.score.ruler
                decisive = {key: ruler[key] for key in ("game", "version", "data", "scorer")}
                scored.setdefault(json.dumps(decisive, sort_keys=True, ensure_ascii=False), name)
                played[name] = {key: ruler[key] for key in ("options", "seats")}
    if len(scored) > 1:
        raise InvalidInput(
            Problem(name, "ruler", ruler, "one ruler in all runs; score them with the same scorer")
            for ruler, name in scored.items()
        )
    return played


def _differences(played: Mapping[str, Json]) -> Iterator[str]:
    """In what the runs differ, beside the players; such runs are compared, but never ranked together."""
    if not played:
        return
    first = next(iter(played.values()))
    for part in ("options", "seats"):
        differing = [
            name
            for name in (first[part] or {})
            if any((other[part] or {}).get(name) != first[part][name] for other in played.values())
        ]
        if differing:
            yield f"these runs were not played alike: {part} {', '.join(differing)} differ"

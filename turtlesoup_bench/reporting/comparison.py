"""Runs side by side on the same instances, with paired differences: also the table of an ablation study."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Measure
from turtlesoup_bench.games.results import OUTSIDE_MEANS, compare, headline
from turtlesoup_bench.records import Json
from turtlesoup_bench.reporting.notes import scorer_notes
from turtlesoup_bench.reporting.results import RunResults
from turtlesoup_bench.reporting.tables import number
from turtlesoup_bench.statistics.bootstrap import Interval
from turtlesoup_bench.text_tables import p_value, plain_table, signed

if TYPE_CHECKING:
    from rich.console import Group

SHOWN = 4
"""Measures, the headline first, beside which a difference with its interval has room in 80 columns."""


def comparison_table(runs: Mapping[str, RunResults]) -> Group:
    """One row a run: means over the episodes that all runs share, and the paired difference from the first run.

    Args:
        runs: By name; the first is what the others are compared with.

    Raises:
        InvalidInput: If the runs are of several games, or were not scored in the same way.
    """
    from rich.console import Group
    from rich.text import Text

    first_name, first = next(iter(runs.items()))
    played = rulers_of(runs)
    shared = shared_episodes(runs.values())
    measures = first.game.measures[:SHOWN]
    table = plain_table("", "scored", *(m.label.lower() for m in measures), "pairs", "difference [95 %]", "p")
    unpaired = []
    for name, run in runs.items():
        means = [_mean(measure, run, shared) for measure in measures]
        pairs, difference, p = "", "", ""
        if run is not first:
            comparison = compare(first.game, first.results, run.results)
            pairs, difference = str(comparison.pairs), signed(comparison.difference, measures[0].scale)
            p = p_value(comparison.p)
            unpaired += [name] if not comparison.pairs else []
        table.add_row(name, run.played, *means, pairs, difference, p)
    told = Text(
        f"scorer {first.scorer}; means over the {len(shared)} episodes that all these runs have scored; differences of "
        f"{headline(first.game)} from {first_name} are paired by instance and seed; intervals and p values by cluster",
        style="dim",
    )
    notes = dict.fromkeys(note.text() for run in runs.values() for note in scorer_notes(run))
    partial = [
        f"{name} is not finished: {len(run.results)} of {run.planned} episodes were played"
        for name, run in runs.items()
        if len(run.results) < run.planned
    ]
    apart = [f"{name} and {first_name} share no scored episode (instance and seed)" for name in unpaired]
    lines = [*partial, *apart, *_populations(runs, len(shared)), *notes, *_differences(played)]
    return Group(table, Text(), told, *(Text(f"Note: {line}", style="yellow") for line in lines))


def shared_episodes(runs: Iterable[RunResults]) -> set[str]:
    """Ids of the episodes that stand in the means of every run."""
    return set.intersection(
        *({one.episode.id for one in run.results if one.outcome not in OUTSIDE_MEANS} for run in runs)
    )


def _mean(measure: Measure, run: RunResults, shared: Collection[str]) -> str:
    """The mean of a measure over some episodes of a run, as it is shown."""
    values = [one.scored[measure.name] for one in run.results if one.episode.id in shared]
    known = [value for value in values if value is not None]
    return number(measure, Interval(sum(known) / len(known), None, None) if known else None)


def _populations(runs: Mapping[str, RunResults], shared: int) -> Iterator[str]:
    """That the runs played different episodes, so that the means are over a part of each."""
    scored = {name: sum(one.outcome not in OUTSIDE_MEANS for one in run.results) for name, run in runs.items()}
    more = [f"{name} ({count})" for name, count in scored.items() if count > shared]
    if more:
        yield f"the means leave out episodes that not all runs have: {', '.join(more)} scored more than {shared}"


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
        rulers = {name: json.loads(ruler) for ruler, name in scored.items()}
        first = next(iter(rulers.values()))
        differing = [key for key in first if any(ruler[key] != first[key] for ruler in rulers.values())]
        differing = ["game"] if "game" in differing else differing  # then all else differs, too
        raise InvalidInput(
            Problem(name, key, json.dumps(ruler[key], ensure_ascii=False), "the same in all runs")
            for key in differing
            for name, ruler in rulers.items()
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

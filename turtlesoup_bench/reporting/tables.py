"""The table of a run, for a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from turtlesoup_bench.games import Game, Instance, Measure, Score
from turtlesoup_bench.games.results import OVERALL, SPENT, Row, parity
from turtlesoup_bench.records import LANGUAGES, Usage
from turtlesoup_bench.reporting.results import RunResults
from turtlesoup_bench.statistics.bootstrap import Interval, cluster_interval
from turtlesoup_bench.text_tables import counted, plain_table, signed

if TYPE_CHECKING:
    from rich.console import Group, RenderableType


def run_table(results: RunResults) -> Group:
    """What a run amounts to: one row a group, a language, and overall."""
    from rich.console import Group
    from rich.text import Text

    game, run = results.game, results.run
    rows = {row.group: row for row in results.rows}
    measures = _measured(game, results.rows)
    headings = [f"{m.label.lower()}{' [95 %]' if place == 0 else ''}" for place, m in enumerate(measures)]
    table = plain_table("", "scored", *headings)
    languages = [language for language in LANGUAGES if language in rows]
    tags = sorted(group for group in rows if "@" not in group and group not in (*languages, OVERALL))
    for section in (tags, languages if len(languages) > 1 else [], [OVERALL] if rows else []):
        for place, group in enumerate(section):
            style = "bold" if group == OVERALL else ""
            scored = results.played if group == OVERALL else f"{rows[group].scored}/{rows[group].episodes}"
            table.add_row(*_cells(measures, rows[group], scored), style=style, end_section=place == len(section) - 1)
    seats = "".join(f"{seat} {who}, " for seat, who in results.others.items())
    ruler = (
        f"{seats}scorer {results.scorer or 'none'}\n"
        f"{game.name} {run['game_version']}, data {run['data']['version']} ({run['data']['hash']})"
    )
    lines: list[RenderableType] = [Text(results.tested, style="bold"), Text(ruler, style="dim"), Text()]
    if rows:
        lines += [table, Text()]
        lines.append(Text("outcomes: " + ", ".join(f"{n} {name}" for name, n in rows[OVERALL].outcomes.items())))
        lines.append(
            Text("play: " + ", ".join(f"{name} {value}" for name, value in play_measures(game, rows[OVERALL])))
        )
        told_twice = parity(game, results.results)
        if told_twice is not None:
            lines.append(Text(f"Chinese minus English, told twice: {signed(told_twice, game.measures[0].scale)}"))
    lines += [Text(_spent(seat, usage)) for seat, usage in sorted(results.usage.items())]
    lines += [Text(f"Note: {note.text()}", style="yellow") for note in results.notes]
    return Group(*lines)


def play_measures(game: Game, row: Row) -> list[tuple[str, str]]:
    """How the games went, as name and text: what is measured without a scorer, tokens and dollars an episode."""
    measures = [(m.label.lower(), number(m, row.means[m.name])) for m in game.play_measures]
    tokens, cost = (row.means[measure.name] for measure in SPENT)
    if tokens is not None and tokens.mean:
        measures.append(("tokens an episode", f"{tokens.mean:,.0f}"))
        measures.append(("cost an episode", "unknown" if cost is None else f"${cost.mean:.4f}"))
    return [(name, text) for name, text in measures if text != "–"] or [("nothing", "was measured")]


def number(measure: Measure, interval: Interval | None) -> str:
    """A mean of a measure as it is shown, with one digit; ``–`` where there is none."""
    return "–" if interval is None else f"{measure.scale * interval.mean:.1f}"


def number_with_interval(measure: Measure, interval: Interval | None) -> str:
    """A mean of a measure with its interval, such as ``41.2 [35, 47]``."""
    if interval is None or interval.low is None or interval.high is None:
        return number(measure, interval)
    digits = 0 if measure.scale == 100 else 1
    low, high = (f"{measure.scale * end:.{digits}f}" for end in (interval.low, interval.high))
    return f"{number(measure, interval)} [{low}, {high}]"


def _measured(game: Game, rows: Sequence[Row]) -> Sequence[Measure]:
    """The measures that some row has, and the headline: a judge's have no place where none judged."""
    return [m for n, m in enumerate(game.measures) if n == 0 or any(row.means[m.name] is not None for row in rows)]


def _cells(measures: Sequence[Measure], row: Row, scored: str) -> list[str]:
    cells = [
        (number if place else number_with_interval)(measure, row.means[measure.name])
        for place, measure in enumerate(measures)
    ]
    return [row.group, scored, *cells]


def _spent(seat: str, usage: Usage) -> str:
    tokens = f"{usage.prompt_tokens:,} + {usage.completion_tokens:,} tokens"
    cost = "price unknown" if usage.cost is None else f"${usage.cost:.4f}"
    return f"{seat}: {counted(usage.calls, 'call')}, {tokens}, {cost}"


def score_table(game: Game, scored: Sequence[tuple[Instance, Score]]) -> Group:
    """What scores without a run amount to, such as those of a prediction file.

    Args:
        game: The game.
        scored: What was scored; one score at least.
    """
    from rich.console import Group
    from rich.text import Text

    table = plain_table("", "scored", *(m.label.lower() for m in game.measures))
    languages = sorted({instance.language for instance, _ in scored})
    for group in (*languages, OVERALL):
        members = [(i, s) for i, s in scored if group in (OVERALL, i.language)]
        done = [(i.cluster, next(iter(s.by_seat.values()))) for i, s in members if s.status == "scored"]
        means = {
            m.name: cluster_interval([of[m.name] for _, of in done], [cluster for cluster, _ in done])
            for m in game.measures
        }
        cells = [(number if n else number_with_interval)(m, means[m.name]) for n, m in enumerate(game.measures)]
        table.add_row(group, f"{len(done)}/{len(members)}", *cells, style="bold" if group == OVERALL else "")
    score = scored[0][1]
    data = score.ruler["data"]
    head = f"scorer {score.scorer}; {game.name} {game.version}, data {data['version']} ({data['hash']})"
    failed = [Text(f"unscored: {i.id}: {s.reason}", style="red") for i, s in scored if s.status == "unscored"]
    notes = [Text(f"Note: {note.text()}", style="yellow") for note in game.scorer_notes(score.scorer)]
    return Group(Text(head, style="dim"), Text(), table, *failed, *notes)

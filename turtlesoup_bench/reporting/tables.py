"""The table of a run, for a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from turtlesoup_bench.games.turtle_soup.measures import Row, parity
from turtlesoup_bench.games.turtle_soup.puzzles import GENRES
from turtlesoup_bench.games.turtle_soup.scoring.judges import EMBEDDED
from turtlesoup_bench.records import LANGUAGES, Score, Usage
from turtlesoup_bench.reporting.notes import EMBEDDED_NOTE
from turtlesoup_bench.reporting.results import RunResults
from turtlesoup_bench.statistics.bootstrap import Interval, cluster_interval

if TYPE_CHECKING:
    from rich.console import Group, RenderableType
    from rich.table import Table


def run_table(results: RunResults) -> Group:
    """What a run amounts to: one row a genre, a language, and overall, in percent."""
    from rich.console import Group
    from rich.text import Text

    run = results.run
    table = plain_table("", "scored", "logic", "details", "concl.", "overall [95 %]", "solved", "turns")
    rows = {row.group: row for row in results.rows}
    for section in ([*GENRES, *(set(rows) - {*GENRES, *LANGUAGES, "overall"})], LANGUAGES, ["overall"]):
        present = [rows[group] for group in section if group in rows and "@" not in group]
        for place, row in enumerate(present):
            style = "bold" if row.group == "overall" else ""
            table.add_row(*_cells(row), style=style, end_section=place == len(present) - 1)
    head = f"{run['agent']}" + (f" with {run['model']}" if run["model"] else "")
    ruler = (
        f"responder {run['responder']}, judge {results.judge}\n"
        f"data set {run['dataset']['version']} ({run['dataset']['hash']}), protocol {run['protocol']}"
    )
    lines: list[RenderableType] = [Text(head, style="bold"), Text(ruler, style="dim"), Text(), table, Text()]
    if results.rows:
        lines.append(Text("outcomes: " + ", ".join(f"{n} {name}" for name, n in results.rows[0].outcomes.items())))
        lines.append(Text("play: " + ", ".join(f"{name} {value}" for name, value in play_measures(results.rows[0]))))
        told_twice = parity(results.results)
        if told_twice is not None:
            lines.append(Text(f"Chinese minus English, story by story: {signed(told_twice)}"))
    lines += [Text(_spent(role, usage)) for role, usage in sorted(results.usage.items())]
    lines += [Text(f"Note: {note.text()}", style="yellow") for note in results.notes]
    return Group(*lines)


def plain_table(*headings: str) -> Table:
    """An empty table without lines: names on the left, which may wrap, and numbers on the right, which may not."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left", no_wrap=bool(place), overflow="fold")
    return table


def play_measures(row: Row) -> list[tuple[str, str]]:
    """How the games went, as name and text: shares in percent, tokens and dollars an episode."""
    shares = {"clue coverage": "clue_coverage", "area under it": "clue_auc", "Unknown": "unknown_rate"}
    measures = [(name, percent(row.means[key])) for name, key in (shares | {"redundant": "redundancy"}).items()]
    tokens, cost = row.means["tokens"], row.means["cost"]
    if tokens is not None and tokens.mean:
        measures.append(("tokens", f"{tokens.mean:,.0f}"))
        measures.append(("cost", "unknown" if cost is None else f"${cost.mean:.4f}"))
    return [(name, text) for name, text in measures if text != "–"] or [("nothing", "was asked")]


def percent(interval: Interval | None) -> str:
    """A mean as a percentage, ``–`` where nothing was scored."""
    return "–" if interval is None else f"{100 * interval.mean:.1f}"


def percent_with_interval(interval: Interval | None) -> str:
    """A mean with its interval, such as ``41.2 [35, 47]``."""
    if interval is None or interval.low is None or interval.high is None:
        return percent(interval)
    return f"{percent(interval)} [{100 * interval.low:.0f}, {100 * interval.high:.0f}]"


def p_value(p: float | None) -> str:
    """A p value with three digits, ``–`` where there is none."""
    return "–" if p is None else "<.001" if p < 0.001 else f"{p:.3f}"


def signed(interval: Interval | None) -> str:
    """A difference of means with its interval, such as ``-3.1 [-6, +1]``, in percentage points."""
    if interval is None:
        return "–"
    mean = f"{100 * interval.mean:+.1f}"
    if interval.low is None or interval.high is None:
        return mean
    return f"{mean} [{100 * interval.low:+.0f}, {100 * interval.high:+.0f}]"


def _cells(row: Row) -> list[str]:
    return [
        row.group,
        f"{row.scored}/{row.episodes}",
        percent(row.means["logic"]),
        percent(row.means["details"]),
        percent(row.means["conclusion"]),
        percent_with_interval(row.means["overall"]),
        f"{100 * row.solved_rate:.0f} %",
        "–" if row.means["turns"] is None else f"{row.means['turns'].mean:.1f}",
    ]


def _spent(role: str, usage: Usage) -> str:
    tokens = f"{usage.prompt_tokens:,} + {usage.completion_tokens:,} tokens"
    cost = "price unknown" if usage.cost is None else f"${usage.cost:.4f}"
    return f"{role}: {usage.calls} calls, {tokens}, {cost}"


def score_table(scores: Sequence[Score]) -> Group:
    """What the scores of a prediction file amount to, in percent."""
    from rich.console import Group
    from rich.text import Text

    table = plain_table("", "scored", "logic", "details", "concl.", "overall [95 %]", "solved")
    languages = sorted({score.puzzle_id.rsplit("@", 1)[1] for score in scores})
    for group in (*languages, "overall"):
        members = [s for s in scores if group in ("overall", s.puzzle_id.rsplit("@", 1)[1])]
        done = [score for score in members if score.status == "scored"]
        stories = [score.puzzle_id.rsplit("@", 1)[0] for score in done]
        parts = [
            cluster_interval([getattr(score, name) for score in done], stories)
            for name in ("logic", "details", "conclusion", "overall")
        ]
        solved = f"{100 * sum(bool(s.solved) for s in done) / len(done):.0f} %" if done else "–"
        cells = [*(percent(part) for part in parts[:3]), percent_with_interval(parts[3]), solved]
        table.add_row(group, f"{len(done)}/{len(members)}", *cells, style="bold" if group == "overall" else "")
    ruler = scores[0].ruler
    head = f"judge {ruler.judge}, data set {ruler.dataset} ({ruler.dataset_hash}), protocol {ruler.protocol}"
    failed = [Text(f"unscored: {s.puzzle_id}: {s.reason}", style="red") for s in scores if s.status == "unscored"]
    notes = [Text(f"Note: {EMBEDDED_NOTE}", style="yellow")] if ruler.judge == EMBEDDED else []
    return Group(Text(head, style="dim"), Text(), table, *failed, *notes)

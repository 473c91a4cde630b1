"""Tables and numbers as text, for a terminal of 80 columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table

    from turtlesoup_bench.statistics.bootstrap import Interval


def plain_table(*headings: str) -> Table:
    """An empty table without lines: names on the left, which may wrap, and numbers on the right, which may not."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left", no_wrap=bool(place), overflow="fold")
    return table


def counted(count: int, one: str, several: str | None = None) -> str:
    """A number with its noun, such as ``1 question`` and ``2,000 questions``.

    Args:
        count: How many.
        one: The noun for one.
        several: For any other number; None adds an s.
    """
    return f"{count:,} {one if count == 1 else several or one + 's'}"


def percent(interval: Interval | None) -> str:
    """A mean as a percentage, ``–`` where nothing was scored."""
    return "–" if interval is None else f"{100 * interval.mean:.1f}"


def percent_with_interval(interval: Interval | None) -> str:
    """A mean with its interval, such as ``41.2 [35, 47]``."""
    if interval is None or interval.low is None or interval.high is None:
        return percent(interval)
    return f"{percent(interval)} [{100 * interval.low:.0f}, {100 * interval.high:.0f}]"


def two_digits(value: float | None) -> str:
    """A coefficient with two digits, ``–`` where there is none."""
    return "–" if value is None else f"{value:.2f}"


def p_value(p: float | None) -> str:
    """A p value with three digits, ``–`` where there is none."""
    return "–" if p is None else "<.001" if p < 0.001 else f"{p:.3f}"


def signed(interval: Interval | None, scale: float = 100.0) -> str:
    """A difference of means with its interval, such as ``-3.1 [-6, +1]``.

    Args:
        interval: The difference.
        scale: What it is multiplied by; 100 gives percentage points.
    """
    if interval is None:
        return "–"
    mean, digits = f"{scale * interval.mean:+.1f}", 0 if scale == 100 else 1
    if interval.low is None or interval.high is None:
        return mean
    return f"{mean} [{scale * interval.low:+.{digits}f}, {scale * interval.high:+.{digits}f}]"

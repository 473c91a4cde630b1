"""The agreement of judges as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from turtlesoup_bench.reporting.agreement import BINS, STEPS, Against, Agreement
from turtlesoup_bench.text_tables import plain_table, two_digits

if TYPE_CHECKING:
    from rich.console import Group, RenderableType

NEAR = 1
"""Differences of at most so many tenths of the range are shown as near."""


def agreement_tables(agreements: Sequence[Agreement]) -> Group:
    """For each measure its pairs of judges, and the judges against people."""
    from rich.console import Group

    return Group(*(part for agreement in agreements for part in _tables(agreement)))


def _tables(agreement: Agreement) -> Iterator[RenderableType]:
    from rich.text import Text

    kappa = f", mean kappa {two_digits(agreement.kappa)}" if len(agreement.pairs) > 1 else ""
    yield Text(f"{agreement.measure.label} ({agreement.measure.name}){kappa}", style="bold")
    pairs = plain_table("judges", "values", f"kappa, {BINS} bins", "Pearson")
    for pair in agreement.pairs:
        pairs.add_row(
            f"{pair.first} and {pair.second}", str(pair.count), two_digits(pair.kappa), two_digits(pair.pearson)
        )
    if agreement.pairs:
        yield pairs
    if agreement.against:
        against = plain_table("against people", "values", "Spearman", "lower", "within a tenth", "higher")
        for one in agreement.against:
            shares = [f"{100 * share:.0f} %" for share in _three(one)]
            against.add_row(one.judges, str(one.count), two_digits(one.spearman), *shares)
        yield against
    yield Text()


def _three(one: Against) -> tuple[float, float, float]:
    """The shares of values that judges gave lower, within a tenth of the range, and higher than people."""
    middle = slice(STEPS - NEAR, STEPS + NEAR)
    low, near, high = one.differences[: middle.start], one.differences[middle], one.differences[middle.stop :]
    return sum(low), sum(near), sum(high)

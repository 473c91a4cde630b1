"""Audits as tables, for a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from turtlesoup_bench.games.turtle_soup.audits.judge import JudgeAudit, JudgeComparison
from turtlesoup_bench.games.turtle_soup.audits.responder import ANSWERS, ResponderAudit
from turtlesoup_bench.text_tables import p_value, percent_with_interval, plain_table, signed

if TYPE_CHECKING:
    from rich.console import Group

_TURNS = 30


def responder_table(audit: ResponderAudit) -> Group:
    """Accuracy, macro F1 and misled games of a responder, and its confusion."""
    from rich.console import Group
    from rich.text import Text

    table = plain_table("", "questions", "accuracy [95 %]", "macro F1", "misleading", f"misled in {_TURNS}")
    for group in audit.groups:
        table.add_row(
            group.group,
            str(group.questions),
            percent_with_interval(group.accuracy),
            f"{group.macro_f1:.3f}",
            f"{100 * group.misleading:.1f} %",
            f"{100 * group.misled_games(_TURNS):.0f} %",
        )
    confusion = plain_table("labelled", *(f"said {answer}" for answer in ANSWERS))
    for expected in ANSWERS:
        confusion.add_row(expected, *(str(audit.groups[0].confusion[expected][answer]) for answer in ANSWERS))
    told = (
        "misleading: Yes or No where the label says otherwise; misled: games of 30 questions with at least one such "
        f"answer. {audit.failed} questions were not answered."
    )
    return Group(Text(f"responder {audit.responder}", style="bold"), table, Text(), confusion, Text(), Text(told))


def judge_table(audit: JudgeAudit) -> Group:
    """Agreement of a judge with the labels, by language, kind and length."""
    from rich.console import Group
    from rich.text import Text

    table = plain_table("", "pairs", "at 0.5 [95 %]", "at 0.8 [95 %]", "Spearman", "bias")
    for group in audit.groups:
        table.add_row(
            group.group,
            str(group.pairs),
            percent_with_interval(group.at_lower),
            percent_with_interval(group.at_upper),
            "–" if group.spearman is None else f"{group.spearman:.2f}",
            f"{group.bias:+.2f}",
        )
    told = f"held-out pairs; bias is judged minus labelled. {audit.unscored} pairs were not judged."
    return Group(Text(f"judge {audit.judge}", style="bold"), table, Text(), Text(told))


def judges_table(
    first: str, second: str, comparisons: Mapping[str, JudgeComparison], notes: Iterable[str] = ()
) -> Group:
    """The shift from one judge to another on the same predictions, and who gains by it.

    Args:
        first: A judge.
        second: Another one.
        comparisons: By run.
        notes: What must stand beside these judges' scores.
    """
    from rich.console import Group
    from rich.text import Text

    table = plain_table("run", "pairs", "shift [95 %]", "p", "Kendall", "gains most", "gains least")
    for name, found in comparisons.items():
        ends = [f"{group} {100 * shift:+.1f}" for group, shift in (*found.gains[:1], *found.gains[-1:])]
        table.add_row(
            name,
            str(found.pairs),
            signed(found.shift),
            p_value(found.p),
            "–" if found.kendall is None else f"{found.kendall:.2f}",
            *(ends or ["", ""]),
        )
    told = [Text(f"Note: {note}", style="yellow") for note in dict.fromkeys(notes)]
    return Group(Text(f"from {first} to {second}", style="bold"), table, *told)

"""Audits as tables, for a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from turtlesoup_bench.games.turtle_soup.audits.judge import JudgeAudit
from turtlesoup_bench.games.turtle_soup.audits.judge_agreement import JudgeAgreement
from turtlesoup_bench.games.turtle_soup.audits.responder import ANSWERS, ResponderAudit
from turtlesoup_bench.games.turtle_soup.audits.responder_agreement import ResponderAgreement
from turtlesoup_bench.statistics.agreement import RankCorrelation
from turtlesoup_bench.text_tables import counted, percent_with_interval, plain_table, signed, two_digits

if TYPE_CHECKING:
    from rich.console import Group
    from rich.text import Text

_TURNS = 30
_DISPUTED = 10
"""Disputes that are shown; the file has all."""
_SHOWN = 200
"""Characters of a conclusion that are shown."""


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
    for expected in ANSWERS if audit.groups else ():
        confusion.add_row(expected, *(str(audit.groups[0].confusion[expected][answer]) for answer in ANSWERS))
    told = (
        "misleading: Yes or No where the label says otherwise; misled: games of 30 questions with at least one such "
        f"answer. Not answered: {counted(audit.failed, 'question')}."
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
    told = f"held-out pairs; bias is judged minus labelled. Not judged: {counted(audit.unscored, 'pair')}."
    return Group(Text(f"judge {audit.judge}", style="bold"), table, Text(), Text(told))


def responder_agreement_tables(found: ResponderAgreement) -> Group:
    """What each host said, how far each two of them agree, and the most disputed questions."""
    from rich.console import Group
    from rich.text import Text

    hosts = plain_table("host", "answered", "yes", "no", "unknown", "partly", "key clue")
    for number, host in enumerate(found.hosts, 1):
        hosts.add_row(f"{number} {host.host}", str(host.answered), *(f"{100 * s:.0f} %" for s in host.shares.values()))
    numbers = {host.host: number for number, host in enumerate(found.hosts, 1)}
    table = plain_table("hosts", "questions", "same answer [95 %]", "kappa", "same flag [95 %]", "kappa")
    for pair in found.pairs:
        table.add_row(
            f"{numbers[pair.first]} and {numbers[pair.second]}, {pair.group}",
            str(pair.questions),
            percent_with_interval(pair.same_answer),
            two_digits(pair.answer_kappa),
            percent_with_interval(pair.same_flag),
            two_digits(pair.flag_kappa),
        )
    disputed = [
        Text(f"{one.puzzle}: {one.question}\n    {_said(one.answers, numbers)}") for one in found.disputed[:_DISPUTED]
    ]
    return Group(hosts, Text(), table, *_disputed("questions", len(found.disputed), disputed))


def judge_agreement_tables(found: JudgeAgreement) -> Group:
    """What each judge gave, how far each two of them agree, and the most disputed predictions."""
    from rich.console import Group
    from rich.text import Text

    judges = plain_table("judge", "scored", "overall [95 %]")
    for number, judge in enumerate(found.judges, 1):
        judges.add_row(f"{number} {judge.judge}", str(judge.scored), percent_with_interval(judge.mean))
    numbers = {judge.judge: number for number, judge in enumerate(found.judges, 1)}
    table = plain_table("judges", "predictions", "second minus first [95 %]", "Kendall's tau-b [95 %]")
    for pair in found.pairs:
        table.add_row(
            f"{numbers[pair.first]} and {numbers[pair.second]}, {pair.group}",
            str(pair.predictions),
            signed(pair.difference),
            _rank(pair.rank),
        )
    disputed = []
    for one in found.disputed[:_DISPUTED]:
        scores = {judge: f"{100 * score:.1f}" for judge, score in one.scores.items()}
        disputed.append(Text(f"{one.puzzle}: {one.prediction.conclusion[:_SHOWN]}\n    {_said(scores, numbers)}"))
    return Group(judges, Text(), table, *_disputed("predictions", len(found.disputed), disputed))


def _disputed(what: str, count: int, shown: Sequence[Text]) -> list[Text]:
    from rich.text import Text

    if not count:
        return []
    return [Text(), Text(f"Most disputed of {count} disputed {what}:", style="bold"), *shown]


def _said(by_rater: Mapping[str, str], numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{numbers[rater]} {said}" for rater, said in by_rater.items())


def _rank(correlation: RankCorrelation | None) -> str:
    if correlation is None:
        return two_digits(None)
    if correlation.low is None or correlation.high is None:
        return two_digits(correlation.tau)
    return f"{correlation.tau:.2f} [{correlation.low:.2f}, {correlation.high:.2f}]"

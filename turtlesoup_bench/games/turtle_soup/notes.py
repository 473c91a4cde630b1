"""What must stand beside the numbers of turtle soup: who answered, who judged, and what audits found of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args

from turtlesoup_bench.games import Note
from turtlesoup_bench.games.results import Result
from turtlesoup_bench.games.turtle_soup.audits.judge import read_judge_audit
from turtlesoup_bench.games.turtle_soup.audits.responder import read_audit
from turtlesoup_bench.games.turtle_soup.records import HOST, Fault
from turtlesoup_bench.games.turtle_soup.scoring.judges import EMBEDDED
from turtlesoup_bench.records import Json

EMBEDDED_JUDGE = Note(
    "Scored by the embedded judge, which misses far paraphrases and cannot judge entailment: not comparable with "
    "scores of a model judge.",
    "由内置裁判评分。它认不出差别较大的转述，也判断不了蕴含关系，得分不能与模型裁判的得分相比。",
)
EMBEDDED_HOST = Note(
    "Answered by the embedded responder, which says Unknown to whatever is not near a labelled question or a clue.",
    "由内置应答者回答。凡与已标注问题或线索不相近的提问，一律答“未知”。",
)


def scorer_notes(judge: str) -> list[Note]:
    """What must stand beside a judge's scores in any table."""
    return [EMBEDDED_JUDGE] if judge == EMBEDDED else []


def run_notes(path: Path, run: Json, results: Sequence[Result], judge: str) -> Iterator[Note]:
    """What a reader must know beside the numbers of a run: of its host, its faults, and audits in its folder."""
    host = run["seats"][HOST]
    responder = host["model"] or host["agent"]
    if responder == EMBEDDED:
        yield EMBEDDED_HOST
    turns = [turns for result in results if (turns := result.values["turns"]) is not None]
    audit = read_audit(path, responder)
    if audit is not None and turns:
        group = audit["groups"][0]
        accuracy, questions = f"{100 * group['accuracy']['mean']:.1f}", group["questions"]
        misled = f"{100 * (1 - (1 - group['misleading']) ** (sum(turns) / len(turns))):.0f}"
        yield Note(
            f"Responder audit: {accuracy} % of {questions} labelled questions right; about {misled} % of these games "
            "can be expected to hold a misleading answer.",
            f"应答者核验：{questions} 个已标注问题答对 {accuracy}%；估计约 {misled}% 的对局里会有误导性回答。",
        )
    yield from _faults(results)
    judged = read_judge_audit(path, judge)
    if judged is not None:
        group = judged["groups"][0]
        pairs, lower, upper = (
            group["pairs"],
            *(f"{100 * group[f'at_{side}']['mean']:.1f}" for side in ("lower", "upper")),
        )
        yield Note(
            f"Judge audit: on {pairs} labelled pairs on the right side of 0.5 in {lower} % and of 0.8 in {upper} % of "
            "cases.",
            f"裁判核验：{pairs} 对已标注语句，与 0.5 的高低关系判对 {lower}%，与 0.8 的判对 {upper}%。",
        )


def _faults(results: Sequence[Result]) -> Iterator[Note]:
    answers = [event.data for result in results for event in result.episode.events if event.kind == "answer"]
    faults = Counter(answer["fault"] for answer in answers)
    refused, unreadable = (faults[fault] for fault in get_args(Fault))
    if refused or unreadable:
        count, questions = refused + unreadable, len(answers)
        yield Note(
            f"{count} of {questions} questions got no verdict or no flag: {refused} refused by the responder's "
            f"provider, {unreadable} answered unreadably. They count as Unknown, or as not flagged.",
            f"{questions} 个提问中有 {count} 个没有得到判定或标记：{refused} 个被应答者的服务商拒绝，"
            f"{unreadable} 个的回复无法读取。它们按“未知”或未标记处理。",
        )

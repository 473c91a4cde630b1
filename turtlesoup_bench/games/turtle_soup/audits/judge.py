"""The judge audit: hand-labelled pairs put to a judge."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from turtlesoup_bench.games.turtle_soup.audits.kept import keep, read_kept
from turtlesoup_bench.games.turtle_soup.scoring.judges import Judge, Match
from turtlesoup_bench.games.turtle_soup.scoring.score import DEFAULT_SCHEME
from turtlesoup_bench.statistics.bootstrap import Interval, cluster_interval

FILE = "audit.judge.json"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two statements and how alike a person calls them.

    Attributes:
        kind: ``paraphrase``, ``partial``, ``contradiction``, ``same_topic`` or ``unrelated``.
        language: ``en``, ``zh`` or ``cross`` (one of each).
        statement: As in a rubric.
        candidate: As in a prediction.
        similarity: Label, in [0, 1].
    """

    id: str
    kind: str
    language: str
    statement: str
    candidate: str
    similarity: float


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far a judge agrees with the labels on a group of pairs.

    Attributes:
        group: ``overall``, a language, a kind, or ``short``/``long`` (below or above the median length).
        pairs: Pairs judged.
        at_lower, at_upper: Share on the same side of the threshold as their label (0.5 and 0.8).
        bias: Mean of judged minus labelled.
        spearman: Rank correlation; None where either side is constant.
    """

    group: str
    pairs: int
    at_lower: Interval
    at_upper: Interval
    bias: float
    spearman: float | None


@dataclass(frozen=True, slots=True)
class JudgeAudit:
    """The audit of one judge.

    Attributes:
        judge: Its id.
        unscored: Pairs that it failed to judge.
        groups: ``overall`` first.
    """

    judge: str
    unscored: int
    groups: tuple[Agreement, ...]

    def write(self, folder: Path) -> Path:
        """Puts the audit into a run folder, where tables and reports find it."""
        return keep(folder / FILE, self)


def read_judge_audit(folder: Path, judge: str) -> dict[str, Any] | None:
    """The audit that a run folder holds of a judge, as JSON, or None."""
    audit: dict[str, Any] = read_kept(folder / FILE) or {}
    return audit if audit.get("judge") == judge else None


def read_pairs(path: Path) -> list[Pair]:
    """The held-out half of a file of labelled pairs; the other half served to fit the embedded judge."""
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
    return [Pair(**{name: record[name] for name in Pair.__slots__}) for record in records if record["split"] == "test"]


async def audit_judge(judge: Judge, pairs: Sequence[Pair], on_pair: Callable[[], None] | None = None) -> JudgeAudit:
    """Puts labelled pairs to a judge, one candidate each.

    Args:
        judge: Who judges.
        pairs: As `read_pairs` gives them.
        on_pair: Called after each.
    """

    async def one(pair: Pair) -> float | None:
        language = "zh" if pair.language == "zh" else "en"
        [verdict] = await judge.match_points([pair.statement], [pair.candidate], language)
        if on_pair:
            on_pair()
        return verdict.similarity if isinstance(verdict, Match) else None

    similarities = await asyncio.gather(*(one(pair) for pair in pairs))
    judged = [(pair, found) for pair, found in zip(pairs, similarities, strict=True) if found is not None]
    middle = median(_length(pair) for pair, _ in judged) if judged else 0
    groups: dict[str, list[tuple[Pair, float]]] = {"overall": judged}
    for pair, found in judged:
        size = "short" if _length(pair) < middle else "long"
        for group in (pair.language, pair.kind, size):
            groups.setdefault(group, []).append((pair, found))
    agreements = tuple(_agreement(name, members) for name, members in groups.items() if members)
    return JudgeAudit(judge.id, len(pairs) - len(judged), agreements)


def _agreement(group: str, members: Sequence[tuple[Pair, float]]) -> Agreement:
    ids = [pair.id for pair, _ in members]
    sides = []
    for threshold in DEFAULT_SCHEME.thresholds:
        same = [float((found >= threshold) == (pair.similarity >= threshold)) for pair, found in members]
        interval = cluster_interval(same, ids)
        assert interval is not None
        sides.append(interval)
    bias = sum(found - pair.similarity for pair, found in members) / len(members)
    rho = _spearman([found for _, found in members], [pair.similarity for pair, _ in members])
    return Agreement(group, len(members), sides[0], sides[1], bias, rho)


def _spearman(first: Sequence[float], second: Sequence[float]) -> float | None:
    if len(set(first)) < 2 or len(set(second)) < 2:
        return None
    from scipy.stats import spearmanr

    return float(spearmanr(first, second).statistic)


def _length(pair: Pair) -> int:
    """Length of the candidate, a Chinese character counted as three letters."""
    return sum(3 if "\u4e00" <= character <= "\u9fff" else 1 for character in pair.candidate)

"""Who stands where: submissions as rows of one table a ruler, ranked where their intervals tell them apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from turtlesoup_bench.games.turtle_soup.records import Score
from turtlesoup_bench.games.turtle_soup.scoring.judges import EMBEDDED
from turtlesoup_bench.records import LANGUAGES
from turtlesoup_bench.statistics.bootstrap import Interval
from turtlesoup_bench.submissions.checking import CLOSED_BOOK, Submission
from turtlesoup_bench.submissions.scores import aborted_of, mean_of, summary_of

ANCHORS = ("question-bank", CLOSED_BOOK, "all-clues")
MIN_COVERAGE = 0.98
"""Share of its episodes that must stand in a system's means for it to be ranked, or leaving out hard ones would pay."""
RULE = (
    "Systems are ordered by their overall score. The best one not yet ranked leads a group; those next in order share "
    "its rank as long as their 95 % interval overlaps the leader's. The next rank counts everybody before it."
)
COVERAGE = (
    f"Ranked are systems of whose episodes at least {100 * MIN_COVERAGE:.0f} % stand in the means: scored, or aborted "
    "and counted as 0. Others, and the baselines, stand below without a rank."
)


@dataclass(frozen=True, slots=True)
class Measure:
    """What must be equal for two rows to stand in one table: the ruler, what was played, and how."""

    is_embedded: bool
    dataset: str
    dataset_hash: str
    protocol: str
    judge: str
    judge_prompts: str
    languages: tuple[str, ...]
    max_turns: int
    feedback: str


@dataclass(frozen=True, slots=True)
class Line:
    """One submission in a table; scores and shares in [0, 1].

    Attributes:
        rank: From 1; None for anchors and for what is too incomplete to be ranked.
        kind: ``system``, ``partial`` or ``baseline``.
        folder: Name of the submission's folder.
        scored: Episodes in the means: those with a score, and aborted ones, which count 0.
        episodes: Episodes that the data set asks for.
        solved: Share of the scored.
        turns: Mean number of questions; None without transcripts.
        by_language: Overall score.
        closed_book: Overall score of the same model without a question, in the same table; None if not submitted.
        seen: Whether the model may have seen the stories, as the submitter states.
    """

    rank: int | None
    kind: str
    folder: str
    name: str
    agent: str
    model: str | None
    responder: str
    authors: tuple[str, ...]
    link: str | None
    date: str
    scored: int
    episodes: int
    logic: Interval | None
    details: Interval | None
    conclusion: Interval | None
    overall: Interval | None
    solved: float
    turns: float | None
    by_language: dict[str, Interval | None]
    closed_book: float | None
    seen: str

    @property
    def mean(self) -> float:
        """Mean overall score, or -1 where there is none."""
        return -1.0 if self.overall is None else self.overall.mean

    def overlaps(self, other: Line) -> bool:
        """Whether the 95 % intervals of the overall scores overlap; without an interval, the mean stands for it."""
        if self.overall is None or other.overall is None:
            return self.overall is other.overall
        (low, high), (other_low, other_high) = _ends(self.overall), _ends(other.overall)
        return low <= other_high and other_low <= high


def tables_of(submissions: Sequence[Submission]) -> dict[Measure, list[Line]]:
    """The submissions' rows, ranked, by table; model judges before the embedded one, recent tables first."""
    tables: dict[Measure, list[Line]] = {}
    for submission in submissions:
        for measure, line in _lines(submission):
            tables.setdefault(measure, []).append(line)
    recent = sorted(tables, key=lambda measure: max(line.date for line in tables[measure]), reverse=True)
    return {measure: ranked(tables[measure]) for measure in sorted(recent, key=lambda measure: measure.is_embedded)}


def _lines(submission: Submission) -> Iterator[tuple[Measure, Line]]:
    meta, records = submission.meta, submission.records
    languages = tuple(name for name in LANGUAGES if name in meta["languages"])
    aborted = aborted_of(meta)
    asked = [len(e.turns) for e in (records.episodes or {}).values() if e.status == "completed"]
    episodes = len(records.predictions) + sum(len(group["episodes"]) for group in meta["missing"])
    for by_id in records.scores.values():
        if not by_id:
            continue
        scores = list(by_id.values())
        made = summary_of(scores, aborted)
        ruler = scores[0].ruler
        measure = Measure(
            ruler.judge == EMBEDDED,
            ruler.dataset,
            ruler.dataset_hash,
            ruler.protocol,
            ruler.judge,
            ruler.judge_prompts or "",
            languages,
            meta["play"]["max_turns"],
            meta["play"]["feedback"],
        )
        is_whole = made.scored >= MIN_COVERAGE * episodes and made.scored > 0
        yield (
            measure,
            Line(
                rank=None,
                kind="baseline" if meta["agent"] in ANCHORS else "system" if is_whole else "partial",
                folder=submission.folder.name,
                name=meta["name"],
                agent=meta["agent"],
                model=meta["model"],
                responder=meta["play"]["responder"],
                authors=tuple(meta["authors"]),
                link=meta["link"],
                date=meta["date"],
                scored=made.scored,
                episodes=episodes,
                solved=made.solved,
                turns=sum(asked) / len(asked) if asked else None,
                by_language={language: _of_language(language, scores, aborted) for language in languages},
                closed_book=None,
                seen=meta["contamination"]["seen"],
                **made.means,
            ),
        )


def _of_language(language: str, scores: Sequence[Score], aborted: Sequence[str]) -> Interval | None:
    def is_told_in_it(name: str) -> bool:
        return name.rsplit("#", 1)[0].endswith(f"@{language}")

    return mean_of("overall", [s for s in scores if is_told_in_it(s.episode_id)], filter(is_told_in_it, aborted))


def ranked(lines: Sequence[Line]) -> list[Line]:
    """Systems by rank, then what is partial, then the anchors, each from the best on."""
    known = {line.model: line.mean for line in lines if line.agent == CLOSED_BOOK and line.model and line.overall}
    ordered = sorted(lines, key=lambda line: (-line.mean, line.folder))
    ordered = [
        replace(line, closed_book=known.get(line.model)) if line.model and line.agent != CLOSED_BOOK else line
        for line in ordered
    ]
    systems: list[Line] = []
    leader: Line | None = None
    for place, line in enumerate((line for line in ordered if line.kind == "system"), start=1):
        if leader is None or not line.overlaps(leader):
            leader = replace(line, rank=place)
        systems.append(replace(line, rank=leader.rank))
    return systems + [line for kind in ("partial", "baseline") for line in ordered if line.kind == kind]


def _ends(interval: Interval) -> tuple[float, float]:
    if interval.low is None or interval.high is None:
        return interval.mean, interval.mean
    return interval.low, interval.high

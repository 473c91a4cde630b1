"""The responder audit: labelled questions put to a responder, and what its mistakes mean for a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import AccessError, ProviderError
from turtlesoup_bench.games.turtle_soup.audits.kept import keep, read_kept
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.responder import EMBEDDED, Responder
from turtlesoup_bench.models.at_once import each
from turtlesoup_bench.statistics.bootstrap import Interval, cluster_interval

ANSWERS = ("yes", "no", "unknown")
FILE = "audit.responder.json"


@dataclass(frozen=True, slots=True)
class Label:
    """A labelled question and what the responder said to it."""

    story: str
    language: str
    expected: str
    answered: str


@dataclass(frozen=True, slots=True)
class Group:
    """What a responder got right in a language, or in all.

    Attributes:
        group: ``overall`` or a language.
        questions: Questions answered.
        accuracy: Share answered as labelled, with a 95 % interval over stories.
        macro_f1: Mean over the three answers of the F1 score.
        misleading: Share answered Yes or No where the label says otherwise. An Unknown does not mislead.
        confusion: ``confusion[expected][answered]``, counts.
    """

    group: str
    questions: int
    accuracy: Interval
    macro_f1: float
    misleading: float
    confusion: dict[str, dict[str, int]]

    def misled_games(self, turns: float) -> float:
        """Share of games of so many turns to be expected to hold a misleading answer, if turns are independent."""
        return 1.0 - float((1.0 - self.misleading) ** turns)


@dataclass(frozen=True, slots=True)
class ResponderAudit:
    """The audit of one responder.

    Attributes:
        responder: Its id.
        prompts: Version of its prompts, or None.
        dataset: Hash of the puzzles asked about.
        failed: Questions that it failed to answer at all.
        groups: ``overall`` first.
    """

    responder: str
    prompts: str | None
    dataset: str
    failed: int
    groups: tuple[Group, ...]

    def write(self, folder: Path) -> Path:
        """Puts the audit into a run folder, where tables and reports find it."""
        return keep(folder / FILE, self)


async def audit_responder(
    responder: Responder, puzzles: Sequence[Puzzle], dataset: str, on_answer: Callable[[], None] | None = None
) -> ResponderAudit:
    """Puts every probe of the puzzles to a responder.

    The embedded responder answers from the probes; each is hidden from it while it is asked.

    Args:
        responder: Who answers.
        puzzles: Puzzles with probes.
        dataset: Their content hash, for the record.
        on_answer: Called after each answer.

    Raises:
        AccessError: If its model cannot be called at all.
    """

    async def one(asked: tuple[Puzzle, int]) -> Label | None:
        puzzle, number = asked
        probe = puzzle.probes[number]
        try:
            if responder.id == EMBEDDED:
                from turtlesoup_bench.games.turtle_soup.responder.embedded import answer_from

                others = (*puzzle.probes[:number], *puzzle.probes[number + 1 :])
                answer = answer_from(probe.question, puzzle, others)
            else:
                answer = await responder.answer(probe.question, puzzle)
        except AccessError:
            raise
        except ProviderError:
            return None
        if on_answer:
            on_answer()
        if answer.fault is not None:
            return None
        return Label(puzzle.story, puzzle.language, probe.answer, answer.verdict)

    labels = await each(one, [(puzzle, number) for puzzle in puzzles for number in range(len(puzzle.probes))])
    answered = [label for label in labels if label is not None]
    languages = sorted({label.language for label in answered})
    groups = [("overall", answered), *((name, [a for a in answered if a.language == name]) for name in languages)]
    return ResponderAudit(
        responder.id,
        responder.prompt_version,
        dataset,
        len(labels) - len(answered),
        tuple(_group(name, members) for name, members in groups if members),
    )


def read_audit(folder: Path, responder: str) -> dict[str, Any] | None:
    """The audit that a run folder holds of a responder, as JSON, or None."""
    audit: dict[str, Any] = read_kept(folder / FILE) or {}
    return audit if audit.get("responder") == responder else None


def _group(name: str, labels: Sequence[Label]) -> Group:
    confusion = {expected: dict.fromkeys(ANSWERS, 0) for expected in ANSWERS}
    for label in labels:
        confusion[label.expected][label.answered] += 1
    right = [float(label.expected == label.answered) for label in labels]
    accuracy = cluster_interval(right, [label.story for label in labels])
    assert accuracy is not None
    misleading = sum(label.answered not in ("unknown", label.expected) for label in labels) / len(labels)
    return Group(name, len(labels), accuracy, _macro_f1(confusion), misleading, confusion)


def _macro_f1(confusion: dict[str, dict[str, int]]) -> float:
    scores = []
    for answer in ANSWERS:
        hits = confusion[answer][answer]
        said = sum(confusion[expected][answer] for expected in ANSWERS)
        wanted = sum(confusion[answer].values())
        if said or wanted:
            scores.append(2 * hits / (said + wanted))
    return sum(scores) / len(scores)

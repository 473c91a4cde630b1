"""How far the answers of several hosts to the same questions agree, and where they do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from turtlesoup_bench.games.turtle_soup.answers import answers_of
from turtlesoup_bench.games.turtle_soup.audits.kept import keep
from turtlesoup_bench.games.turtle_soup.audits.saved import Rater, each_pair, labels_of
from turtlesoup_bench.games.turtle_soup.audits.saved_questions import Question
from turtlesoup_bench.games.turtle_soup.records import Answer
from turtlesoup_bench.statistics.agreement import cohen_kappa
from turtlesoup_bench.statistics.bootstrap import Interval, cluster_interval

FILE = "responders.json"


@dataclass(frozen=True, slots=True)
class HostSummary:
    """What a host said.

    Attributes:
        host: Its label.
        answered: Questions that it answered.
        shares: Of its answers, those that are ``yes``, ``no``, ``unknown`` and ``partly``, and those with the
            ``key clue`` flag.
    """

    host: str
    answered: int
    shares: dict[str, float]


@dataclass(frozen=True, slots=True)
class HostPair:
    """How far two hosts agree on the questions of a group that both answered.

    Attributes:
        first, second: Labels of the hosts.
        group: ``overall``, or a language.
        questions: How many both answered.
        same_answer: Share answered alike (Yes, No, Unknown or Partly), with a 95 % interval over stories.
        answer_kappa: Cohen's kappa of the answers; None where it is not defined.
        same_flag: Share flagged alike as touching a key clue.
        flag_kappa: Cohen's kappa of the flags.
    """

    first: str
    second: str
    group: str
    questions: int
    same_answer: Interval
    answer_kappa: float | None
    same_flag: Interval
    flag_kappa: float | None


@dataclass(frozen=True, slots=True)
class DisputedQuestion:
    """A question on which hosts differ; ``answers`` by host: the answer, and `` + key clue`` where it was flagged."""

    puzzle: str
    question: str
    answers: dict[str, str]


@dataclass(frozen=True, slots=True)
class ResponderAgreement:
    """Hosts compared on the same questions.

    Attributes:
        runs: Names of the runs that the questions are from.
        questions: How many were drawn.
        hosts: In the order in which pairs name them.
        pairs: Each two hosts, by group.
        disputed: The most disputed first: those with most pairs of a Yes against a No, then of other unequal answers,
            then of unequal flags.
    """

    runs: tuple[str, ...]
    questions: int
    hosts: tuple[HostSummary, ...]
    pairs: tuple[HostPair, ...]
    disputed: tuple[DisputedQuestion, ...]

    def write(self, folder: Path) -> Path:
        """Writes all of it as JSON."""
        return keep(folder / FILE, self)


def compare_responders(runs: Sequence[str], questions: Sequence[Question]) -> ResponderAgreement:
    """Compares all hosts that answered some of the questions.

    Args:
        runs: Names of the runs that they are from.
        questions: With the answers.
    """
    hosts = sorted({host for question in questions for host in question.answers})
    labels = labels_of(hosts)
    pairs = [
        pair
        for group, one, other, members in each_pair(hosts, questions)
        if (pair := _pair(group, one, other, members, labels)) is not None
    ]
    severity = {id(question): _severity(question) for question in questions}
    disputed = sorted((q for q in questions if any(severity[id(q)])), key=lambda q: severity[id(q)], reverse=True)
    return ResponderAgreement(
        tuple(runs),
        len(questions),
        tuple(_summary(labels[host], [q.answers[host] for q in questions if host in q.answers]) for host in hosts),
        tuple(pairs),
        tuple(
            DisputedQuestion(q.puzzle.id, q.text, {labels[h]: _text(q.answers[h]) for h in hosts if h in q.answers})
            for q in disputed
        ),
    )


def _summary(label: str, answers: Sequence[Answer]) -> HostSummary:
    said: dict[str, list[bool]] = {
        name: [answer.verdict == name for answer in answers] for name in answers_of(partly=True)
    }
    said["key clue"] = [answer.is_key_clue for answer in answers]
    return HostSummary(label, len(answers), {name: sum(ones) / len(ones) for name, ones in said.items()})


def _pair(
    group: str, one: Rater, other: Rater, questions: Sequence[Question], labels: dict[Rater, str]
) -> HostPair | None:
    both = [question for question in questions if one in question.answers and other in question.answers]
    stories = [question.puzzle.story for question in both]
    answers, flags = (
        [[getattr(question.answers[host], name) for question in both] for host in (one, other)]
        for name in ("verdict", "is_key_clue")
    )
    same_answer, same_flag = _same(answers, stories), _same(flags, stories)
    if same_answer is None or same_flag is None:
        return None
    kappas = cohen_kappa(*answers), cohen_kappa(*flags)
    return HostPair(labels[one], labels[other], group, len(both), same_answer, kappas[0], same_flag, kappas[1])


def _same(ratings: Sequence[Sequence[object]], stories: Sequence[str]) -> Interval | None:
    first, second = ratings
    return cluster_interval([float(one == other) for one, other in zip(first, second, strict=True)], stories)


def _severity(question: Question) -> tuple[int, int, int]:
    pairs = list(combinations(question.answers.values(), 2))
    return (
        sum({one.verdict, other.verdict} == {"yes", "no"} for one, other in pairs),
        sum(one.verdict != other.verdict for one, other in pairs),
        sum(one.is_key_clue != other.is_key_clue for one, other in pairs),
    )


def _text(answer: Answer) -> str:
    return answer.verdict + " + key clue" * answer.is_key_clue

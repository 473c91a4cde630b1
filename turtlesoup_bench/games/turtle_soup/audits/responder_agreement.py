"""Questions of saved games put to several hosts: how far their answers agree, and where they do not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path

from turtlesoup_bench.errors import AccessError, ProviderError
from turtlesoup_bench.games.turtle_soup.audits.kept import keep
from turtlesoup_bench.games.turtle_soup.audits.responder import ANSWERS
from turtlesoup_bench.games.turtle_soup.audits.saved import AT_ONCE, Rater, check_raters, grouped, labels_of, rank
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import HOST, Answer, Episode
from turtlesoup_bench.games.turtle_soup.responder import EMBEDDED, Responder, responder_version
from turtlesoup_bench.games.turtle_soup.wording import same_words
from turtlesoup_bench.models import GREEDY
from turtlesoup_bench.run_folder import SavedRun
from turtlesoup_bench.statistics.agreement import cohen_kappa
from turtlesoup_bench.statistics.bootstrap import Interval, cluster_interval

FILE = "responders.json"
_CALLS_A_QUESTION = 2
"""The answer and the flag; a reply that cannot be read costs one more."""


@dataclass(slots=True)
class Question:
    """A question of saved games.

    Attributes:
        puzzle: The puzzle that it was asked about.
        text: As it was asked; of several wordings of the same question, the first by `rank`.
        answers: By host. An answer with a fault is none.
    """

    puzzle: Puzzle
    text: str
    answers: dict[Rater, Answer] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HostSummary:
    """What a host said.

    Attributes:
        host: Its label.
        answered: Questions that it answered.
        shares: Of its answers, those that are ``yes``, ``no``, ``unknown``, and those with the ``key clue`` flag.
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
        same_answer: Share answered alike (Yes, No or Unknown), with a 95 % interval over stories.
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


def questions_of(runs: Sequence[SavedRun]) -> list[Question]:
    """Every question that was asked in some runs, those in the same words once a puzzle, with the hosts' answers."""
    asked = []
    for run in runs:
        seat = run.run["seats"][HOST]
        host = _host(seat["model"] or seat["agent"], seat["version"], seat["sampling"])
        for episode in run.episodes.values():
            puzzle = Puzzle.from_json(episode.setup.instance.data)
            asked += [(puzzle, turn, host) for turn in Episode.of(episode).turns]
    asked.sort(key=lambda one: rank(one[0].id, one[1].question))
    by_puzzle: dict[str, list[Question]] = {}
    for puzzle, turn, host in asked:
        known = by_puzzle.setdefault(puzzle.id, [])
        question = next((one for one in known if same_words(one.text, turn.question)), None)
        if question is None:
            question = Question(puzzle, turn.question)
            known.append(question)
        if turn.answer.fault is None:
            question.answers.setdefault(host, turn.answer)
    return [question for known in by_puzzle.values() for question in known]


def host_of(name: str) -> Rater:
    """The host of a name, as it answers today: ``embedded``, or a model sampled at temperature 0."""
    return _host(name, responder_version(name), None if name == EMBEDDED else GREEDY.to_json())


def owed(questions: Sequence[Question], name: str) -> list[Question]:
    """The questions to which the host of a name has no answer yet."""
    host = host_of(name)
    return [question for question in questions if host not in question.answers]


def calls_for(name: str, questions: int) -> int:
    """Calls that the host of a name needs for so many questions."""
    return 0 if name == EMBEDDED else _CALLS_A_QUESTION * questions


def check_hosts(questions: Sequence[Question], asked: Iterable[str]) -> None:
    """Refuses a comparison without two hosts, before anything is asked.

    Args:
        questions: With the answers that are known.
        asked: Names of those who will be asked.

    Raises:
        InvalidInput: If there are fewer than two.
    """
    check_raters("--responder", {host for one in questions for host in one.answers} | {host_of(name) for name in asked})


async def ask(
    responder: Responder, questions: Sequence[Question], on_answer: Callable[[], None] = lambda: None
) -> None:
    """Puts those questions to a responder that it has not answered, and notes its answers.

    Args:
        responder: Who answers.
        questions: Changed in place.
        on_answer: Called after each question.

    Raises:
        AccessError: If its model cannot be called at all.
    """
    slots, host = asyncio.Semaphore(AT_ONCE), host_of(responder.id)

    async def one(question: Question) -> None:
        async with slots:
            try:
                answer = await responder.answer(question.text, question.puzzle)
                if answer.fault is None:
                    question.answers[host] = answer
            except AccessError:
                raise
            except ProviderError:  # asked again when the audit is
                pass
        on_answer()

    await asyncio.gather(*(one(question) for question in owed(questions, responder.id)))


def compare_responders(runs: Sequence[str], questions: Sequence[Question]) -> ResponderAgreement:
    """Compares all hosts that answered some of the questions.

    Args:
        runs: Names of the runs that they are from.
        questions: With the answers.
    """
    hosts = sorted({host for question in questions for host in question.answers}, key=lambda h: (h.name, h.settings))
    labels = labels_of(hosts)
    pairs = [
        pair
        for one, other in combinations(hosts, 2)
        for group, members in grouped(questions).items()
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


def _host(name: str, version: str | None, sampling: object) -> Rater:
    return Rater.of(name, {"version": version, "sampling": sampling})


def _summary(label: str, answers: Sequence[Answer]) -> HostSummary:
    said = {name: [answer.verdict == name for answer in answers] for name in ANSWERS}
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

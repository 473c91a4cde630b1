"""The cases in numbers: roles, clues, questions, and how far what was revealed by a round rules suspects out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from statistics import fmean

from turtlesoup_bench.games.murder_mystery.cases import Case
from turtlesoup_bench.games.murder_mystery.difficulty import DIFFICULTIES, difficulty_of
from turtlesoup_bench.games.murder_mystery.solver import suspects_left
from turtlesoup_bench.games.murder_mystery.texts import plain, stated
from turtlesoup_bench.records import LANGUAGES

from .questions import questions

ROUNDS = 3
"""Of discussion, as the game has by default."""


@dataclass(frozen=True, slots=True)
class Round:
    """What the clues that come to the table up to a round are worth; means over cases.

    Attributes:
        number: From 0, before the discussion.
        left: Suspects whom these clues and the opening do not rule out.
        alone: Share of innocents' votes for the murderer, if each draws among those whom these clues and its own script
            leave: the ceiling of DM without talk.
        talk: The same if every innocent tells its script and shows its clues.
    """

    number: int
    left: float
    alone: float
    talk: float


@dataclass(frozen=True, slots=True)
class Stats:
    """The cases in numbers.

    Attributes:
        roles: Number of roles → cases.
        difficulty: Difficulty → cases.
        images: Kind of image clue → clues.
        texts: Number of text clues.
        scripts: Language → mean length of a script, in words (English) or characters (Chinese).
        questions: Kind → questions a language.
        chance: Share of random votes for the murderer, 1 / (n - 1) for n roles, mean over cases.
        rounds: What is known by each round.
    """

    roles: Mapping[int, int]
    difficulty: Mapping[str, int]
    images: Mapping[str, int]
    texts: int
    scripts: Mapping[str, float]
    questions: Mapping[str, int]
    chance: float
    rounds: Sequence[Round]


def case_stats(cases: Sequence[Case]) -> Stats:
    """The cases in numbers; there must be one."""
    clues = [clue for case in cases for clue in case.record["clues"]]
    grades = Counter(map(difficulty_of, cases))
    return Stats(
        roles=dict(sorted(Counter(len(case.suspects) for case in cases).items())),
        difficulty={one: grades[one] for one in DIFFICULTIES},
        images=dict(Counter(clue["image"]["kind"] for clue in clues if "image" in clue).most_common()),
        texts=sum("text" in clue for clue in clues),
        scripts={language: fmean(_lengths(cases, language)) for language in LANGUAGES},
        questions=dict(Counter(question["kind"] for case in cases for question in questions(case))),
        chance=fmean(1 / (len(case.suspects) - 1) for case in cases),
        rounds=[_round(cases, number) for number in range(ROUNDS + 1)],
    )


def _lengths(cases: Sequence[Case], language: str) -> Iterator[int]:
    for case in cases:
        for role in case.record["roles"]:
            script = plain(role["script"][language])
            yield len(script.split()) if language == "en" else len("".join(script.split()))


def _round(cases: Sequence[Case], number: int) -> Round:
    left, alone, talk = [], [], []
    for case in cases:
        told = {role["who"]: stated(role["script"]) for role in case.record["roles"]}
        table = case.public | _clues(case, number, None)
        honest = table.union(*(told[who] | _clues(case, number, who) for who in case.suspects if who != case.murderer))
        left.append(len(suspects_left(case, table)))
        for who in case.suspects:
            if who != case.murderer:
                alone.append(_vote(case, who, table | told[who] | _clues(case, number, who)))
                talk.append(_vote(case, who, honest | told[who]))
    return Round(number, fmean(left), fmean(alone), fmean(talk))


def _clues(case: Case, number: int, holder: str | None) -> frozenset[str]:
    """The facts of the clues that have come by a round: to the table, or, whenever, into somebody's hands."""
    records = zip(case.clues, case.record["clues"], strict=True)
    return frozenset().union(
        *(
            clue.states
            for clue, record in records
            if clue.held_by == holder and (holder is not None or record["revealed"] <= number)
        )
    )


def _vote(case: Case, who: str, known: Set[str]) -> float:
    """The chance that somebody names the murderer who draws among the others whom these facts leave."""
    left = [other for other in suspects_left(case, known) if other != who]
    return 1 / len(left)

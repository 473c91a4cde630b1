"""What Mosaic thinks with, as typed values, and how each is read from a model's reply."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

from turtlesoup_bench.games.turtle_soup.records import BeliefState
from turtlesoup_bench.models.structured import read_object

Genre = Literal["crime_thriller", "mind_game", "supernatural_fantasy", "constant_change", "clever_logic", "default"]
GENRES: tuple[Genre, ...] = get_args(Genre)
_INFERRED = re.compile(r"\s*[（(\[]\s*(?:inferred|推测)\s*[)）\]]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Doubt:
    """One entry of the analysis and proposal set (APS).

    Attributes:
        doubt: Vague or contradictory words, quoted from the belief state.
        analysis: What is unclear about them.
        proposal: A yes/no question that would settle it.
    """

    doubt: str
    analysis: str
    proposal: str


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A line of explanation that is pursued, or was denied.

    Attributes:
        statement: What it claims.
        denied_by: Numbers of the turns whose answers denied it; empty while it is open.
    """

    statement: str
    denied_by: tuple[int, ...] = ()


def without_marks(belief: BeliefState) -> BeliefState:
    """The belief state without the marks of inferred facts, as a prediction."""
    return BeliefState(
        belief.logic,
        tuple(_INFERRED.sub("", detail).strip() for detail in belief.details),
        belief.conclusion,
    )


def read_doubts(reply: str) -> tuple[Doubt, ...]:
    """Reads an analysis and proposal set.

    Raises:
        ValueError: If it is not a list of doubts.
    """
    entries = read_object(reply).get("doubts")
    if not isinstance(entries, list):
        raise ValueError('"doubts" must be a list')
    return tuple(Doubt(*_fields(entry, "doubt", "analysis", "proposal")) for entry in entries)


def read_genre(reply: str) -> Genre:
    """Reads a vote.

    Raises:
        ValueError: If it names no genre.
    """
    genre = read_object(reply).get("genre")
    if genre not in GENRES:
        raise ValueError(f'"genre" must be one of {", ".join(GENRES)}')
    return genre  # type: ignore[no-any-return]


def read_hypotheses(reply: str) -> tuple[Hypothesis, ...]:
    """Reads a list of hypotheses.

    Raises:
        ValueError: If it is not a list of statements with the turns that denied them.
    """
    entries = read_object(reply).get("hypotheses")
    if not isinstance(entries, list):
        raise ValueError('"hypotheses" must be a list')
    read = []
    for entry in entries:
        [statement] = _fields(entry, "statement")
        turns = entry.get("denied_by", [])
        if not isinstance(turns, list) or not all(type(turn) is int for turn in turns):
            raise ValueError('"denied_by" must be a list of turn numbers')
        read.append(Hypothesis(statement, tuple(turns)))
    return tuple(read)


def _fields(entry: object, *names: str) -> list[str]:
    if not isinstance(entry, dict) or not all(isinstance(entry.get(name), str) for name in names):
        raise ValueError(f"each entry needs the texts {', '.join(names)}")
    return [entry[name].strip() for name in names]

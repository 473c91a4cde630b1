"""The scores of a submission line by line, computed anew: nothing that it states is trusted.

A model judge cannot be asked again, so its similarities are taken as they are, and everything after them is recomputed
by the scoring code itself. The embedded judge is asked again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import BeliefState, PointMatch, Score
from turtlesoup_bench.games.turtle_soup.scoring.batch import Entry, score_entries
from turtlesoup_bench.games.turtle_soup.scoring.judges import EMBEDDED, Match, Unscored
from turtlesoup_bench.games.turtle_soup.scoring.score import DEFAULT_SCHEME, Reference, Scheme, capped, score
from turtlesoup_bench.models import Ledger
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.submissions.records import Records
from turtlesoup_bench.submissions.scores import EXACT, PARTS, is_near

SIMILAR = 0.002
"""How far an embedded similarity may be off, as another machine rounds otherwise."""

_UNCUT = Scheme(thresholds=(0.0, DEFAULT_SCHEME.thresholds[1]))
"""Leaves a conclusion's similarity as it is, also where it counts nothing."""

_DIMENSIONS: tuple[Literal["logic", "details"], ...] = ("logic", "details")


def check_arithmetic(
    folder: Path, records: Records, puzzles: Mapping[str, Puzzle] | None, judged_again: bool
) -> Iterator[Problem]:
    """Every line follows from its matches and, for the embedded judge, from its prediction.

    Args:
        folder: The submission.
        records: Its records.
        puzzles: By id; None if the data set at hand is another, so that lengths of rubrics are not known.
        judged_again: Whether to ask the embedded judge again.
    """
    for name, scores in records.scores.items():
        entries = []
        for episode_id, made in scores.items():
            prediction = records.predictions.get(episode_id)
            puzzle = puzzles.get(made.puzzle_id) if puzzles is not None else None
            where = f"{folder / name} {episode_id}"
            if made.puzzle_id != episode_id.rsplit("#", 1)[0]:
                yield Problem(where, "puzzle_id", repr(made.puzzle_id), repr(episode_id.rsplit("#", 1)[0]))
            elif prediction is not None and (puzzle or puzzles is None):
                reference = Reference.of(puzzle) if puzzle else _nameless(made)
                problems = list(_check_score(where, made, prediction, reference))
                yield from problems
                if not problems and made.ruler.judge == EMBEDDED:
                    entries.append(Entry(episode_id, made.puzzle_id, prediction, reference))
        if judged_again and puzzles is not None and entries:
            yield from _judge_again(folder / name, entries, scores)


def _check_score(where: str, made: Score, prediction: BeliefState, reference: Reference) -> Iterator[Problem]:
    prediction = capped(prediction)
    is_judged = bool(prediction.logic or prediction.details or prediction.conclusion)
    is_embedded = made.ruler.judge == EMBEDDED
    if is_embedded and made.usage is not None:
        yield Problem(where, "usage", f"{made.usage.calls} calls", "null, since the embedded judge calls no model")
    if not is_embedded and is_judged and (made.usage is None or not made.usage.calls) and made.status == "scored":
        yield Problem(where, "usage", "no call", "what the calls of the model that judged consumed")
    if made.status == "unscored":
        numbers = [name for name in (*PARTS, "precision", "solved", "matches") if getattr(made, name) is not None]
        if numbers or not made.reason or is_embedded:
            yield Problem(where, "status", "unscored", "a score; or, of a model judge, a reason and no numbers")
        return
    if made.matches is None or None in (made.conclusion, made.overall):
        yield Problem(where, "matches", "null", "matches and numbers, since it is scored")
        return
    bad = list(_check_matches(where, made.matches, prediction, reference))
    yield from bad
    if bad:
        return
    replay = _Stated(made, reference)
    again = asyncio.run(
        score(
            prediction,
            reference,
            replay,
            episode_id=made.episode_id,
            puzzle_id=made.puzzle_id,
            dataset=(made.ruler.dataset, made.ruler.dataset_hash),
        )
    )
    for name in (*PARTS, "precision", "solved"):
        if not is_near(getattr(made, name), getattr(again, name), EXACT):
            expected = f"{getattr(again, name)}, recomputed from its matches"
            yield Problem(where, name, str(getattr(made, name)), expected)
    for dimension in _DIMENSIONS:
        for place, (stated, point) in enumerate(
            zip(made.matches[dimension], (again.matches or {})[dimension], strict=True)
        ):
            if not is_near(stated.credit, point.credit, EXACT):
                expected = f"{point.credit}, by its similarity"
                yield Problem(where, f"matches.{dimension}[{place}].credit", str(stated.credit), expected)


def _check_matches(
    where: str,
    matches: Mapping[Literal["logic", "details"], Sequence[PointMatch]],
    prediction: BeliefState,
    reference: Reference,
) -> Iterator[Problem]:
    for dimension in _DIMENSIONS:
        points, predicted = matches[dimension], len(getattr(prediction, dimension))
        if len(points) != len(getattr(reference, dimension)):
            expected = f"{len(getattr(reference, dimension))}, one a point of the rubric"
            yield Problem(where, f"matches.{dimension}", f"{len(points)} matches", expected)
        for place, point in enumerate(points):
            if point.similarity != 0 if point.index is None else point.index >= predicted:
                expected = f"the place of one of {predicted} predicted points, or null and similarity 0"
                yield Problem(where, f"matches.{dimension}[{place}].index", str(point.index), expected)


def _judge_again(file: Path, entries: Sequence[Entry], scores: Mapping[str, Score]) -> Iterator[Problem]:
    ruler = scores[entries[0].id].ruler
    with Journal() as journal:
        dataset = (ruler.dataset, ruler.dataset_hash)
        made = asyncio.run(score_entries(entries, EMBEDDED, dataset, journal=journal, scheme=_UNCUT))
    for again in made:
        stated = scores[again.episode_id]
        where = f"{file} {again.episode_id}"
        for dimension in _DIMENSIONS:
            pairs = zip((stated.matches or {})[dimension], (again.matches or {})[dimension], strict=True)
            for place, (claimed, point) in enumerate(pairs):
                if not is_near(claimed.similarity, point.similarity, SIMILAR):
                    expected = f"{point.similarity:.4f}, what the embedded judge gives this prediction"
                    where_in = f"matches.{dimension}[{place}].similarity"
                    yield Problem(where, where_in, f"{claimed.similarity:.4f}", expected)
        claim, similarity = stated.conclusion or 0.0, again.conclusion or 0.0
        is_nothing = claim == 0 and similarity < DEFAULT_SCHEME.thresholds[0] + SIMILAR
        if not is_nothing and not is_near(claim, similarity, SIMILAR):
            expected = (
                f"{DEFAULT_SCHEME.conclusion_credit(similarity):.4f}, what the embedded judge gives this prediction"
            )
            yield Problem(where, "conclusion", f"{claim:.4f}", expected)


@dataclass(frozen=True)
class _Stated:
    """A judge that says what a score states, so that the scoring code itself recomputes the rest."""

    made: Score
    reference: Reference
    id = "stated"
    prompt_version = None

    def seated(self, ledger: Ledger) -> _Stated:
        return self

    async def match_points(
        self, points: Sequence[str], candidates: Sequence[str], language: str
    ) -> list[Match | Unscored]:
        dimension = _DIMENSIONS[points is self.reference.details]
        return [Match(point.index, point.similarity) for point in (self.made.matches or {})[dimension]]

    async def match_conclusion(self, bottom: str, conclusion: str, surface: str, language: str) -> Match | Unscored:
        return Match(0, (self.made.conclusion or 0.0) if conclusion else 0.0)


def _nameless(made: Score) -> Reference:
    """A reference with as many points as the score has matches, where the puzzle is not at hand."""
    logic, details = (tuple(map(str, range(len(made.matches[name])))) if made.matches else () for name in _DIMENSIONS)
    return Reference("", logic, details, made.puzzle_id.rsplit("@", 1)[1])

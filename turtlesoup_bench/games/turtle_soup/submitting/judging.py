"""The scores of a submission line by line, computed anew: nothing that it states is trusted.

A model judge cannot be asked again, so its similarities are taken as they are, and everything after them is recomputed
by the scoring code itself. The embedded judge is asked again.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from turtlesoup_bench import games
from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.episode import instance_id
from turtlesoup_bench.games.submissions import Submitted
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import MEASURES, PLAYER, BeliefState, PointMatch, Score
from turtlesoup_bench.games.turtle_soup.scoring.batch import Entry, score_entries
from turtlesoup_bench.games.turtle_soup.scoring.judges import EMBEDDED, Match, Unscored
from turtlesoup_bench.games.turtle_soup.scoring.score import DEFAULT_SCHEME, Reference, Scheme, capped, score
from turtlesoup_bench.models import Ledger
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.validation import check_record

EXACT = 1e-6
SIMILAR = 0.002
"""How far an embedded similarity may be off, as another machine rounds otherwise."""

_UNCUT = Scheme(thresholds=(0.0, DEFAULT_SCHEME.thresholds[1]))
"""Leaves a conclusion's similarity as it is, also where it counts nothing."""

_DIMENSIONS: tuple[Literal["logic", "details"], ...] = ("logic", "details")


def check_scores(submitted: Submitted, *, judged_again: bool) -> Iterator[Problem]:
    """Every line follows from its matches and, for the embedded judge, from its prediction.

    Args:
        submitted: The submission; without instances, the lengths of rubrics are not known.
        judged_again: Whether to ask the embedded judge again.
    """
    instances = submitted.instances
    for name, lines in submitted.scores.items():
        entries, scores = [], {}
        for episode_id, line in lines.items():
            where = f"{submitted.folder / name} {episode_id}"
            result = submitted.results.get(episode_id)
            instance = instances.get(instance_id(episode_id)) if instances is not None else None
            if result is None or (instances is not None and instance is None):
                continue
            problems = _check_form(where, line)
            if problems:
                yield from problems
                continue
            made, prediction = Score.of(line), BeliefState.from_json(result)
            reference = Reference.of(Puzzle.from_json(instance.data)) if instance else _nameless(made)
            problems = list(_check_score(where, made, prediction, reference))
            yield from problems
            if not problems and made.ruler.judge == EMBEDDED:
                entries.append(Entry(episode_id, made.puzzle_id, prediction, reference))
                scores[episode_id] = made
        if judged_again and instances is not None and entries:
            yield from _judge_again(submitted.folder / name, entries, scores)


def _check_form(where: str, line: games.Score) -> list[Problem]:
    problems = check_record(line.to_json(), "turtle_soup/score", where)
    if not problems and line.status == "scored" and (PLAYER not in line.by_seat or not line.detail["matches"]):
        problems = [Problem(where, "detail.matches", "null", "matches and numbers, since it is scored")]
    return problems


def _check_score(where: str, made: Score, prediction: BeliefState, reference: Reference) -> Iterator[Problem]:
    prediction = capped(prediction)
    is_judged = bool(prediction.logic or prediction.details or prediction.conclusion)
    is_embedded = made.ruler.judge == EMBEDDED
    if is_embedded and made.usage is not None:
        yield Problem(where, "usage", f"{made.usage.calls} calls", "null, since the embedded judge calls no model")
    if not is_embedded and is_judged and (made.usage is None or not made.usage.calls) and made.status == "scored":
        yield Problem(where, "usage", "no call", "what the calls of the model that judged consumed")
    if made.status == "unscored" or made.matches is None:
        if made.matches is not None or is_embedded:
            yield Problem(where, "status", "unscored", "a score; or, of a model judge, a reason and no numbers")
        return
    bad = list(_check_matches(where, made.matches, prediction, reference))
    yield from bad
    if bad:
        return
    again = asyncio.run(
        score(
            prediction,
            reference,
            _Stated(made, reference),
            episode_id=made.episode_id,
            puzzle_id=made.puzzle_id,
            dataset=(made.ruler.dataset, made.ruler.dataset_hash),
        )
    )
    stated, right = made.by_seat[PLAYER], again.by_seat[PLAYER]
    for name in MEASURES:
        if not math.isclose(stated[name], right[name], rel_tol=0, abs_tol=EXACT):
            yield Problem(where, f"by_seat.{PLAYER}.{name}", str(stated[name]), f"{right[name]}, from its matches")
    for dimension in _DIMENSIONS:
        for place, (claimed, point) in enumerate(
            zip(made.matches[dimension], (again.matches or {})[dimension], strict=True)
        ):
            if not math.isclose(claimed.credit, point.credit, rel_tol=0, abs_tol=EXACT):
                expected = f"{point.credit}, by its similarity"
                yield Problem(where, f"detail.matches.{dimension}[{place}].credit", str(claimed.credit), expected)


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
            yield Problem(where, f"detail.matches.{dimension}", f"{len(points)} matches", expected)
        for place, point in enumerate(points):
            if point.similarity != 0 if point.index is None else point.index >= predicted:
                expected = f"the place of one of {predicted} predicted points, or null and similarity 0"
                yield Problem(where, f"detail.matches.{dimension}[{place}].index", str(point.index), expected)


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
                if not math.isclose(claimed.similarity, point.similarity, rel_tol=0, abs_tol=SIMILAR):
                    expected = f"{point.similarity:.4f}, what the embedded judge gives this prediction"
                    where_in = f"detail.matches.{dimension}[{place}].similarity"
                    yield Problem(where, where_in, f"{claimed.similarity:.4f}", expected)
        claim, similarity = stated.conclusion or 0.0, again.conclusion or 0.0
        is_nothing = claim == 0 and similarity < DEFAULT_SCHEME.thresholds[0] + SIMILAR
        if not is_nothing and not math.isclose(claim, similarity, rel_tol=0, abs_tol=SIMILAR):
            credit = DEFAULT_SCHEME.conclusion_credit(similarity)
            expected = f"{credit:.4f}, what the embedded judge gives this prediction"
            yield Problem(where, f"by_seat.{PLAYER}.conclusion", f"{claim:.4f}", expected)


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
        self, points: Sequence[str], candidates: Sequence[str], language: str, cast: Sequence[str] = ()
    ) -> list[Match | Unscored]:
        dimension = _DIMENSIONS[points is self.reference.details]
        return [Match(point.index, point.similarity) for point in (self.made.matches or {})[dimension]]

    async def match_conclusion(self, bottom: str, conclusion: str, surface: str, language: str) -> Match | Unscored:
        return Match(0, (self.made.conclusion or 0.0) if conclusion else 0.0)


def _nameless(made: Score) -> Reference:
    """A reference with as many points as the score has matches, where the puzzle is not at hand."""
    logic, details = (tuple(map(str, range(len(made.matches[name])))) if made.matches else () for name in _DIMENSIONS)
    return Reference("", logic, details, made.puzzle_id.rsplit("@", 1)[-1])

"""Turtle soup's part of the pages: its transcript with the clues, its panels of a run, and the controls of a player.

The scripts beside this module show what its functions give.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Literal

from turtlesoup_bench.games import Caption, Instance
from turtlesoup_bench.games.results import Result
from turtlesoup_bench.games.turtle_soup.answers import shown_text
from turtlesoup_bench.games.turtle_soup.audits.failures import read_failures, shares
from turtlesoup_bench.games.turtle_soup.measures import clue_curve
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import PLAYER, BeliefState, Episode, Score
from turtlesoup_bench.games.turtle_soup.scoring.score import capped
from turtlesoup_bench.records import LANGUAGES, Json, to_json
from turtlesoup_bench.run_folder import RunFolder

FOLDER = Path(__file__).parent
_DIMENSIONS: tuple[Literal["logic", "details"], ...] = ("logic", "details")


def caption(instance: Instance) -> Caption:
    """The story's title and surface."""
    return Caption(instance.data["title"], instance.data["surface"])


def transcript(result: Result) -> Json:
    """All of an episode that ``transcript.js`` shows."""
    puzzle, episode = Puzzle.from_json(result.instance.data), Episode.of(result.episode)
    asked = _steps_of_questions(result)
    score = Score.of(result.score) if result.score else None
    return {
        "id": episode.episode_id,
        "turns": [
            {
                "question": turn.question,
                "answer": to_json(turn.answer),
                "shown": to_json(turn.shown),
                "reply": shown_text(turn.shown.verdict, turn.shown.is_key_clue, puzzle.language),
                "trace": turn.trace,
                "steps": [step, step + 1],
            }
            for turn, step in zip(episode.turns, asked, strict=False)  # the last question may have no answer
        ],
        "prediction": to_json(episode.prediction),
        "predicted": _predicted(episode.prediction or BeliefState(), score),
        "reason": episode.reason,
        "replies": list(episode.replies),
        "bottom": puzzle.bottom,
        "key_clues": list(puzzle.key_clues),
        "rubric": _rubric(puzzle, episode, score) if score else [],
    }


def _steps_of_questions(result: Result) -> list[int]:
    """Numbers of the steps in which the player asked; the host answers in the step after."""
    steps = enumerate(result.episode.moves)
    return [n for n, step in steps if PLAYER in step and (step[PLAYER].action or {}).get("question") is not None]


def _predicted(prediction: BeliefState, score: Score | None) -> Json:
    """Each predicted point with the numbers, from 1, of the rubric points whose nearest it is."""
    judged, matches = capped(prediction), (score.matches if score else None) or {}
    points: Json = {}
    for dimension in _DIMENSIONS:
        left = list(getattr(judged, dimension))
        points[dimension] = []
        for text in getattr(prediction, dimension):
            cleaned = next(iter(capped(BeliefState(logic=(text,))).logic), None)  # a detail is cleaned alike
            is_judged = cleaned in left
            place = getattr(judged, dimension).index(cleaned) if is_judged else None
            if is_judged:
                left.remove(cleaned)
            met = [(n, one) for n, one in enumerate(matches.get(dimension, ()), 1) if is_judged and one.index == place]
            points[dimension].append(
                {
                    "text": text,
                    "is_judged": is_judged,
                    "matches": [n for n, _ in met],
                    "similarity": max((one.similarity for _, one in met), default=0.0),
                    "has_credit": any(one.credit > 0 for _, one in met),
                }
            )
    return points


def _rubric(puzzle: Puzzle, episode: Episode, score: Score) -> list[Json]:
    """Each rubric point with the nearest point of the prediction as it was judged."""
    if score.matches is None or episode.prediction is None:
        return []
    judged = capped(episode.prediction)
    rubric = []
    for dimension in _DIMENSIONS:
        predicted = getattr(judged, dimension)
        for point, match in zip(getattr(puzzle, dimension), score.matches[dimension], strict=True):
            nearest = predicted[match.index] if match.index is not None and match.index < len(predicted) else None
            rubric.append({"dimension": dimension, "point": point, "nearest": nearest, **asdict(match)})
    return rubric


def panels(path: Path, run: Json, results: Sequence[Result], judge: str) -> Json:
    """Mean clue curve by language, and why episodes were lost, as far as the folder holds an analysis of it."""
    failures = read_failures(RunFolder(path), judge, results)
    curves = {language: _mean_curve(results, language, run["options"]["max_turns"]) for language in LANGUAGES}
    return {
        "curves": {language: curve for language, curve in curves.items() if curve},
        "failures": to_json(failures),
        "shares": shares(list(failures.values())) if failures else None,
    }


def _mean_curve(results: Sequence[Result], language: str, max_turns: int) -> list[float]:
    """Mean share of the key clues touched after each turn, over the episodes of a language that asked questions."""
    curves = [
        clue_curve(episode, clues, max_turns)
        for result in results
        if result.instance.language == language
        and (clues := len(result.instance.data["key_clues"]))
        and (episode := Episode.of(result.episode)).turns
    ]
    return [round(sum(touched) / len(curves), 4) for touched in zip(*curves, strict=True)]

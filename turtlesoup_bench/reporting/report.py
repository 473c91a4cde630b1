"""The report page of one run, or of several side by side: one file, no network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from turtlesoup_bench.games.turtle_soup.answers import shown_text
from turtlesoup_bench.games.turtle_soup.audits.failures import Failure, read_failures, shares
from turtlesoup_bench.games.turtle_soup.measures import Result, clue_curve, compare, parity
from turtlesoup_bench.games.turtle_soup.puzzles import GENRES
from turtlesoup_bench.games.turtle_soup.records import outcome
from turtlesoup_bench.pages import packed, page
from turtlesoup_bench.records import LANGUAGES, to_json
from turtlesoup_bench.reporting.notes import texts
from turtlesoup_bench.reporting.results import RunResults
from turtlesoup_bench.run_folder import write_atomically
from turtlesoup_bench.statistics.bootstrap import Interval


def write_report(results: RunResults) -> Path:
    """Writes ``report.html`` into the run folder.

    Raises:
        RunFolderError: If it cannot be written.
    """
    write_atomically(results.folder.report_file, render_report([results]))
    return results.folder.report_file


def render_report(runs: Sequence[RunResults]) -> str:
    """The page's HTML.

    Args:
        runs: One run, or several; those after the first are compared with it.
    """
    parts: list[str] = []
    episodes = []
    failures = [read_failures(run.folder, run.judge, run.results) for run in runs]
    for place, run in enumerate(runs):
        for result in run.results:
            failure = failures[place].get(result.episode.episode_id)
            episodes.append({"run": place, "part": len(parts), **_entry(result), "failure": to_json(failure)})
            parts.append(packed(_game(result)))
    puzzles = {result.puzzle.id: result.puzzle for run in runs for result in run.results}
    genres = {puzzle.genre for puzzle in puzzles.values()}
    data = {
        "runs": [_run(*each) for each in zip(runs, failures, strict=True)],
        "comparisons": [
            {"run": place, **_compared(runs[0], run)} for place, run in enumerate(runs) if run is not runs[0]
        ],
        "genres": [*(genre for genre in GENRES if genre in genres), *sorted(genres - set(GENRES))],
        "puzzles": {
            name: {key: getattr(puzzle, key) for key in ("id", "title", "genre", "language", "surface")}
            for name, puzzle in puzzles.items()
        },
        "episodes": episodes,
    }
    return page("report", f"{runs[0].run['name']}: turtlesoup-bench", data, parts)


def _run(results: RunResults, failures: Mapping[str, Failure]) -> dict[str, Any]:
    run = results.run
    told_twice = parity(results.results)
    order = {group: place for place, group in enumerate(("overall", *LANGUAGES, *GENRES))}
    rows = sorted(results.rows, key=lambda row: order.get(row.group, len(order)))
    return {
        **{
            name: run[name]
            for name in ("name", "agent", "model", "responder", "dataset", "protocol", "max_turns", "seeds", "feedback")
        },
        "judge": results.judge,
        "notes": {language: texts(results.notes, language) for language in LANGUAGES},
        "episodes": len(results.results),
        "rows": {
            row.group: {
                "episodes": row.episodes,
                "scored": row.scored,
                "outcomes": row.outcomes,
                "solved_rate": row.solved_rate,
                "means": {name: _numbers(mean) for name, mean in row.means.items()},
            }
            for row in rows
        },
        "parity": _numbers(told_twice),
        "usage": to_json(results.usage),
        "failures": shares(list(failures.values())) if failures else None,
        "curves": {language: curve for language in LANGUAGES if (curve := _mean_curve(results.results, language))},
    }


def _compared(first: RunResults, second: RunResults) -> dict[str, Any]:
    found = compare(first.results, second.results)
    return {"pairs": found.pairs, "difference": _numbers(found.difference), "p": found.p}


def _numbers(interval: Interval | None) -> list[float | None] | None:
    return None if interval is None else [interval.mean, interval.low, interval.high]


def _mean_curve(results: Sequence[Result], language: str) -> list[float]:
    """Mean share of the key clues touched after each turn, over the episodes of a language that asked questions."""
    curves = [
        clue_curve(result)
        for result in results
        if result.puzzle.language == language and result.episode.turns and result.puzzle.key_clues
    ]
    return [round(sum(shares) / len(curves), 4) for shares in zip(*curves, strict=True)]


def _entry(result: Result) -> dict[str, Any]:
    """What the list and its filters need of an episode."""
    puzzle, episode, score = result.puzzle, result.episode, result.score
    return {
        "id": episode.episode_id,
        "puzzle": puzzle.id,
        "outcome": outcome(episode, score),
        **{name: getattr(score, name, None) for name in ("overall", "logic", "details", "conclusion")},
        "turns": len(episode.turns),
        "met": len({turn.answer.clue for turn in episode.turns if turn.answer.clue}),
        "clues": len(puzzle.key_clues),
        "text": " ".join(turn.question for turn in episode.turns),
    }


def _game(result: Result) -> dict[str, Any]:
    """All of an episode that its transcript shows."""
    puzzle, episode, score = result.puzzle, result.episode, result.score
    rubric = []
    if score is not None and score.matches is not None and episode.prediction is not None:
        for dimension in ("logic", "details"):
            said = getattr(episode.prediction, dimension)
            for point, match in zip(getattr(puzzle, dimension), score.matches[dimension], strict=True):
                nearest = said[match.index] if match.index is not None and match.index < len(said) else None
                rubric.append({"dimension": dimension, "point": point, "said": nearest, **asdict(match)})
    return {
        "turns": [
            {
                "question": turn.question,
                "answer": to_json(turn.answer),
                "shown": to_json(turn.shown),
                "reply": shown_text(turn.shown.verdict, turn.shown.is_key_clue, puzzle.language),
                "trace": turn.trace,
            }
            for turn in episode.turns
        ],
        "prediction": to_json(episode.prediction),
        "reason": episode.reason,
        "replies": list(episode.replies),
        "bottom": puzzle.bottom,
        "key_clues": list(puzzle.key_clues),
        "rubric": rubric,
    }

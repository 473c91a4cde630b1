"""The report page of a run: one file, no network, every text escaped."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from turtlesoup_bench.games.turtle_soup.answers import shown_text
from turtlesoup_bench.leaderboard.results import RunResults
from turtlesoup_bench.leaderboard.tables import percent, percent_with_interval, play_measures, signed
from turtlesoup_bench.puzzles import LANGUAGES
from turtlesoup_bench.records import OUTCOMES, outcome
from turtlesoup_bench.run_folder import write_atomically
from turtlesoup_bench.scoring.statistics import Result, parity

_TEMPLATES = Path(__file__).parent


def write_report(results: RunResults) -> Path:
    """Writes ``report.html`` into the run folder.

    Raises:
        RunFolderError: If it cannot be written.
    """
    write_atomically(results.folder.report_file, render_report(results))
    return results.folder.report_file


def render_report(results: RunResults) -> str:
    """The page's HTML."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["percent"] = percent
    environment.filters["percent_with_interval"] = percent_with_interval
    told_twice = parity(results.results)
    return environment.get_template("report.html.j2").render(
        run=results.run,
        judge=results.judge,
        notes=results.notes,
        rows=sorted((row for row in results.rows if "@" not in row.group), key=lambda row: _place(row.group)),
        outcomes=OUTCOMES,
        play=play_measures(results.rows[0]) if results.rows else [],
        parity=signed(told_twice) if told_twice else None,
        usage=results.usage,
        episodes=[_episode(result) for result in results.results],
    )


def _place(group: str) -> int:
    """Overall first, then the languages, then the genres."""
    return 0 if group == "overall" else 1 if group in LANGUAGES else 2


def _episode(result: Result) -> dict[str, Any]:
    puzzle, episode, score = result.puzzle, result.episode, result.score
    rubric = []
    if score is not None and score.matches is not None and episode.prediction is not None:
        for dimension in ("logic", "details"):
            points = zip(getattr(puzzle, dimension), score.matches[dimension], strict=True)
            rubric += [{"dimension": dimension, "point": point, **asdict(match)} for point, match in points]
    return {
        "puzzle": puzzle,
        "episode": episode,
        "score": score,
        "outcome": outcome(episode, score),
        "turns": [
            {"turn": turn, "reply": shown_text(turn.shown.verdict, turn.shown.is_key_clue, puzzle.language)}
            for turn in episode.turns
        ],
        "rubric": rubric,
    }

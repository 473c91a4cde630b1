"""Lines of a leaderboard to rank and show."""

from __future__ import annotations

from turtlesoup_bench.games.turtle_soup.game import GAME
from turtlesoup_bench.leaderboard.ranking import Line, Table
from turtlesoup_bench.statistics.bootstrap import Interval


def line(name: str, mean: float | None, low: float | None = 0.0, high: float | None = 1.0, **fields: object) -> Line:
    """A system with one measure, its means alike for each language."""
    overall = None if mean is None else Interval(mean, low, high)
    values = {
        "rank": None,
        "kind": "system",
        "is_self_hosted": False,
        "folder": name,
        "name": name,
        "agents": ("direct",),
        "models": (f"provider/{name}",),
        "ablates": None,
        "authors": ("A",),
        "link": None,
        "date": "2026-11-22",
        "scored": 80,
        "episodes": 80,
        "means": {"overall": overall, "solved": overall},
        "by_language": {"en": overall, "zh": overall},
        "play": {"turns": Interval(12.0, None, None)},
        "anchors": {},
        "seen": "no",
    }
    return Line(**{**values, **fields})


RULER = {
    "game": "turtle-soup",
    "version": "2",
    "options": {"max_turns": 30},
    "data": {"version": "0.1.0", "hash": "0" * 16},
    "seats": {"host": {"agent": "embedded", "version": "1", "model": None, "sampling": None, "is_self_hosted": False}},
    "scorer": {"judge": "openai/judge"},
}


def table(*lines: Line, ruler: dict = RULER) -> Table:
    """A table of turtle soup, judged by a model."""
    return Table(GAME, ruler, ("en", "zh"), "openai/judge", lines)

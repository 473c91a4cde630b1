"""turtlesoup-bench: a bilingual benchmark of imaginative reasoning by situation puzzles.

The names below are the public surface; each is imported when it is first used, so that importing the package costs
next to nothing and loading data never imports a provider library.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
PROTOCOL_VERSION = "3"
"""Version of the rules in docs/protocol.md; part of every score's ruler."""

if TYPE_CHECKING:
    from turtlesoup_bench.errors import InvalidInput, TurtleSoupError
    from turtlesoup_bench.evaluation import Evaluation, evaluate_model
    from turtlesoup_bench.games import Agent, Seat
    from turtlesoup_bench.games.turtle_soup.players import questioner_agent
    from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle, load_dataset, load_puzzles
    from turtlesoup_bench.games.turtle_soup.questioner import Question, Questioner, View
    from turtlesoup_bench.games.turtle_soup.records import BeliefState, Episode, Score

_HOMES = {
    "turtlesoup_bench.evaluation": ("Evaluation", "evaluate_model"),
    "turtlesoup_bench.errors": ("InvalidInput", "TurtleSoupError"),
    "turtlesoup_bench.games": ("Agent", "Seat"),
    "turtlesoup_bench.games.turtle_soup.players": ("questioner_agent",),
    "turtlesoup_bench.games.turtle_soup.questioner": ("Question", "Questioner", "View"),
    "turtlesoup_bench.games.turtle_soup.puzzles": ("Puzzle", "load_dataset", "load_puzzles"),
    "turtlesoup_bench.games.turtle_soup.records": ("BeliefState", "Episode", "Score"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "PROTOCOL_VERSION",
    "Agent",
    "BeliefState",
    "Episode",
    "Evaluation",
    "InvalidInput",
    "Puzzle",
    "Question",
    "Questioner",
    "Score",
    "Seat",
    "TurtleSoupError",
    "View",
    "__version__",
    "evaluate_model",
    "load_dataset",
    "load_puzzles",
    "questioner_agent",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)

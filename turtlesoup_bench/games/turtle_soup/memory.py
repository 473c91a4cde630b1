"""The memory of a game: the whole interaction history, and the key clue records in it."""

from __future__ import annotations

from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.questioner import Exchange, View
from turtlesoup_bench.records import Turn


class Memory:
    """Collects turns and shows the player its part of them.

    Args:
        puzzle: Puzzle being played.
        max_turns: Questions that may be asked.
        clues: Key clues told to the player in advance.
    """

    def __init__(self, puzzle: Puzzle, max_turns: int, clues: tuple[str, ...] = ()):
        self._surface = puzzle.surface
        self._language = puzzle.language
        self._max_turns = max_turns
        self._clues = clues
        self.turns: list[Turn] = []

    def view(self) -> View:
        """What the player may see now."""
        exchanges = tuple(
            Exchange(turn.number, turn.question, turn.shown.verdict, turn.shown.is_key_clue) for turn in self.turns
        )
        return View(self._surface, self._language, exchanges, self._max_turns - len(exchanges), self._clues)

"""Saved games as the material of audits: run folders read back, and a draw from them that anyone can repeat."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Protocol, TypeVar

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.records import Json
from turtlesoup_bench.run_folder import SavedRun, read_saved

GAME = "turtle-soup"
OVERALL = "overall"


class Drawable(Protocol):
    """What can be drawn: something of a puzzle, with a text of its own."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        ...

    @property
    def text(self) -> str:
        """What tells it from others of the puzzle."""
        ...


D = TypeVar("D", bound=Drawable)


@dataclass(frozen=True, slots=True, order=True)
class Rater:
    """A host or a judge: whatever could change what it says is part of it.

    Attributes:
        name: ``embedded``, or a model.
        settings: Version of its prompts or rules, sampling and so on, as JSON.
    """

    name: str
    settings: str

    @classmethod
    def of(cls, name: str, settings: Json) -> Rater:
        """A rater of a name, with settings by name."""
        return cls(name, json.dumps(settings, sort_keys=True, ensure_ascii=False))


def read_runs(paths: Sequence[Path], data: Path | None = None) -> list[SavedRun]:
    """Reads run folders of turtle soup.

    Raises:
        InvalidInput: With every folder of another game; or as `read_saved`.
    """
    runs = [read_saved(path, data) for path in paths]
    problems = [
        Problem(str(run.folder.path), "game", run.game.name, f"a run of {GAME}")
        for run in runs
        if run.game.name != GAME
    ]
    if problems:
        raise InvalidInput(problems)
    return runs


def rank(puzzle: str, text: str) -> str:
    """Where a text of a puzzle stands in a draw: its SHA-256, so that everybody draws the same."""
    return sha256(f"{puzzle}\n{text}".encode("utf-8", "backslashreplace")).hexdigest()


def draw(items: Sequence[D], count: int) -> list[D]:
    """So many of the items, those first by `rank`; of several languages equally many, or fewer where there are no more.

    Args:
        items: What to draw from; their order does not matter.
        count: How many to draw in all.
    """
    languages = sorted({item.puzzle.language for item in items})
    ordered = sorted(items, key=lambda item: rank(item.puzzle.id, item.text))
    share = count // max(1, len(languages))
    return [
        item for language in languages for item in [one for one in ordered if one.puzzle.language == language][:share]
    ]


def grouped(items: Sequence[D]) -> dict[str, list[D]]:
    """The items: all of them, and those of each language where there are several."""
    languages = sorted({item.puzzle.language for item in items})
    groups = {OVERALL: list(items)}
    if len(languages) > 1:
        groups |= {name: [item for item in items if item.puzzle.language == name] for name in languages}
    return groups


def each_pair(raters: Sequence[Rater], items: Sequence[D]) -> Iterator[tuple[str, Rater, Rater, list[D]]]:
    """Each two raters with each group of the items: its name, the two, its members."""
    groups = grouped(items)
    for one, other in combinations(raters, 2):
        for group, members in groups.items():
            yield group, one, other, members


def check_raters(option: str, raters: Collection[Rater]) -> None:
    """Refuses to compare fewer than two.

    Raises:
        InvalidInput: With what to do.
    """
    if len(raters) < 2:
        names = ", ".join(rater.name for rater in raters) or "none"
        expected = f"two or more: name another with {option}, or give runs of another"
        raise InvalidInput([Problem(option, "", names, expected)])


def labels_of(raters: Sequence[Rater]) -> dict[Rater, str]:
    """What tables call the raters: their names; with those settings that differ where several share a name."""
    return {rater: _label(rater, [one for one in raters if one.name == rater.name]) for rater in raters}


def _label(rater: Rater, namesakes: Sequence[Rater]) -> str:
    if len(namesakes) == 1:
        return rater.name
    read: Callable[[str], Json] = json.loads
    others = [read(one.settings) for one in namesakes]
    differing = {
        name: value for name, value in read(rater.settings).items() if any(other.get(name) != value for other in others)
    }
    return f"{rater.name} ({', '.join(f'{name} {value}' for name, value in differing.items())})"

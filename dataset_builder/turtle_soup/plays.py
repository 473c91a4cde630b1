"""How models fared with stories that they had not seen before, counted from scored runs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.results import Result
from turtlesoup_bench.games.turtle_soup.puzzles import DATA, PLAYS_FILE, Plays, load_puzzles
from turtlesoup_bench.games.turtle_soup.records import PLAYER
from turtlesoup_bench.games.turtle_soup.submitting.predictions import CLOSED_BOOK
from turtlesoup_bench.records import to_json

_TOLD_ALL = "all-clues"
"""The ceiling: what it makes of a story says nothing of how hard the story is."""


def count_plays(results: Iterable[Result]) -> dict[str, Plays]:
    """How models fared, by puzzle.

    Args:
        results: Of turtle soup. Games without a score do not count, nor those of a player that was told the clues.
    """
    counts: dict[str, Plays] = {}
    for result in results:
        agent, solved = result.episode.setup.cast[PLAYER].split()[0], result.scored["solved"]
        if solved is None or agent == _TOLD_ALL:
            continue
        old = counts.get(result.instance.id, Plays())
        if agent == CLOSED_BOOK:
            new = replace(old, guesses=old.guesses + 1, guessed=old.guessed + int(solved))
        else:
            asked = old.questions + int(result.values["turns"] or 0)
            new = replace(old, players=old.players + 1, solved=old.solved + int(solved), questions=asked)
        counts[result.instance.id] = new
    return counts


def add_plays(counts: Mapping[str, Plays], folder: Path = DATA) -> Path:
    """Adds how models fared to what the file says of it.

    Args:
        counts: By puzzle, of runs that were not added before.
        folder: With the file, as the package has it.

    Raises:
        InvalidInput: If a puzzle is not packaged.
    """
    path = folder / PLAYS_FILE
    order = [puzzle.id for puzzle in load_puzzles()]
    if strange := [name for name in counts if name not in order]:
        raise InvalidInput(Problem(str(path), "", name, "a packaged puzzle") for name in strange)
    totals = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    for name, fared in counts.items():
        known = totals.get(name, {})
        totals[name] = {what: known.get(what, 0) + count for what, count in to_json(fared).items()}
    shown = [f" {json.dumps(name)}: {json.dumps(totals[name])}" for name in order if name in totals]
    path.write_text("{\n" + ",\n".join(shown) + "\n}\n", encoding="utf-8")
    return path

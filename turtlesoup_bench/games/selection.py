"""What is wrong with a selection of instances, in words that are the same in every game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from turtlesoup_bench.errors import Problem


def selection_problems(
    selection: Mapping[str, Any], keys: Sequence[str], choices: Mapping[str, Sequence[str]]
) -> Iterator[Problem]:
    """Unknown keys, values that are not among a key's choices, and a limit that is no number from 1.

    Args:
        selection: What was asked for.
        keys: Those that the game knows.
        choices: For keys whose value is a list: what it may hold.
    """
    for name in selection:
        if name not in keys:
            yield Problem("selection", name, "an unknown key", ", ".join(keys))
    for name, known in choices.items():
        for one in selection.get(name) or ():
            if one not in known:
                yield Problem("selection", name, one, f"one of {', '.join(known)}")
    limit = selection.get("limit")
    if limit is not None and (not isinstance(limit, int) or limit < 1):
        yield Problem("selection", "limit", repr(limit), "a number from 1")

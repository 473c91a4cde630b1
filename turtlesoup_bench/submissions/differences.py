"""Stated JSON values beside those that are right."""

from __future__ import annotations

import math
from typing import Any

EXACT = 1e-6
"""How far a number may be off, as another machine rounds otherwise; of larger numbers, that share of them."""


def is_near(first: float | None, second: float | None, tolerance: float = EXACT) -> bool:
    """Whether two numbers are as good as equal, or both None."""
    if first is None or second is None:
        return first is second
    return math.isclose(first, second, rel_tol=tolerance, abs_tol=tolerance)


def first_difference(stated: Any, right: Any, place: str) -> tuple[str, str, str] | None:
    """Where two JSON values differ first, what is stated there and what would be right; None if they agree."""
    if isinstance(stated, dict) and isinstance(right, dict) and set(stated) == set(right):
        pairs = [(f"{place}.{key}", stated[key], right[key]) for key in right]
    elif isinstance(stated, list) and isinstance(right, list):
        pairs = [(f"{place}[{n}]", one, other) for n, (one, other) in enumerate(zip(stated, right, strict=False))]
    elif stated == right or (isinstance(stated, float) and isinstance(right, int | float) and is_near(stated, right)):
        return None
    else:
        return place, repr(stated), repr(right)
    for inner, one, other in pairs:
        difference = first_difference(one, other, inner)
        if difference is not None:
            return difference
    if len(stated) != len(right):
        return place, f"{len(stated)} entries", f"{len(right)} entries"
    return None

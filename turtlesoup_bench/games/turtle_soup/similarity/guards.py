"""Guards: what a sentence vector does not see, in English and Chinese.

The vector of "he did not drink it" lies next to that of "he drank it". Four checks look for statements that exclude
each other though they are alike: one denies what the other asserts, they use opposite words, they give different
numbers, or they exchange who did it to whom. `benchmarks/fit_similarity.py --ablate` prints what each contributes.
"""

from __future__ import annotations

import re

from .encoder import Vectors
from .opposites import differ_by_prefix
from .statements import Statement

ALIGNED = 0.6
"""Cosine from which two words count as the same one in another form, wording or language."""

_RELATED = 0.4
"""Cosine from which two denied words may be one denial in other words."""

# In a place or time; and deeds that two do to each other.
_LOCATED = re.compile(r"[在里上中有]")
_RECIPROCAL = re.compile(
    r"\b(?:met|meets?|married|marry|marries|fought|fight|resembled?|and)\b|相[遇见识似爱]|结婚|见面|和好|互相"
)


def contradicts(first: Statement, second: Statement, cosines: Vectors) -> str | None:
    """Name the guard that tells two statements apart, or None.

    Args:
        first: One statement.
        second: The other.
        cosines: Of their words, shape (len(first.words), len(second.words)).
    """
    if _denies(first, second, cosines) or _denies(second, first, cosines.T):
        return "negation"
    if _opposed(first, second, cosines):
        return "opposites"
    if first.numbers and second.numbers and not first.numbers & second.numbers:
        return "numbers"
    if _exchanged(first, second, cosines):
        return "roles"
    return None


def _denies(first: Statement, second: Statement, cosines: Vectors) -> bool:
    """Whether the first denies a word that the second holds without denying it or anything like it."""
    if not cosines.size or not first.denied or first.opposites.agree_by_denial(second.opposites):
        return False
    for place in first.denied:
        held = int(cosines[place].argmax())
        excused = any(cosines[place, other] >= _RELATED for other in second.denied)
        if cosines[place, held] >= ALIGNED and held not in second.shaded and not excused:
            return True
    return False


def _opposed(first: Statement, second: Statement, cosines: Vectors) -> bool:
    """Whether they assert opposite words, or converse ones with the two sides in the same order."""
    if first.opposites.exclude(second.opposites) or differ_by_prefix(first.words, second.words):
        return True
    if not first.converses.exclude(second.converses):
        return False
    order = _alignment(cosines)
    return order == sorted(order)


def _exchanged(first: Statement, second: Statement, cosines: Vectors) -> bool:
    """Whether two words have changed places around a deed that stayed, which a passive does not explain."""
    order = _alignment(cosines)
    if len(order) < 3 or max(cosines.shape) - len(order) > 1:
        return False
    if any(_RECIPROCAL.search(statement.text) for statement in (first, second)):
        return False
    moved = [place for place, partner in enumerate(sorted(order)) if order[place] != partner]
    if first.language != second.language:
        # Chinese puts places and times before the verb, so only a change of the first word is believed.
        located = any(_LOCATED.search(statement.text) for statement in (first, second))
        if located or first.construction != second.construction or moved[:1] != [0]:
            return False
    elif first.construction[0] != second.construction[0]:
        return not moved
    return first.construction[1] == second.construction[1] and len(moved) == 2 and moved[1] - moved[0] >= 2


def _alignment(cosines: Vectors) -> list[int]:
    """Return the second statement's positions in the order of the first's, for words that choose each other."""
    if not cosines.size:
        return []
    forth, back = cosines.argmax(axis=1), cosines.argmax(axis=0)
    return [int(j) for i, j in enumerate(forth) if back[j] == i and cosines[i, j] >= ALIGNED]

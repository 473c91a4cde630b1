"""Texts of a case: English and Chinese side by side, with anchors that say which facts a span of words states.

An anchor is written ``[words](fact_id)``; a span that states several facts names them all, set apart by blanks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

_ANCHOR = re.compile(r"\[([^\[\]]*)\]\(([^()]*)\)")
_CLOCK = re.compile(r"\b\d{1,2}:\d{2}\b", re.ASCII)
_TEXTS = 2_048
"""Some more than a case has; each is looked at from many sides."""


@dataclass(frozen=True, slots=True)
class Span:
    """Words of a text and the facts that they state."""

    words: str
    facts: tuple[str, ...]


@lru_cache(maxsize=_TEXTS)
def spans(text: str) -> tuple[Span, ...]:
    """The anchored spans of a text in one language, in order."""
    return tuple(Span(words, tuple(ids.split())) for words, ids in _ANCHOR.findall(text))


def stated(text: Mapping[str, str]) -> frozenset[str]:
    """The facts that a text states in either language."""
    return frozenset(fact for words in text.values() for span in spans(words) for fact in span.facts)


@lru_cache(maxsize=_TEXTS)
def plain(text: str) -> str:
    """The text as a player reads it, without anchors."""
    return _ANCHOR.sub(r"\1", text)


def outside(text: str) -> str:
    """What stands between the anchored spans of a text."""
    return _ANCHOR.sub(" ", text)


def clock_times(text: str) -> set[str]:
    """Times of the clock, such as ``9:05`` or ``23:10``, as a text writes them."""
    return set(_CLOCK.findall(text))


def all_texts(node: Any, place: str = "") -> Iterator[tuple[str, Mapping[str, str]]]:
    """Every text in both languages below a node of a case file, with its place."""
    if isinstance(node, Mapping):
        if node.keys() == {"en", "zh"}:
            yield place, node
        else:
            for name, child in node.items():
                yield from all_texts(child, f"{place}.{name}" if place else name)
    elif isinstance(node, list):
        for number, child in enumerate(node):
            yield from all_texts(child, f"{place}[{number}]")


def in_language(node: Any, language: str) -> Any:
    """A copy of a node of a case file in which every text has one language only."""
    if isinstance(node, Mapping):
        if node.keys() == {"en", "zh"}:
            return {language: node[language]}
        return {name: in_language(child, language) for name, child in node.items()}
    return [in_language(child, language) for child in node] if isinstance(node, list) else node

"""How text is set: broken into lines, in the largest size that fits its box; all lengths in pixels of the picture."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from .fonts import Face, font

SMALLEST = 15
"""No text is smaller than that many pixels an em."""
LEADING = 1.3
"""From line to line, in ems."""
SCALE = 2
"""How much larger a picture is drawn and measured than it is saved, so that edges come out smooth."""
Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""
# What a line may be broken between: words, and Chinese characters with the punctuation that clings to them.
_PIECE = re.compile(
    r"[（《「“]*[一-鿿]{1,4}·|(?<=·)[一-鿿]{1,4}[，。、：；！？）》」”…]*"  # parts of a foreign name
    r"|[（《「“]*[一-鿿][，。、：；！？）》」”…]*|[^一-鿿\s（《「]+\s*|\s+|."
)
_PHRASE = re.compile(r"\s{2,}|　")
_END = re.compile(r"[,.;:)，。、：；！？）]$")
_BALANCED = 3
"""Of up to that many lines of a text the breaks are chosen with care."""


class TextDoesNotFit(Exception):
    """A text is too long for its place in the picture, even in the smallest size."""


@dataclass(frozen=True, slots=True)
class Style:
    """How text looks: face, the largest size that is wanted, and colour."""

    face: Face
    size: int
    ink: str

    def at(self, size: int) -> Style:
        """The same in another size."""
        return Style(self.face, size, self.ink)


@lru_cache(maxsize=1 << 17)  # lines are broken in many ways until one fits
def width(words: str, style: Style) -> float:
    """Width of a text in one line."""
    return font(style.face, style.size * SCALE).getlength(words) / SCALE


def widest_piece(text: str, style: Style) -> float:
    """Width of the widest part of a text that cannot be broken."""
    return max((width(piece.rstrip(), style) for piece in _PIECE.findall(text)), default=0)


def height(texts: Sequence[str], across: float, style: Style, gap: float = 0) -> float:
    """Height of texts below one another; without end if a word is wider than there is space."""
    total = gap * (len(texts) - 1)
    for text in texts:
        lines = lines_of(text, style, across)
        total += LEADING * style.size * len(lines) if lines else float("inf")
    return total


def fitting(texts: Sequence[str], across: float, down: float, style: Style, gap: float = 0) -> Style:
    """The style in the largest size in which texts fit below one another.

    Raises:
        TextDoesNotFit: If there is none.
    """
    for size in range(style.size, SMALLEST - 1, -1):
        if height(texts, across, style.at(size), gap) <= down + 0.01:
            return style.at(size)
    raise TextDoesNotFit(" / ".join(texts))


def stacked(
    texts: Sequence[str], box: Box, style: Style, gap: float = 10, middle: bool = False
) -> Iterator[tuple[str, Box, Style]]:
    """Each text with its box, below one another in one size, to be written.

    Args:
        texts: What is to be written.
        box: Where all of it has to fit.
        style: With the largest size that is wanted.
        gap: Between two texts.
        middle: Whether they stand in the middle of the box's height, instead of at the top.

    Raises:
        TextDoesNotFit: If they do not fit even in the smallest size.
    """
    left, top, right, bottom = box
    style = fitting(texts, right - left, bottom - top, style, gap)
    if middle:
        top += (bottom - top - height(texts, right - left, style, gap)) / 2
    for text in texts:
        below = top + height([text], right - left, style)
        yield text, (left, top, right, below), style
        top = below + gap


@cache
def lines_of(text: str, style: Style, across: float) -> list[str] | None:
    """The text in lines, or None if a word is too wide.

    Of few lines, the breaks are chosen among those that give as few: first the ends of phrases, then what makes the
    lines equally long.
    """
    lines = _broken(text, style, across)
    if not lines or not 1 < len(lines) <= _BALANCED:
        return lines
    choices = [lines, [line for phrase in _PHRASE.split(text) for line in _broken(phrase, style, across) or ()]]
    while (narrower := _broken(text, style, across - 4)) and len(narrower) == len(lines):
        choices.append(narrower)
        across -= 4
    return max(
        (choice for choice in choices if len(choice) == len(lines)),
        key=lambda choice: (sum(bool(_END.search(line)) for line in choice[:-1]), -max(map(len, choice))),
    )


def _broken(text: str, style: Style, across: float) -> list[str] | None:
    """The text in lines, each as long as can be."""
    lines = [""]
    for piece in _PIECE.findall(text):
        if width((lines[-1] + piece).rstrip(), style) > across:
            lines.append("")
        if width(piece.rstrip(), style) > across:
            return None
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return [line.rstrip() for line in lines if line.strip()]

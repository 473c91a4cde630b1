"""What a telephone shows: a chat."""

from __future__ import annotations

from collections.abc import Sequence

from .canvas import Canvas
from .content import Content, Entry
from .fonts import Face
from .marks import colours_by_person
from .typesetting import SMALLEST, Style, TextDoesNotFit, height, width

_GREY = "#5b6570"


def chat(content: Content) -> Canvas:
    """Bubbles with sender and time: the first sender's at the left, all others' at the right."""
    canvas = Canvas("#2b3038")
    canvas.rectangle((40, 6, 472, 506), "#12151a", radius=34)
    canvas.rectangle((52, 22, 460, 490), "#e7edf2", radius=20)
    canvas.disc((256, 14), 4, "#3b424c")
    style = _fitting(content.entries)
    owner = content.entries[0].person
    colours = colours_by_person(content.entries)
    y = 34.0
    for entry in content.entries:
        texts, across, down = _bubble(entry, style)
        left = 64 if entry.person == owner else 448 - across
        head = [part for part in (entry.person, entry.time) if part]
        if head:
            small = style.at(SMALLEST)
            start = left + 8.0
            for part, ink in ((entry.person, colours[entry.person]), (entry.time, _GREY)):
                if part:
                    canvas.write(part, (start, y, 460, y + 20), Style(Face.BOLD, SMALLEST, ink))
                    start += width(part, Style(Face.BOLD, SMALLEST, ink)) + 12
            y += height(["0"], 400, small) + 2
        fill = "#ffffff" if entry.person == owner else "#bfe8b4"
        if texts:
            canvas.rectangle((left, y, left + across, y + down), fill, radius=12)
            top = y + _PADDING / 2
            for text in texts:
                below = top + height([text], across - 2 * _PADDING, style)
                canvas.write(text, (left + _PADDING, top, left + across - _PADDING, below), style)
                top = below
            y += down
        y += 12
    return canvas


_PADDING = 12


def _bubble(entry: Entry, style: Style) -> tuple[list[str], float, float]:
    """Texts of a bubble, and how wide and how high it is."""
    texts = [part for part in entry.parts if part != entry.person]
    inner = min(276.0, max((width(text, style) for text in texts), default=0) + 1)
    return texts, inner + 2 * _PADDING, height(texts, inner, style) + _PADDING if texts else 0


def _fitting(entries: Sequence[Entry]) -> Style:
    for size in range(24, SMALLEST - 1, -1):
        style = Style(Face.PRINT, size, "#1d2126")
        heads = sum(22 for entry in entries if entry.person or entry.time)
        if heads + sum(_bubble(entry, style)[2] + 12 for entry in entries) <= 450:
            return style
    raise TextDoesNotFit(" / ".join(entry.words for entry in entries))

"""Numbered marks in a picture, and the legend that says what each is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, cos, pi, sin

from .canvas import Canvas, Point
from .content import Entry
from .fonts import Face
from .typesetting import SMALLEST, Style, TextDoesNotFit, height

COLOURS = ("#c0392b", "#1f5fa8", "#1e7d4f", "#8e44ad", "#b9770e", "#0e7c86", "#7a4b2a", "#c2185b")
"""Told apart easily, and white text can be read on each."""
RADIUS = 12
"""Of a mark."""
PLATE = (24, 20)
"""Width and height of the plate with a walking time."""


def colours_by_person(entries: Iterable[Entry]) -> dict[str, str]:
    """A colour for each person in the order in which they come; lines without one share the first."""
    people = list(dict.fromkeys(entry.person for entry in entries))
    return {person: COLOURS[number % len(COLOURS)] for number, person in enumerate(people)}


def marker(canvas: Canvas, at: Point, number: int, colour: str) -> None:
    """A disc with a number."""
    canvas.disc(at, RADIUS, colour, "#ffffff", 1.5)
    x, y = at
    box = (x - 15, y - 11, x + 15, y + 9)
    canvas.write(str(number), box, Style(Face.BOLD, SMALLEST, "#ffffff"), "centre", middle=True)


def arrow(canvas: Canvas, start: Point, end: Point, ink: str) -> None:
    """A line from mark to mark with its head in the middle."""
    canvas.line([start, end], ink, 4)
    angle = atan2(end[1] - start[1], end[0] - start[0])
    tip = ((start[0] + end[0]) / 2 + 8 * cos(angle), (start[1] + end[1]) / 2 + 8 * sin(angle))
    wings = [(tip[0] + 16 * cos(angle + turn), tip[1] + 16 * sin(angle + turn)) for turn in (5 * pi / 6, -5 * pi / 6)]
    canvas.polygon([tip, *wings], ink)


def legend(canvas: Canvas, meanings: Sequence[tuple[str, str]], style: Style, background: str, unit: str = "") -> float:
    """Writes what each mark means along the lower edge.

    Args:
        canvas: Where.
        meanings: Of each mark, from number 1 on, its meaning and its colour.
        style: Of the text.
        background: Colour behind it.
        unit: Word for minutes, if walking times are shown.

    Returns:
        The height above which the picture is free.

    Raises:
        TextDoesNotFit: If it would take too much of the picture.
    """
    texts = [meaning for meaning, _ in meanings] + ([unit] if unit else [])
    columns, fitted = _layout(texts, style)
    across = (_WIDTH - _GUTTER * (columns - 1)) / columns
    rows = [texts[start : start + columns] for start in range(0, len(texts), columns)]
    heights = [_row(row, across, fitted) for row in rows]
    top = _BOTTOM - sum(heights)
    canvas.rectangle((0, top - 8, 512, 512), background)
    for index, text in enumerate(texts):
        row, column = divmod(index, columns)
        left, y = 14 + column * (across + _GUTTER), top + sum(heights[:row])
        at = (left + RADIUS, y + heights[row] / 2)
        if index < len(meanings):
            marker(canvas, at, index + 1, meanings[index][1])
        else:
            walking_time(canvas, at)
        canvas.write(text, (left + _INDENT, y, left + across, y + heights[row]), fitted, middle=True)
    return top - 8


def walking_time(canvas: Canvas, at: Point, minutes: int | None = None, is_locked: bool = False) -> None:
    """The plate on a way that says how many minutes it takes; golden if one needs a key."""
    x, y = at
    across, down = PLATE[0] / 2, PLATE[1] / 2
    canvas.rectangle(
        (x - across, y - down, x + across, y + down), "#ffd970" if is_locked else "#ffffff", "#3b3f45", 1, 5
    )
    if minutes is not None:
        box = (x - 15, y - 11, x + 15, y + 9)
        canvas.write(str(minutes), box, Style(Face.BOLD, SMALLEST, "#23262b"), "centre", middle=True)


_WIDTH, _GUTTER, _INDENT, _BOTTOM = 484.0, 14, 34, 506.0


def _layout(texts: Sequence[str], style: Style) -> tuple[int, Style]:
    """How many columns, and the style: the largest that keeps the legend low, else the smallest."""
    for size in range(style.size, SMALLEST - 1, -1):
        for columns in (1, 2, 3):
            if _total(texts, columns, style.at(size)) <= _LOW:
                return columns, style.at(size)
    smallest = style.at(SMALLEST)
    columns = min((1, 2, 3), key=lambda count: _total(texts, count, smallest))
    if _total(texts, columns, smallest) > _HIGH:
        raise TextDoesNotFit(" / ".join(texts))
    return columns, smallest


_LOW, _HIGH = 90, 200


def _total(texts: Sequence[str], columns: int, style: Style) -> float:
    across = (_WIDTH - _GUTTER * (columns - 1)) / columns
    return sum(_row(texts[start : start + columns], across, style) for start in range(0, len(texts), columns))


def _row(texts: Sequence[str], across: float, style: Style) -> float:
    return max(26.0, *(height([text], across - _INDENT, style) for text in texts)) + 1

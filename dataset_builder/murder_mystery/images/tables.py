"""Ruled sheets and boards, a row for each line: log, register, timetable."""

from __future__ import annotations

from collections.abc import Sequence

from .canvas import Canvas
from .content import Content, Entry
from .fonts import Face
from .typesetting import SMALLEST, Box, Style, TextDoesNotFit, height, widest_piece, width


def log(content: Content) -> Canvas:
    """A typed sheet on a clipboard."""
    canvas = Canvas("#6d4f35")
    canvas.rectangle((22, 30, 490, 502), "#fdfdfa")
    canvas.rectangle((176, 8, 336, 46), "#a9adb3", "#5d6168", 2, 8)
    canvas.rectangle((226, 2, 286, 24), "#c5c9ce", "#5d6168", 2, 8)
    rows = table(canvas, content.entries, (38, 66, 474, 488), Style(Face.TYPED, 24, "#22262c"), 96)
    for bottom in _rules(rows, 488):
        canvas.line([(30, bottom), (482, bottom)], "#9fb0c0", 1)
    canvas.line([(30, 66), (482, 66)], "#4b6075", 3)
    return canvas


def register(content: Content) -> Canvas:
    """A page of a bound book, filled in by hand."""
    canvas = Canvas("#33473c")
    canvas.rectangle((14, 14, 500, 498), "#e5d7b6", radius=8)
    canvas.rectangle((14, 14, 42, 498), "#c4b188", radius=8)
    canvas.rectangle((42, 14, 492, 492), "#faf3df")
    canvas.line([(42, 46), (492, 46)], "#b04a3c", 2)
    canvas.line([(42, 51), (492, 51)], "#b04a3c", 1)
    rows = table(canvas, content.entries, (58, 56, 482, 480), Style(Face.HAND, 26, "#22336b"), 62)
    for bottom in _rules(rows, 484):
        canvas.line([(42, bottom), (492, bottom)], "#a8b9a4", 1)
    return canvas


def timetable(content: Content) -> Canvas:
    """A board of a station: times in plates along a line with a stop for each."""
    canvas = Canvas("#10151c")
    canvas.rectangle((12, 12, 500, 500), "#1b2530", "#59636e", 4, 10)
    style = Style(Face.BOLD, 26, "#ffd75e")
    rows = table(canvas, content.entries, (70, 24, 484, 488), style, 140)
    stops = [row for row, entry in zip(rows, content.entries, strict=True) if entry.time] or rows
    middles = [(top + bottom) / 2 for _, top, _, bottom in stops]
    canvas.line([(42, middles[0]), (42, middles[-1])], "#6fb7ff", 5)
    for middle in middles:
        canvas.disc((42, middle), 9, "#1b2530", "#6fb7ff", 4)
    for _, _, _, bottom in rows[:-1]:
        canvas.line([(66, bottom), (488, bottom)], "#39444f", 1)
    return canvas


def _rules(rows: Sequence[Box], lowest: float) -> list[float]:
    """Where rules are printed: below each row, and on down the page as far apart as below the last."""
    bottoms = [bottom for _, _, _, bottom in rows]
    apart = max(30.0, rows[-1][3] - rows[-1][1])
    return bottoms + [bottoms[-1] + apart * step for step in range(1, int((lowest - bottoms[-1]) / apart) + 1)]


def columns_of(entries: Sequence[Entry]) -> list[list[str]]:
    """Time, text, person, place and object of all lines, a column each, without the columns that are empty."""
    fields = [
        [
            entry.time,
            entry.text,
            *(name if name in entry.names else "" for name in (entry.person, entry.place, entry.object)),
        ]
        for entry in entries
    ]
    columns = [list(column) for column in zip(*fields, strict=True)]
    return [column for column in columns if any(column)]


def table(canvas: Canvas, entries: Sequence[Entry], box: Box, style: Style, tallest: float) -> list[Box]:
    """Writes a row for each line, in columns as wide as their content asks for.

    Args:
        canvas: Where.
        entries: The lines.
        box: Where the table stands.
        style: Of the text; all of it gets one size.
        tallest: Height of a row if there is space.

    Returns:
        The boxes of the rows.

    Raises:
        TextDoesNotFit: If there is too much of it.
    """
    left, top, right, bottom = box
    columns = columns_of(entries)
    for size in range(style.size, SMALLEST - 1, -1):
        fitted = style.at(size)
        choices = [_widths(columns, right - left, fitted, power) for power in (0.5, 1, 2)]
        heights, widths = min(
            ((_heights(columns, widths, fitted), widths) for widths in choices), key=lambda one: sum(one[0])
        )
        if sum(heights) <= bottom - top:
            break
    else:
        raise TextDoesNotFit(" / ".join(entry.words for entry in entries))
    spare = (bottom - top - sum(heights)) / len(heights)
    boxes: list[Box] = []
    for row, down in zip(zip(*columns, strict=True), heights, strict=True):
        below = top + min(max(down, tallest), down + spare)
        x = left
        for cell, across in zip(row, widths, strict=True):
            if cell:
                canvas.write(cell, (x, top, x + across, below), fitted, middle=True)
            x += across + _GUTTER
        boxes.append((left, top, right, below))
        top = below
    return boxes


_GUTTER = 14


def _heights(columns: Sequence[Sequence[str]], widths: Sequence[float], style: Style) -> list[float]:
    return [
        max(height([cell], across, style) for cell, across in zip(row, widths, strict=True) if cell) + 8
        for row in zip(*columns, strict=True)
    ]


def _widths(columns: Sequence[Sequence[str]], total: float, style: Style, power: float) -> list[float]:
    """Widths of columns: each gets its longest word, and of the rest a share by how much it has to hold.

    Args:
        columns: Texts of the cells.
        total: Width of the table.
        style: Of the text.
        power: How much more of the rest a column gets that has more to hold.
    """
    total -= _GUTTER * (len(columns) - 1)
    least = [max(widest_piece(cell, style) for cell in column) for column in columns]
    wanted = [max(width(cell, style) for cell in column) for column in columns]
    if sum(wanted) <= total:
        return [*wanted[:-1], total - sum(wanted[:-1])]
    lacks = [max(0.0, want - need) ** power for want, need in zip(wanted, least, strict=True)]
    share = (total - sum(least)) / (sum(lacks) or 1)
    return [need + lack * share for need, lack in zip(least, lacks, strict=True)]

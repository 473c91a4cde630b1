"""Drawn relations: seating plan, family tree, recorder chart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, pi, sin

from turtlesoup_bench.games.murder_mystery.cases import minutes

from .canvas import Canvas, Point
from .content import Content, Entry
from .fonts import Face
from .typesetting import Box, Style, fitting, stacked

_PENCIL = "#3c3f45"


def seating_plan(content: Content) -> Canvas:
    """A pencil sketch of a table seen from above, the seats clockwise from its head in the order of the lines."""
    canvas = Canvas("#f4efe2")
    for offset in range(0, 512, 64):
        canvas.line([(0, offset), (512, offset)], "#e9e2d0", 1)
    canvas.ellipse((156, 138, 356, 374), "#e3cfa8", _PENCIL, 3)
    canvas.ellipse((166, 148, 346, 364), None, "#a98d5c", 1)
    places = {entry.place for entry in content.entries if entry.place}
    shared = places.pop() if len(places) == 1 else ""
    if shared:
        canvas.write(shared, (180, 206, 332, 306), Style(Face.HAND, 26, _PENCIL), "centre", middle=True)
    cards = [[part for part in entry.names_first if part != shared] for entry in content.entries]
    boxes = _cards(len(cards))
    style = Style(Face.HAND, 24, _PENCIL)
    for parts, (left, top, right, bottom) in zip(cards, boxes, strict=True):
        style = fitting(parts, right - left - 10, bottom - top - 6, style, 0) if parts else style
    for number, (parts, box) in enumerate(zip(cards, boxes, strict=True)):
        left, top, right, bottom = box
        canvas.disc(_seat(number, len(cards)), 14, "#cdb184", _PENCIL, 2)
        if parts:
            lines = list(stacked(parts, (left + 5, top + 3, right - 5, bottom - 3), style, 0, middle=True))
            canvas.rectangle((left, lines[0][1][1] - 3, right, lines[-1][1][3] + 3), "#fffdf5", _PENCIL, 2, 6)
            for text, line, fitted in lines:
                canvas.write(text, line, fitted, "centre")
    return canvas


def _seat(number: int, count: int) -> Point:
    return _on_ellipse(number / count, 96, 114)


def _on_ellipse(turn: float, across: float, down: float) -> Point:
    """A point of an ellipse around the middle of the picture, by its share of a turn clockwise from the top."""
    return 256 + across * sin(2 * pi * turn), 256 - down * cos(2 * pi * turn)


def _cards(count: int) -> list[Box]:
    """Boxes of the name cards: each as large as the table and the other cards leave it."""
    table = [_on_ellipse(step / 72, 112, 132) for step in range(72)]
    boxes = [_card(number, count, *_CARDS[-1]) for number in range(count)]
    for number in range(count):
        others = boxes[:number] + boxes[number + 1 :]
        for size in _CARDS:
            box = _card(number, count, *size)
            if not any(_meet(box, other) for other in others) and not any(_meet(box, (*one, *one)) for one in table):
                boxes[number] = box
                break
    return boxes


_CARDS = ((300, 110), (230, 110), (180, 130), (150, 120), (130, 120), (130, 96), (124, 84), (124, 70), (116, 62))
"""Widths and heights of name cards."""


def _card(number: int, count: int, wide: float, high: float) -> Box:
    """A card beside its seat, within the picture."""
    x, y = _on_ellipse(number / count, 190, 210)
    x, y = min(max(x, 8 + wide / 2), 504 - wide / 2), min(max(y, 8 + high / 2), 504 - high / 2)
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] + 6 and other[0] < one[2] + 6 and one[1] < other[3] + 6 and other[1] < one[3] + 6


def family_tree(content: Content) -> Canvas:
    """Boxes in rows: each line hangs below the earlier one whose person its text names, or below the first."""
    canvas = Canvas("#eef0e4")
    canvas.rectangle((10, 10, 502, 502), None, "#7d8a5c", 3, 10)
    entries = content.entries
    above = [_above(number, entries) for number in range(len(entries))]
    depth: list[int] = []
    for upper in above:
        depth.append(0 if upper is None else depth[upper] + 1)
    rows = [[number for number in range(len(entries)) if depth[number] == level] for level in range(max(depth) + 1)]
    down = min(200.0, 480 / len(rows))
    first = 256 - down * len(rows) / 2
    boxes: dict[int, Box] = {}
    for level, row in enumerate(rows):
        # Children stand in the order of their parents, so that lines do not cross.
        row.sort(key=lambda number: boxes[parent][0] if (parent := above[number]) is not None else 0)
        across = 480 / len(row)
        for index, number in enumerate(row):
            wide = min(across - 12, 220)
            x, y = 16 + across * (index + 0.5), first + down * level
            boxes[number] = (x - wide / 2, y + 6, x + wide / 2, y + down - (30 if level < len(rows) - 1 else 10))
    for number, parent in enumerate(above):
        if parent is not None:
            start, end = boxes[parent], boxes[number]
            x, y = (start[0] + start[2]) / 2, (end[0] + end[2]) / 2
            bend = end[1] - 18
            canvas.line([(x, start[3]), (x, bend), (y, bend), (y, end[1])], "#5d6b3c", 3)
    for number, box in boxes.items():
        left, top, right, bottom = box
        canvas.rectangle(box, "#fffef6", "#5d6b3c", 2, 8)
        entry = entries[number]
        for text, place, style in stacked(
            entry.names_first,
            (left + 6, top + 6, right - 6, bottom - 4),
            Style(Face.SERIF, 24, "#2d331f"),
            2,
            middle=True,
        ):
            canvas.write(text, place, style, "centre")
    return canvas


def _above(number: int, entries: Sequence[Entry]) -> int | None:
    """The line below which a line hangs."""
    named = (
        index for index in range(number) if entries[index].person and entries[index].person in entries[number].text
    )
    return next(named, 0 if number else None)


def chart(content: Content) -> Canvas:
    """A strip of a recorder: the trace steps at each time, and a flag says what happened."""
    canvas = Canvas("#9aa7a0")
    canvas.rectangle((10, 24, 502, 488), "#fbfaf0", "#7c857f", 2)
    for offset in range(16):
        canvas.disc((28 + 30.4 * offset, 36), 4, "#9aa7a0")
        canvas.disc((28 + 30.4 * offset, 476), 4, "#9aa7a0")
    for offset in range(33):
        canvas.line([(16 + 15 * offset, 316), (16 + 15 * offset, 432)], "#cfe3d4", 1)
    for offset in range(9):
        canvas.line([(10, 316 + 14.5 * offset), (502, 316 + 14.5 * offset)], "#cfe3d4", 1)
    entries = content.entries
    across = 480 / len(entries)
    steps = _steps(entries, across)
    trace: list[Point] = [(12, 400)]
    for number, x in enumerate(steps):
        level = 400 if number % 2 else 346
        trace += [(x, trace[-1][1]), (x, level)]
    canvas.line([*trace, (500, trace[-1][1])], "#9c2f24", 3)
    for number, (entry, x) in enumerate(zip(entries, steps, strict=True)):
        left = 16 + across * number
        canvas.line([(x, 316), (x, 438)], "#3c3f45", 1)
        if entry.parts:
            lines = list(
                stacked(entry.parts, (left + 12, 64, left + across - 12, 264), Style(Face.TYPED, 24, _PENCIL), 8)
            )
            foot = lines[-1][1][3] + 6
            canvas.line([(left + across / 2, foot), (left + across / 2, 290), (x, 316)], "#3c3f45", 1)
            canvas.rectangle((left + 4, 56, left + across - 4, foot), "#ffffff", "#3c3f45", 1, 4)
            for text, box, style in lines:
                canvas.write(text, box, style)
        if entry.time:
            canvas.write(entry.time, (x - 34, 438, x + 34, 466), Style(Face.BOLD, 20, "#9c2f24"), "centre", middle=True)
    return canvas


def _steps(entries: Sequence[Entry], across: float) -> list[float]:
    """Where on the strip each line stands: by its time if all have one in order, and far enough apart to be read."""
    middles = [16 + across * (number + 0.5) for number in range(len(entries))]
    if not all(entry.time for entry in entries) or len(entries) < 2:
        return middles
    # A time that is earlier than the first is of the next day.
    first = minutes(entries[0].time)
    times = [(minutes(entry.time) - first) % (24 * 60) for entry in entries]
    if times != sorted(times) or not times[-1]:
        return middles
    steps = [56 + 400 * time / times[-1] for time in times]
    near = any(second - start < 64 for start, second in pairwise(steps))
    return middles if near else steps

"""What a camera or an eye sees: photograph, the inside of a safe, a scene before and after."""

from __future__ import annotations

from collections.abc import Sequence

from .canvas import Canvas, Point
from .content import Content, Entry
from .fonts import Face
from .marks import COLOURS, legend, marker
from .typesetting import Box, Style, stacked

_INK, _MARK = "#23262b", "#2c2f33"


def photograph(content: Content) -> Canvas:
    """A print with a white border: a figure for each person, a card for each other subject, and notes on the border."""
    canvas = Canvas("#f6f4ee")
    top = legend(
        canvas,
        [("  ".join(entry.names_first), _MARK) for entry in content.entries],
        Style(Face.HAND, 22, _INK),
        "#f6f4ee",
    )
    canvas.rectangle((22, 22, 490, top - 6), "#7b7f80")
    canvas.rectangle((22, 22 + (top - 28) * 0.62, 490, top - 6), "#5c6061")
    # Lines on one person or object show it once; a line on neither is about the first.
    named = [entry.person or entry.object for entry in content.entries]
    subjects = list(dict.fromkeys(name for name in named if name)) or [""]
    across = 448 / len(subjects)
    floor = top - 24
    size = min(across * 0.42, (floor - 50) * 0.36)
    for place, subject in enumerate(subjects):
        x = 32 + across * (place + 0.5)
        shape = _figure if subject in {entry.person for entry in content.entries if entry.person} else _card
        shape(canvas, (x, floor), size)
        marks = [number for number, name in enumerate(named, 1) if (name or subjects[0]) == subject]
        for index, number in enumerate(marks):
            at = (x + (index - (len(marks) - 1) / 2) * min(60.0, 1.6 * size / len(marks)), floor - size * 0.7)
            marker(canvas, at, number, _MARK)
    return canvas


def _figure(canvas: Canvas, foot: Point, size: float) -> None:
    x, floor = foot
    canvas.disc((x, floor - size * 2.1), size * 0.46, "#d4d2cb")
    canvas.rectangle((x - size * 0.8, floor - size * 1.5, x + size * 0.8, floor), "#3c4042", radius=size * 0.5)
    canvas.rectangle((x - size * 0.8, floor - size * 0.6, x + size * 0.8, floor), "#3c4042")


def _card(canvas: Canvas, foot: Point, size: float) -> None:
    x, floor = foot
    canvas.rectangle((x - size + 5, floor - size * 1.7, x + size + 5, floor + 4), "#3f4345")
    canvas.rectangle((x - size, floor - size * 1.75, x + size, floor), "#d4d2cb", _INK, 1)
    canvas.rectangle((x - size * 0.9, floor - size * 1.65, x + size * 0.9, floor - size * 0.1), "#a9aaa6")


def _box(canvas: Canvas, foot: Point, size: float) -> None:
    x, floor = foot
    side, lift = size * 0.9, size * 0.4
    canvas.polygon(
        [
            (x - side, floor - size * 1.3),
            (x - side + lift, floor - size * 1.3 - lift),
            (x + side + lift, floor - size * 1.3 - lift),
            (x + side, floor - size * 1.3),
        ],
        "#d9d6cc",
        _INK,
        1,
    )
    canvas.polygon(
        [
            (x + side, floor),
            (x + side, floor - size * 1.3),
            (x + side + lift, floor - size * 1.3 - lift),
            (x + side + lift, floor - lift),
        ],
        "#8d8a80",
        _INK,
        1,
    )
    canvas.rectangle((x - side, floor - size * 1.3, x + side, floor), "#b5b2a7", _INK, 1)


def safe(content: Content) -> Canvas:
    """An open safe: what lies in it stands on shelves, each with a tag."""
    canvas = Canvas("#77726a")
    canvas.rectangle((12, 10, 430, 502), "#3d444b", "#23282d", 5, 10)
    canvas.rectangle((34, 32, 408, 480), "#1e2226", "#565f67", 3)
    canvas.polygon([(430, 14), (504, 46), (504, 470), (430, 498)], "#4b535b", "#23282d", 3)
    canvas.ellipse((448, 214, 488, 298), "#8d969e", "#23282d", 3)
    canvas.line([(468, 222), (468, 290)], "#23282d", 4)
    canvas.line([(452, 256), (484, 256)], "#23282d", 4)
    _shelves(canvas, content.entries, (42, 40, 400, 474), "#6a7681", Style(Face.PRINT, 24, _INK))
    return canvas


def before_after(content: Content) -> Canvas:
    """Two views of one place side by side, an arrow from the earlier to the later."""
    canvas = Canvas("#33424f")
    entries = content.entries
    has_times = any(entry.time != entries[0].time for entry in entries)
    first = [entry for entry in entries if entry.time == entries[0].time] if has_times else list(entries[:1])
    later = [entry for entry in entries if entry not in first]
    for left, shown in ((12, first), (272, later)):
        canvas.rectangle((left, 20, left + 228, 492), "#f3ead9", "#f9f9f9", 5)
        canvas.rectangle((left + 5, 400, left + 223, 487), "#c9a877")
        times = {entry.time for entry in shown}
        time = times.pop() if len(times) == 1 else ""
        top = 32.0
        if time:
            canvas.write(time, (left + 10, top, left + 218, top + 44), Style(Face.BOLD, 32, COLOURS[0]), "centre")
            top += 48
        if shown:
            bare = [
                Entry(entry.text, "" if time else entry.time, entry.person, entry.place, entry.object)
                for entry in shown
            ]
            _shelves(canvas, bare, (left + 12, top, left + 216, 484), "#8a6a42", Style(Face.PRINT, 24, _INK))
    canvas.polygon(
        [(240, 236), (258, 236), (258, 222), (274, 252), (258, 282), (258, 268), (240, 268)], "#ffd75e", "#33424f", 1
    )
    return canvas


def _shelves(canvas: Canvas, entries: Sequence[Entry], box: Box, wood: str, style: Style) -> None:
    """A shelf for each line, with its tag, and the thing or the person that it shows beside."""
    left, top, right, bottom = box
    down = min(220.0, (bottom - top) / len(entries))
    for number, entry in enumerate(entries):
        floor = top + down * (number + 1) - 8
        canvas.rectangle((left, floor, right, floor + 5), wood)
        inset = 6.0
        if entry.object or entry.parts == [entry.person]:
            (_box if entry.object else _figure)(canvas, (left + 26, floor), min(22.0, down * 0.3))
            inset = 58
        texts = [part for part in (entry.time, *entry.parts) if part]
        lines = list(
            stacked(texts, (left + inset + 6, top + down * number + 8, right - 8, floor - 7), style, 2, middle=True)
        )
        canvas.rectangle((left + inset, lines[0][1][1] - 4, right - 2, lines[-1][1][3] + 5), "#fffdf4", "#8a8271", 1, 4)
        for text, place, fitted in lines:
            canvas.write(text, place, fitted)

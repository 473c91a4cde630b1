"""Things: clock faces, photographs, footprints, the inside of a safe, a scene before and after."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from turtlesoup_bench.games.murder_mystery.cases import minutes

from .canvas import Box, Canvas, Point, Style, stacked
from .content import Content, Entry
from .fonts import Face
from .marks import COLOURS, legend, marker

_INK, _MARK = "#23262b", "#2c2f33"


def hands(time: str) -> tuple[float, float]:
    """Angles of hour and minute hand, clockwise from twelve, in degrees."""
    minute = minutes(time)
    return minute % 720 / 2, minute % 60 * 6


def clock(content: Content) -> Canvas:
    """A clock face for each line with a time, its hands at that time; words below it."""
    canvas = Canvas("#5a4636")
    count = len(content.entries)
    columns = 1 if count == 1 else 2
    rows = -(-count // columns)
    across, down = 512 / columns, 512 / rows
    for number, entry in enumerate(content.entries):
        left, top = number % columns * across, number // columns * down
        words = 0.0 if not entry.parts else max(44.0, down * (0.2 if entry.time else 0.9))
        radius = min(across, down - words) / 2 - 12 if entry.time else 0.0
        top += (down - words - 2 * radius) / 2 - 4
        if entry.time:
            _face(canvas, (left + across / 2, top + radius), radius, entry.time)
        if entry.parts:
            box = (left + 14, top + 2 * radius + 8, left + across - 14, top + 2 * radius + words - 4)
            canvas.rectangle(box, "#d9b66a", "#8a6a2c", 2, 5)
            inner = (box[0] + 6, box[1] + 2, box[2] - 6, box[3] - 2)
            for text, line, style in stacked(entry.parts, inner, Style(Face.SERIF, 30, _INK), 0, middle=True):
                canvas.write(text, line, style, "centre")
    return canvas


def _face(canvas: Canvas, centre: Point, radius: float, time: str) -> None:
    canvas.disc(centre, radius, "#b8923f", "#7a5c22", 3)
    canvas.disc(centre, radius * 0.9, "#fdfaf0", _INK, 2)
    for minute in range(60):
        inner, thick = (0.66, 8.0) if minute % 15 == 0 else (0.76, 4.0) if minute % 5 == 0 else (0.83, 1.0)
        canvas.line(
            [_polar(centre, radius * inner, minute * 6), _polar(centre, radius * 0.87, minute * 6)], _INK, thick
        )
    top = [_polar(centre, radius * 0.6, 0), *(_polar(centre, radius * 0.87, turn) for turn in (-9, 9))]
    canvas.polygon(top, COLOURS[0])  # twelve is up
    hour, minute_angle = hands(time)
    for angle, reach, thick in ((hour, 0.46, 0.05), (minute_angle, 0.78, 0.03)):
        tip, tail = _polar(centre, radius * reach, angle), _polar(centre, -radius * 0.12, angle)
        sides = [_polar(centre, radius * thick, angle + turn) for turn in (90, -90)]
        canvas.polygon([tip, sides[0], tail, sides[1]], "#101216")
    canvas.disc(centre, radius * 0.06, "#101216")


def _polar(centre: Point, radius: float, degrees: float) -> Point:
    """A point seen from a centre, in degrees clockwise from the top."""
    return centre[0] + radius * sin(degrees * pi / 180), centre[1] - radius * cos(degrees * pi / 180)


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


def footprints(content: Content) -> Canvas:
    """A pair of prints for each line beside a ruler; the pattern of the sole is the same for the same person."""
    canvas = Canvas("#cbb792")
    count = len(content.entries)
    down = 496 / count
    patterns = list(dict.fromkeys((entry.person or str(number)) for number, entry in enumerate(content.entries)))
    size = min(240.0, (down - 14) * 0.9)
    for number, entry in enumerate(content.entries):
        top = 8 + down * number
        pattern = patterns.index(entry.person or str(number))
        for side, x in ((-1, 40 + size * 0.2), (1, 48 + size * 0.62)):
            _print(canvas, (x, top + down / 2), size, side, pattern)
        left = 60 + size * 0.84
        texts = [part for part in (entry.time, *entry.parts) if part]
        box = (left + 10, top + 10, 492, top + down - 8)
        lines = list(stacked(texts, box, Style(Face.PRINT, 26, _INK), 4, middle=True))
        canvas.rectangle((left, lines[0][1][1] - 6, 500, lines[-1][1][3] + 6), "#fdf9ee", "#7a6844", 1, 4)
        for text, place, style in lines:
            canvas.write(text, place, style)
    canvas.rectangle((10, 8, 28, 504), "#f7f3e4", _INK, 1)
    for step in range(50):
        canvas.rectangle((10, 8 + step * 9.92, 28 if step % 5 == 0 else 19, 8.8 + step * 9.92), _INK)
    return canvas


def _print(canvas: Canvas, centre: Point, size: float, side: int, pattern: int) -> None:
    x, y = centre
    wide = size * 0.18
    canvas.ellipse((x - wide, y - size * 0.5, x + wide, y + size * 0.12), "#6f5c3a")
    canvas.rectangle((x - wide * 0.62, y - size * 0.1, x + wide * 0.62, y + size * 0.25), "#6f5c3a")
    canvas.ellipse((x - wide * 0.8, y + size * 0.16, x + wide * 0.8, y + size * 0.5), "#6f5c3a")
    canvas.ellipse((x + side * wide * 0.72 - 2, y - size * 0.06, x + side * wide * 0.72 + 5, y + size * 0.2), "#cbb792")
    for step in range(-4, 5):
        level = y + step * size * 0.1
        reach = wide * (0.62 if abs(step) < 4 else 0.3)
        if pattern % 3 == 0:
            canvas.line([(x - reach, level), (x + reach, level)], "#cbb792", 2)
        elif pattern % 3 == 1:
            for place in (-0.6, 0, 0.6):
                canvas.disc((x + place * reach, level), max(1.5, size * 0.018), "#cbb792")
        else:
            canvas.line([(x - reach, level - 3), (x, level + 3), (x + reach, level - 3)], "#cbb792", 2)


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

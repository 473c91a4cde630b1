"""Single things seen near: clock faces, footprints."""

from __future__ import annotations

from math import cos, pi, sin

from turtlesoup_bench.games.murder_mystery.cases import minutes

from .canvas import Canvas, Point
from .content import Content
from .fonts import Face
from .marks import COLOURS
from .typesetting import Style, stacked

_INK = "#23262b"


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

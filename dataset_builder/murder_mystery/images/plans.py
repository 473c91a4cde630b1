"""Plans of all places: floor plan, map, and the trace of a telephone, with numbered marks where the lines say."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from .canvas import Canvas, Point
from .content import Content
from .fonts import Face
from .marks import RADIUS, arrow, colours_by_person, legend, marker, walking_time
from .places import MARGIN, Spot, door_points, path, plate_point, spots
from .typesetting import Style

_INK = "#23262b"


def floor_plan(content: Content) -> Canvas:
    """Rooms with thick walls, doors with the minutes that they take, and pins."""
    canvas = Canvas("#eef1f4")
    top = legend(canvas, _meanings(content), Style(Face.PRINT, 20, _INK), "#ffffff", content.unit)
    names = Style(Face.PRINT, 19, _INK)
    at = spots(content, (10, 10, 502, top - 10), names, 32)
    paths = [path(passage, at) for passage in content.passages]
    for points in paths:
        canvas.line(points[::10], "#6d7b8a", 6)
    for spot in at.values():
        canvas.rectangle(spot.box, "#fbf8f0", "#3a3f47", 4)
    _doors(canvas, content, at, paths, "#6d7b8a")
    _names_and_marks(canvas, content, at, names)
    return canvas


def map_(content: Content) -> Canvas:
    """Roads over open country, a plot for each place, and pins; north is up."""
    canvas = Canvas("#dbe8cb")
    for x, y, size in ((60, 90, 90), (380, 40, 120), (250, 240, 110), (470, 250, 90), (20, 300, 100)):
        canvas.ellipse((x - size, y - size / 2, x + size, y + size / 2), "#cfe0ba")
    top = legend(canvas, _meanings(content), Style(Face.PRINT, 20, _INK), "#f7f7f2", content.unit)
    names = Style(Face.SERIF, 19, _INK)
    at = spots(content, (10, 10, 502, top - 10), names, 32)
    paths = [path(passage, at) for passage in content.passages]
    for ink, width in (("#b49a62", 13), ("#fff6d8", 9)):
        for points in paths:
            canvas.line(points[::10], ink, width)
    for spot in at.values():
        canvas.rectangle(spot.box, "#f2ead2", "#a08a5a", 2, 12)
    _doors(canvas, content, at, paths, "#a08a5a")
    _names_and_marks(canvas, content, at, names)
    return canvas


def phone_trace(content: Content) -> Canvas:
    """A dark map with a radio cell for each place, and marks joined in their order, a colour for each person."""
    canvas = Canvas("#141b24")
    for offset in range(0, 512, 32):
        canvas.line([(0, offset), (512, offset)], "#1c2733", 1)
        canvas.line([(offset, 0), (offset, 512)], "#1c2733", 1)
    colours = colours_by_person(content.entries)
    top = legend(canvas, _meanings(content), Style(Face.PRINT, 20, "#e8eef5"), "#0b1016")
    names = Style(Face.PRINT, 18, "#b5d5ea")
    at = spots(content, (8, 8, 504, top - 8), names, 8)
    for spot in at.values():
        left, upper, right, lower = spot.box
        cut = (right - left) * 0.18
        middle = (upper + lower) / 2
        corners = [
            (left, middle),
            (left + cut, upper),
            (right - cut, upper),
            (right, middle),
            (right - cut, lower),
            (left + cut, lower),
        ]
        canvas.polygon(corners, "#1d3242", "#3f6f8f", 2)
    marks = {number: point for spot in at.values() for number, point in spot.marks(content.entries)}
    for person in colours:
        own = [
            marks[number] for number, entry in enumerate(content.entries, 1) if entry.place and entry.person == person
        ]
        for start, end in pairwise(own):
            arrow(canvas, start, end, colours[person])
    _names_and_marks(canvas, content, at, names, "#1d3242")
    return canvas


def _meanings(content: Content) -> list[tuple[str, str]]:
    """What the legend says of each line, and its colour; the plan itself shows the place."""
    colours = colours_by_person(content.entries)
    meanings = []
    for entry in content.entries:
        words = "  ".join(part for part in entry.names_first if part != entry.place)
        meanings.append((words or entry.place, colours[entry.person]))
    return meanings


def _doors(canvas: Canvas, content: Content, at: Mapping[str, Spot], paths: list[list[Point]], ink: str) -> None:
    """A dot where a way enters a place, and a plate with its minutes."""
    taken: list[Point] = []
    for passage, points in zip(content.passages, paths, strict=True):
        for door in door_points(points, passage, at):
            canvas.disc(door, 5, ink)
        taken.append(plate_point(points, at, taken))
        walking_time(canvas, taken[-1], passage.minutes, passage.is_locked)


def _names_and_marks(
    canvas: Canvas, content: Content, at: Mapping[str, Spot], style: Style, halo: str | None = None
) -> None:
    colours = colours_by_person(content.entries)
    for spot in at.values():
        left, top, right, bottom = spot.box
        marks = spot.marks(content.entries)
        floor = min((point[1] - RADIUS for _, point in marks), default=bottom)
        box = (left + MARGIN - 1, top + 3, right - MARGIN + 1, floor - (2 if marks else 4))
        canvas.write(spot.name, box, style, "centre", not marks, halo)
        for number, point in marks:
            marker(canvas, point, number, colours[content.entries[number - 1].person])

"""Where places and the ways between them come to stand in a plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from .canvas import Point
from .content import Content, Entry, Passage
from .marks import PLATE, RADIUS
from .typesetting import SMALLEST, Box, Style, TextDoesNotFit, height, widest_piece


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the picture."""

    name: str
    box: Box

    @property
    def centre(self) -> Point:
        """Its middle."""
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2

    def marks(self, entries: Sequence[Entry]) -> list[tuple[int, Point]]:
        """Numbers of the lines that are here, and where their marks stand: in rows from the floor up."""
        left, _, right, bottom = self.box
        here = [number for number, entry in enumerate(entries, 1) if entry.place == self.name]
        most = _marks_in_a_row(right - left)
        rows = [here[start : start + most] for start in range(0, len(here), most)]
        return [
            (number, (self.centre[0] + _MARK * (index - (len(row) - 1) / 2), bottom - 15 - _MARK * above))
            for above, row in enumerate(rows)
            for index, number in enumerate(row)
        ]


def spots(content: Content, box: Box, style: Style, gap: float) -> dict[str, Spot]:
    """Places by name, in a grid that fills a box; rows and columns are as large as their names and marks need.

    Args:
        content: Its rooms, and how many marks each has.
        box: Where the plan stands.
        style: Of the names.
        gap: Wanted between neighbours; there may be less.

    Raises:
        TextDoesNotFit: If there is too little space.
    """
    # With narrower gaps, rooms are wider, and so their names take fewer lines.
    for narrower in range(int(gap), _NARROW, -4):
        with suppress(TextDoesNotFit):
            return _grid(content, box, style, narrower)
    return _grid(content, box, style, _NARROW)


def _grid(content: Content, box: Box, style: Style, gap: float) -> dict[str, Spot]:
    left, top, right, bottom = box
    rooms, smallest = content.rooms, style.at(SMALLEST)
    cells = Counter((room.x, room.y) for room in rooms)
    widths: dict[int, float] = {}
    for room in rooms:
        need = (max(widest_piece(room.name, smallest), _MARK) + 2 * MARGIN + _SHARED) * cells[room.x, room.y] - _SHARED
        widths[room.x] = max(need, widths.get(room.x, 0))
    columns = _tracks(widths, left, right, gap)
    across = {
        room: (columns[room.x][1] - columns[room.x][0] + _SHARED) / cells[room.x, room.y] - _SHARED for room in rooms
    }
    heights: dict[int, float] = {}
    for room, wide in across.items():
        marks = sum(entry.place == room.name for entry in content.entries)
        need = height([room.name], wide - 2 * MARGIN, smallest) + _MARK * -(-marks // _marks_in_a_row(wide)) + 11
        heights[room.y] = max(need, heights.get(room.y, 0))
    rows = _tracks(heights, top, bottom, gap)
    at: dict[str, Spot] = {}
    for room, wide in across.items():
        before = [other for other in rooms[: rooms.index(room)] if (other.x, other.y) == (room.x, room.y)]
        x = columns[room.x][0] + len(before) * (wide + _SHARED)
        at[room.name] = Spot(room.name, (x, rows[room.y][0], x + wide, rows[room.y][1]))
    return at


_NARROW, _SHARED = 8, 8
"""Least gap between neighbours, and the gap between two places in one cell of the grid."""
MARGIN = 6
"""Between a wall and the name of the place."""
_MARK = 2 * RADIUS + 2


def _marks_in_a_row(wide: float) -> int:
    return max(1, int((wide - 4) // _MARK))


def _tracks(needs: Mapping[int, float], start: float, end: float, wanted: float) -> dict[int, tuple[float, float]]:
    """Where each column, or row, begins and ends.

    All get what they need. What is left first widens the gaps, so that ways can be seen, and then goes to all alike.
    """
    numbers = range(min(needs), max(needs) + 1)
    free = end - start - sum(needs.values())
    gaps = len(numbers) - 1
    gap = min(wanted, free / gaps) if gaps else 0.0
    if free < 0 or (gaps and gap < _NARROW):
        raise TextDoesNotFit("the names of places and the marks in them")
    tracks = {}
    for number in numbers:
        size = needs[number] + (free - gap * gaps) / len(needs) if number in needs else 0.0
        tracks[number] = (start, start + size)
        start += size + gap
    return tracks


def path(passage: Passage, at: Mapping[str, Spot]) -> list[Point]:
    """Points of a way from middle to middle, bent if it would else run through a third place."""
    start, end = (at[name].centre for name in passage.ends)
    others = [spot.box for name, spot in at.items() if name not in passage.ends]
    tried: list[tuple[int, list[Point]]] = []
    for bend in (0, 0.35, -0.35, 0.7, -0.7, 1.1, -1.1):
        points = _bent(start, end, bend)
        crossed = sum(_inside(point, box) for point in points for box in others)
        if not crossed:
            return points
        tried.append((crossed, points))
    return min(tried, key=lambda one: one[0])[1]


def door_points(points: Sequence[Point], passage: Passage, at: Mapping[str, Spot]) -> list[Point]:
    """Where a way leaves its two places."""
    start, end = (at[name].box for name in passage.ends)
    return [
        next(point for point in points if not _inside(point, start)),
        next(point for point in reversed(points) if not _inside(point, end)),
    ]


def plate_point(points: Sequence[Point], at: Mapping[str, Spot], taken: Sequence[Point]) -> Point:
    """The point of a way where the plate with its minutes is clear of other plates, and freest of places."""

    def merit(point: Point) -> tuple[bool, float, float]:
        is_clear = all(abs(point[0] - x) > PLATE[0] or abs(point[1] - y) > PLATE[1] for x, y in taken)
        space = min(10, *(_distance(point, spot.box) for spot in at.values()))
        return is_clear, round(space), -abs(points.index(point) - len(points) / 2)

    return max(points, key=merit)


def _bent(start: Point, end: Point, bend: float) -> list[Point]:
    """Points of the curve that leaves the straight line sideways by half of that share of its length."""
    (x, y), (right, bottom) = start, end
    turn = ((x + right) / 2 - bend * (bottom - y), (y + bottom) / 2 + bend * (right - x))
    steps = [step / 120 for step in range(121)]
    return [
        (
            (1 - s) ** 2 * x + 2 * s * (1 - s) * turn[0] + s * s * right,
            (1 - s) ** 2 * y + 2 * s * (1 - s) * turn[1] + s * s * bottom,
        )
        for s in steps
    ]


def _inside(point: Point, box: Box) -> bool:
    return box[0] < point[0] < box[2] and box[1] < point[1] < box[3]


def _distance(point: Point, box: Box) -> float:
    """From a point to the nearest side of a box, negative inside."""
    return max(box[0] - point[0], point[0] - box[2], box[1] - point[1], point[1] - box[3])

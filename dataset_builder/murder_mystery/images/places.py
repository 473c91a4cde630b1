"""Where places and the ways between them come to stand in a plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .canvas import Box, Point
from .content import Entry, Passage, Room
from .marks import RADIUS


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
        most = max(1, int((right - left - 4) // (2 * RADIUS + 2)))
        rows = [here[start : start + most] for start in range(0, len(here), most)]
        return [
            (number, (self.centre[0] + (2 * RADIUS + 2) * (index - (len(row) - 1) / 2), bottom - 16 - 27 * above))
            for above, row in enumerate(rows)
            for index, number in enumerate(row)
        ]


def spots(rooms: Sequence[Room], box: Box, gap: float) -> dict[str, Spot]:
    """Places by name, in a grid that fills a box.

    Args:
        rooms: All places.
        box: Where the plan stands.
        gap: Between neighbours.
    """
    left, top, right, bottom = box
    west, north = min(room.x for room in rooms), min(room.y for room in rooms)
    across = (right - left + gap) / (max(room.x for room in rooms) - west + 1)
    down = (bottom - top + gap) / (max(room.y for room in rooms) - north + 1)
    at: dict[str, Spot] = {}
    for room in rooms:
        sharing = [other.name for other in rooms if (other.x, other.y) == (room.x, room.y)]
        part = across / len(sharing)
        x = left + (room.x - west) * across + sharing.index(room.name) * part
        y = top + (room.y - north) * down
        at[room.name] = Spot(room.name, (x, y, x + part - gap, y + down - gap))
    return at


def path(passage: Passage, at: Mapping[str, Spot]) -> list[Point]:
    """Points of a way from middle to middle, bent if it would else run through a third place."""
    start, end = (at[name].centre for name in passage.ends)
    others = [spot.box for name, spot in at.items() if name not in passage.ends]
    bends = [_bent(start, end, bend) for bend in (0, 0.35, -0.35, 0.7, -0.7, 1.1, -1.1)]
    return min(bends, key=lambda points: sum(_inside(point, box) for point in points for box in others))


def plate_point(points: Sequence[Point], at: Mapping[str, Spot], taken: Sequence[Point]) -> Point:
    """The point of a way where the plate with its minutes is freest of places and other plates."""

    def room(point: Point) -> float:
        boxes = [_distance(point, spot.box) for spot in at.values()]
        return min(*boxes, 14, *((abs(point[0] - x) + abs(point[1] - y)) / 2 for x, y in taken))

    middle = len(points) / 2
    return max(points, key=lambda point: (round(room(point)), -abs(points.index(point) - middle)))


def _bent(start: Point, end: Point, bend: float) -> list[Point]:
    """Points of the curve that leaves the straight line sideways by half of that share of its length."""
    (x, y), (right, bottom) = start, end
    turn = ((x + right) / 2 - bend * (bottom - y), (y + bottom) / 2 + bend * (right - x))
    steps = [step / 40 for step in range(41)]
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

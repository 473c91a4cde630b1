"""The plan of a case: how many minutes it takes to walk from one place to another."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import inf


@dataclass(frozen=True, slots=True)
class Door:
    """A door or path between two places; with `key`, only who holds that object passes."""

    id: str
    between: tuple[str, str]
    minutes: int
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """Places and the doors between them."""

    doors: tuple[Door, ...]

    def walk(self, start: str, goal: str, holds: Callable[[str], bool] | None = None) -> float:
        """Minutes of the shortest way, infinite if there is none.

        Args:
            start: Id of a place.
            goal: Id of a place.
            holds: Whether the walker holds an object, for doors with a key; by default every door opens.
        """
        return _through_every_door(self, start, goal) if holds is None else self.shortest(start, goal, holds)

    def shortest(self, start: str, goal: str, holds: Callable[[str], bool]) -> float:
        """As `walk`, worked out."""
        best: dict[str, float] = {start: 0}
        queue: list[tuple[float, str]] = [(0, start)]
        while queue:
            minutes, here = heapq.heappop(queue)
            if here == goal:
                return minutes
            for door, there in self._from(here):
                arrival = minutes + door.minutes
                if arrival < best.get(there, inf) and (door.key is None or holds(door.key)):
                    best[there] = arrival
                    heapq.heappush(queue, (arrival, there))
        return inf

    def are_neighbours(self, one: str, other: str) -> bool:
        """Whether a door leads from one place to the other."""
        return any(there == other for _, there in self._from(one))

    def _from(self, place: str) -> Iterable[tuple[Door, str]]:
        for door in self.doors:
            one, other = door.between
            if place in door.between:
                yield door, other if place == one else one


@lru_cache(maxsize=1 << 14)
def _through_every_door(plan: Plan, start: str, goal: str) -> float:
    return plan.shortest(start, goal, lambda key: True)

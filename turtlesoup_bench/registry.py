"""What packages register, by name: games and agents alike are found through an entry point group."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from typing import Generic, TypeVar

from turtlesoup_bench.errors import InvalidInput, Problem, UnknownName

T = TypeVar("T")


@dataclass(frozen=True)
class Registry(Generic[T]):
    """Objects of one type that packages register under an entry point group.

    Attributes:
        kind: What they are called in errors.
        type: Their type.
        group: The entry point group.
    """

    kind: str
    type: type[T]
    group: str

    def names(self) -> list[str]:
        """All registered names, sorted."""
        return sorted({point.name for point in _points(self.group, tuple(sys.path))})

    def find(self, name: str) -> T:
        """The object registered under a name.

        Raises:
            UnknownName: If there is none; suggests the nearest.
            InvalidInput: If its package cannot be loaded or registers something of another type.
        """
        point = self.entry_point(name)
        where = f"{self.kind} {name}"
        try:
            item = point.load()
        except Exception as error:
            raise InvalidInput([Problem(where, point.value, repr(error), "an importable module")]) from error
        if not isinstance(item, self.type):
            expected = f"an object of type {self.type.__name__}"
            raise InvalidInput([Problem(where, point.value, type(item).__name__, expected)])
        return item

    def entry_point(self, name: str) -> EntryPoint:
        """The entry point of a name.

        Raises:
            UnknownName: If there is none; suggests the nearest.
        """
        for point in _points(self.group, tuple(sys.path)):
            if point.name == name:
                return point
        raise UnknownName(self.kind, name, self.names())


@cache
def _points(group: str, path: tuple[str, ...]) -> EntryPoints:
    """The entry points of a group; looking through all that is installed takes longer than most of what a run does."""
    return entry_points(group=group)

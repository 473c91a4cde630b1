"""Every kind of picture, and the function that draws it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from . import diagrams, objects, papers, plans, scenes, screens, slips, tables
from .canvas import Canvas
from .content import Content

KINDS: Mapping[str, Callable[[Content], Canvas]] = {
    "letter": papers.letter,
    "telegram": papers.telegram,
    "diary": papers.diary,
    "newspaper": papers.newspaper,
    "receipt": slips.receipt,
    "ticket": slips.ticket,
    "log": tables.log,
    "register": tables.register,
    "form": slips.form,
    "chat": screens.chat,
    "label": slips.label,
    "photograph": scenes.photograph,
    "chart": diagrams.chart,
    "floor_plan": plans.floor_plan,
    "map": plans.map_,
    "timetable": tables.timetable,
    "clock": objects.clock,
    "phone_trace": plans.phone_trace,
    "seating_plan": diagrams.seating_plan,
    "family_tree": diagrams.family_tree,
    "footprints": objects.footprints,
    "safe": scenes.safe,
    "before_after": scenes.before_after,
}


def draw(content: Content) -> Canvas:
    """The picture of what a clue shows.

    Raises:
        TextDoesNotFit: If the clue has more text than its kind has space for.
    """
    return KINDS[content.kind](content)

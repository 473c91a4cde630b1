"""Cases drawn without a model: valid by construction, in plain prose, as many as one likes.

Their solution can be known only from what is drawn, so a seed that is kept secret gives a split that no model has seen.
"""

from __future__ import annotations

from random import Random
from typing import Any

from turtlesoup_bench.games.murder_mystery.cases import Case, clock, read_case
from turtlesoup_bench.games.murder_mystery.solver import proof_facts, suspects_left

from .evening import LENGTH, Evening, draw_evening
from .evidence import Evidence, draw_evidence
from .prose import opening, role, solution

__all__ = ["draw_case"]


def draw_case(seed: int, number: int = 0) -> dict[str, Any]:
    """The record of a case, which depends on its arguments alone.

    Args:
        seed: Of the split.
        number: Of the case in it.
    """
    rng = Random(f"murder mystery {seed} {number}")
    evening = draw_evening(rng)
    evidence = draw_evidence(rng, evening)
    record = _record(f"drawn-{number:03}", rng, evening, evidence)
    _mark_pivotal(record)
    case = read_case(record)
    record["solution"] = solution(rng, evening, evidence, proof_facts(case, case.known))
    return record


def _record(name: str, rng: Random, evening: Evening, evidence: Evidence) -> dict[str, Any]:
    """The case file but for its solution and the marks of clues, which follow from the rest."""
    window = evening.window
    year, month, day = rng.randint(2009, 2024), rng.randint(1, 12), rng.randint(1, 28)
    scene = next(place["name"] for place in evening.places if place["id"] == evening.scene)
    where = {"en": f"It was done in the {scene['en']}.", "zh": f"事情发生在{scene['zh']}。"}
    return {
        "id": name,
        "title": {"en": f"The Night in the {scene['en'].title()}", "zh": f"{scene['zh']}之夜"},
        "created": "2026-11-23",
        "authors": ["drawn without a model"],
        "day": {
            "date": f"{year}-{month:02}-{day:02}",
            "from": clock(evening.begin),
            "to": clock(evening.begin + LENGTH),
        },
        "people": [{"id": who, "name": evening.names[who], "about": evening.jobs[who]} for who in evening.names],
        "places": evening.places,
        "doors": evening.doors,
        "objects": evidence.objects,
        "stays": [stay.record for stay in evening.stays],
        "acts": evidence.acts,
        "sightings": evidence.sightings,
        "tellings": evidence.tellings,
        "motives": evidence.motives,
        "secrets": evidence.secrets,
        "means": evidence.means,
        "murder": {
            "id": "deed",
            "victim": evening.victim,
            "murderer": evening.murderer,
            "from": clock(window.start),
            "to": clock(window.end),
            "text": evidence.way[0],
            "place": {"id": "scene", "at": evening.scene, "text": where},
            "bounds": evidence.bounds,
            "needs": evidence.needs,
        },
        "opening": opening(evening),
        "roles": [role(rng, evening, evidence, who) for who in evening.names if who != evening.victim],
        "clues": evidence.clues,
        "solution": {"en": "", "zh": ""},
    }


def _mark_pivotal(record: dict[str, Any]) -> None:
    """Marks each clue without which several suspects are left."""
    case: Case = read_case(record)
    for clue, one in zip(case.clues, record["clues"], strict=True):
        others = case.public.union(*(other.states for other in case.clues if other is not clue))
        if len(suspects_left(case, others)) > 1:
            one["pivotal"] = True

"""The lite part of ``test``: few enough stories for a first look at many systems, and chosen by nobody."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256

from turtlesoup_bench.games.turtle_soup.puzzles import GENRES

from .stories import Story

STORIES = 60
SALT = "turtlesoup-bench:lite:1"
"""Stands before the id that is hashed. It never changes: whoever may change it may choose the stories."""


def lite_file(stories: Iterable[Story]) -> str:
    """The content of ``lite.json``: how its stories were chosen, and their ids in alphabetical order."""
    chosen = choose([story for story in stories if story["split"] == "test"])
    rule = f"of each genre in split test, the ids with the least SHA-256 of '{SALT}:<id>'"
    return json.dumps({"chosen": rule, "stories": sorted(chosen)}, indent=2) + "\n"


def choose(stories: Sequence[Story], count: int = STORIES) -> list[str]:
    """Ids of so many stories, or of all where there are fewer: of each genre those whose salted SHA-256 is least.

    Each genre has its proportional share; what rounding down leaves over goes to the largest remainders.
    """
    if len(stories) <= count:
        return [story["id"] for story in stories]
    sizes = Counter(story["genre"] for story in stories)
    places = {genre: count * sizes[genre] // len(stories) for genre in GENRES}
    by_remainder = sorted(GENRES, key=lambda genre: -(count * sizes[genre] % len(stories)))
    for genre in by_remainder[: count - sum(places.values())]:
        places[genre] += 1
    ranked = {genre: sorted((one["id"] for one in stories if one["genre"] == genre), key=_rank) for genre in GENRES}
    return [story for genre in GENRES for story in ranked[genre][: places[genre]]]


def _rank(story: str) -> str:
    return sha256(f"{SALT}:{story}".encode()).hexdigest()

"""The dataset card, computed from the stories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from turtlesoup_bench.puzzles import GENRES, LANGUAGES, content_hash

from .stories import Story, length

CANARY = "turtlesoup-bench:5b1d0c52-6c0e-4a0e-9a43-3f8e2f1d7a96"


def dataset_card(stories: Sequence[Story], version: str, files: Mapping[str, str]) -> str:
    """Text of the card.

    Args:
        stories: All stories.
        version: Version of the data set.
        files: The built data files, for their content hash.
    """
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    counts = Counter(story["genre"] for story in stories)
    return environment.get_template("card.md.j2").render(
        version=version,
        hash=content_hash(files[f"{language}/test.jsonl"].encode() for language in LANGUAGES),
        stories=len(stories),
        puzzles=len(stories) * len(LANGUAGES),
        canary=CANARY,
        genres=[{"genre": genre, "stories": counts[genre]} for genre in GENRES if counts[genre]],
        lengths=[_lengths(stories, language) for language in LANGUAGES],
    )


def _lengths(stories: Sequence[Story], language: str) -> dict[str, Any]:
    return {
        "language": language,
        "unit": "words" if language == "en" else "characters",
        "surface": mean(length(story[language]["surface"], language) for story in stories),
        "bottom": mean(length(story[language]["bottom"], language) for story in stories),
        "clues": mean(len(story["key_clues"]) for story in stories),
        "logic": mean(len(story["rubric"]["logic"]) for story in stories),
        "details": mean(len(story["rubric"]["details"]) for story in stories),
        "probes": mean(len(story["probes"]) for story in stories),
    }

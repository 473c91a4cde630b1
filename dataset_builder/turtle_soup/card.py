"""The card of the packaged puzzles, computed from the stories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from turtlesoup_bench.games.turtle_soup.puzzles import CANARY, EASY, GENRES, HARD, MEDIUM, SPLITS, plays
from turtlesoup_bench.records import LANGUAGES

from .stories import Story, length


def configs(suffix: str = ".jsonl") -> dict[str, dict[str, list[str]]]:
    """Configuration → split → its data files: everything, each language, each genre in both languages."""
    parts: dict[str, tuple[Sequence[str], Sequence[str]]] = {"all": (LANGUAGES, GENRES)}
    parts |= {language: ((language,), GENRES) for language in LANGUAGES}
    parts |= {genre: (LANGUAGES, (genre,)) for genre in GENRES}
    return {
        name: {
            split: [f"{language}/{split}/{genre}{suffix}" for language in languages for genre in genres]
            for split in SPLITS
        }
        for name, (languages, genres) in parts.items()
    }


def dataset_card(stories: Sequence[Story], version: str, content: str, suffix: str = ".jsonl") -> str:
    """Text of the card.

    Args:
        stories: All stories.
        version: Version of the data set.
        content: Content hash of the data files.
        suffix: Of the data files that lie beside the card.
    """
    return _template("card.md.j2").render(
        version=version,
        hash=content,
        configs=configs(suffix),
        stories=len(stories),
        puzzles=len(stories) * len(LANGUAGES),
        about=about(stories, "##"),
    )


def about(stories: Sequence[Story], heading: str = "###") -> str:
    """What the set is, in numbers, and how it was made.

    Args:
        stories: All stories.
        heading: Mark of the headings in it.
    """
    counts = Counter(story["genre"] for story in stories)
    dev = Counter(story["genre"] for story in stories if story["split"] == "dev")
    played = Counter(fared.difficulty for fared in plays().values())
    return _template("about.md.j2").render(
        heading=heading,
        stories=len(stories),
        puzzles=len(stories) * len(LANGUAGES),
        canary=CANARY,
        genres=[{"genre": genre, "stories": counts[genre], "dev": dev[genre]} for genre in GENRES if counts[genre]],
        dev=dev.total(),
        lengths=[_lengths(stories, language) for language in LANGUAGES],
        plays={one: played[one] for one in (EASY, MEDIUM, HARD)},
    )


def _template(name: str) -> Template:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    return environment.get_template(name)


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

"""What the Hub reads beside the data: the dataset card, computed from the stories, and the benchmark file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from statistics import mean
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from ruamel.yaml import YAML

from turtlesoup_bench.games.turtle_soup.puzzles import CANARY, GENRES, SPLITS
from turtlesoup_bench.records import LANGUAGES

from .stories import Story, length


def configs(suffix: str = "jsonl") -> dict[str, dict[str, list[str]]]:
    """Configuration → split → its data files: everything, each language, each genre in both languages."""
    parts: dict[str, tuple[Sequence[str], Sequence[str]]] = {"all": (LANGUAGES, GENRES)}
    parts |= {language: ((language,), GENRES) for language in LANGUAGES}
    parts |= {genre: (LANGUAGES, (genre,)) for genre in GENRES}
    return {
        name: {
            split: [f"{language}/{split}/{genre}.{suffix}" for language in languages for genre in genres]
            for split in SPLITS
        }
        for name, (languages, genres) in parts.items()
    }


def benchmark_file() -> str:
    """``eval.yaml``: registers the data set on the Hugging Face Hub as a benchmark, a leaderboard a configuration.

    Fields as in https://huggingface.co/docs/hub/eval-results. The Hub knows a framework's name once it has been added
    to the list that huggingface.js keeps.
    """
    text = StringIO()
    yaml = YAML()
    yaml.width = 1_000
    yaml.dump(
        {
            "name": "turtlesoup-bench",
            "description": "Situation puzzles in Chinese and English, solved by yes/no questions.",
            "evaluation_framework": "turtlesoup-bench",
            "tasks": [{"id": name, "config": name, "split": "test"} for name in configs()],
        },
        text,
    )
    return text.getvalue()


def dataset_card(stories: Sequence[Story], version: str, content: str, suffix: str = "jsonl") -> str:
    """Text of the card.

    Args:
        stories: All stories.
        version: Version of the data set.
        content: Content hash of the data files.
        suffix: Of the data files that lie beside the card.
    """
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    counts = Counter(story["genre"] for story in stories)
    dev = Counter(story["genre"] for story in stories if story["split"] == "dev")
    return environment.get_template("card.md.j2").render(
        version=version,
        hash=content,
        configs=configs(suffix),
        stories=len(stories),
        puzzles=len(stories) * len(LANGUAGES),
        canary=CANARY,
        genres=[{"genre": genre, "stories": counts[genre], "dev": dev[genre]} for genre in GENRES if counts[genre]],
        dev=dev.total(),
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

"""Turtle soup in the published data set: a file a language, split and genre, as in the package."""

from __future__ import annotations

from turtlesoup_bench.games import Instance
from turtlesoup_bench.games.turtle_soup.game import GAME
from turtlesoup_bench.games.turtle_soup.puzzles import CANARY, DATA, GENRES, LITE_FILE, PLAYS_FILE, SPLITS
from turtlesoup_bench.records import LANGUAGES, Json

from ..publish.tables import Table
from .card import about, configs
from .form import check_stories
from .stories import story_files


def row(instance: Instance) -> Json:
    """A puzzle as its data file has it."""
    return {**instance.data, "canary": CANARY}


TABLE = Table(
    GAME.name,
    fields={
        "id": "Puzzle id, <story>@<language>",
        "story": "Story id, shared by its two languages",
        "language": "en or zh",
        "genre": "One of six genres",
        "split": "dev, for developing prompts and agents, or test, for figures that are reported",
        "twist": "Family of mechanism",
        "content_notes": "What a reader may want to be warned of",
        "title": "Title",
        "surface": "What the solver sees",
        "bottom": "The full hidden story",
        "key_clues": "Turning points, in the order in which a solver meets them",
        "logic": "Rubric, the same points in both languages: abstract steps of cause and effect",
        "details": "Rubric, likewise: concrete facts",
        "probes": "Questions with their answer (yes, no, unknown) and the number, from 1, of the key clue they touch",
        "cast": "Who is who in the story, without its plot, for judges",
        "canary": "The same text in each row, by which the set is found in training data",
    },
    row=row,
    about=lambda: about(check_stories(story_files())[0]),
    files={
        f"{language}/{split}/{genre}": {"languages": [language], "splits": [split], "genres": [genre]}
        for language in LANGUAGES
        for split in SPLITS
        for genre in GENRES
    },
    parts=configs(""),
    is_default=True,
    beside={name: DATA / name for name in (LITE_FILE, PLAYS_FILE, "former_ids.json")},
)

"""Builds the data set: two puzzles a story in a file a language, split and genre, with what lies beside them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.turtle_soup.puzzles import CANARY, DATA, GENRES, LITE_FILE, SPLITS, content_hash
from turtlesoup_bench.records import LANGUAGES

from .card import dataset_card
from .form import check_stories
from .lite import lite_file
from .stories import STORIES, Story, story_files


def puzzle_record(story: Story, language: str) -> dict[str, Any]:
    """The puzzle that a story yields in a language, as ``puzzle.schema.json`` has it."""
    telling = story[language]
    return {
        "id": f"{story['id']}@{language}",
        "story": story["id"],
        "language": language,
        "genre": story["genre"],
        "split": story["split"],
        "twist": story["twist"],
        "content_notes": story["content_notes"],
        "title": telling["title"],
        "surface": telling["surface"],
        "bottom": telling["bottom"],
        "key_clues": [clue[language] for clue in story["key_clues"]],
        "logic": [point[language] for point in story["rubric"]["logic"]],
        "details": [point[language] for point in story["rubric"]["details"]],
        "probes": [
            {"question": probe[language], "answer": probe["answer"], "key_clue": probe["key_clue"]}
            for probe in story["probes"]
        ],
        "cast": [person[language] for person in story["cast"]],
        "canary": CANARY,
    }


def built_files(stories: Sequence[Story], version: str) -> dict[str, str]:
    """Path inside the data folder → content, for every file that is built."""
    files = {
        f"{language}/{split}/{genre}.jsonl": "".join(
            json.dumps(puzzle_record(story, language), ensure_ascii=False) + "\n"
            for story in stories
            if (story["genre"], story["split"]) == (genre, split)
        )
        for language in LANGUAGES
        for genre in GENRES
        for split in SPLITS
    }
    card = dataset_card(stories, version, content_hash(content.encode() for content in files.values()))
    return {**files, "README.md": card, LITE_FILE: lite_file(stories)}


def build(root: Path = STORIES, out: Path = DATA) -> list[Path]:
    """Checks all stories and writes the data set.

    Returns:
        The files that changed.

    Raises:
        InvalidInput: With every problem of every story; nothing is written then.
    """
    stories, problems = check_stories(story_files(root))
    if problems:
        raise InvalidInput(problems)
    changed = []
    for path, content in _stale(stories, out):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        changed.append(path)
    return changed


def stale_files(stories: Sequence[Story], out: Path = DATA) -> list[Problem]:
    """A problem for each built file that is not what all stories would give now."""
    return [
        Problem(str(path), "", "not built from the stories as they are", "run: turtlesoup dataset build")
        for path, _ in _stale(stories, out)
    ]


def _stale(stories: Sequence[Story], out: Path) -> Iterator[tuple[Path, str]]:
    version = (out / "VERSION").read_text(encoding="utf-8").strip()
    for name, content in built_files(stories, version).items():
        path = out / name
        if not path.is_file() or path.read_text(encoding="utf-8") != content:
            yield path, content

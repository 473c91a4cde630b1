"""A commented skeleton for a new story."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from turtlesoup_bench.errors import InvalidInput, Problem, UnknownName
from turtlesoup_bench.games.turtle_soup.puzzles import GENRES

SKELETON = Path(__file__).with_name("skeleton.yaml")
_STORIES = Path("dataset_builder", "turtle_soup", "stories")


def stories_of_checkout(folder: Path) -> Path:
    """The folder of stories of the checkout that a folder is in.

    Raises:
        InvalidInput: If it is in none.
    """
    for above in (folder, *folder.parents):
        if (above / _STORIES).is_dir() and (above / "pyproject.toml").is_file():
            return above / _STORIES
    expected = "a checkout of turtlesoup-bench: clone its repository, and run this command in there"
    raise InvalidInput([Problem(str(folder), "", f"no {_STORIES}, here or above", expected)])


def new_story(story_id: str, root: Path) -> Path:
    """Writes a skeleton for ``<genre>/<slug>``, every field explained.

    Args:
        story_id: Genre and id of the story.
        root: Folder of stories.

    Returns:
        The file.

    Raises:
        UnknownName: If the genre does not exist.
        InvalidInput: If the id is none, or the story exists.
    """
    genre, _, slug = story_id.partition("/")
    if not slug or not slug.replace("-", "").isalnum() or slug != slug.lower():
        raise InvalidInput([Problem("story id", "", story_id, "<genre>/<slug>, the slug in lower case with hyphens")])
    if genre not in GENRES:
        raise UnknownName("genre", genre, GENRES)
    path = root / genre / f"{slug}.yaml"
    if path.exists():
        raise InvalidInput([Problem(str(path), "", "a story", "a new name")])
    text = SKELETON.read_text(encoding="utf-8")
    for name, value in {"ID": slug, "GENRE": genre, "DATE": f"{datetime.now(UTC):%Y-%m-%d}"}.items():
        text = text.replace(f"<{name}>", value)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path

"""A commented skeleton for a new story."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from turtlesoup_bench.errors import InvalidInput, Problem, UnknownName
from turtlesoup_bench.games.turtle_soup.puzzles import GENRES

from .stories import STORIES

_CHECKOUT = "a checkout of the repository, installed with: pip install --editable ."
SKELETON = Path(__file__).with_name("skeleton.yaml")


def new_story(story_id: str, root: Path | None = None) -> Path:
    """Writes a skeleton for ``<genre>/<slug>``, every field explained.

    Args:
        story_id: Genre and slug.
        root: Folder of stories; by default that of the checkout from which this package runs.

    Returns:
        The file.

    Raises:
        UnknownName: If the genre does not exist.
        InvalidInput: If the id is none, the story exists, or the package does not run from a checkout.
    """
    if root is None and not (STORIES.parents[2] / "CONTRIBUTING.md").is_file():
        raise InvalidInput([Problem("dataset new", "", "an installed package", _CHECKOUT)])
    root = root or STORIES
    genre, _, slug = story_id.partition("/")
    if genre not in GENRES:
        raise UnknownName("genre", genre, GENRES)
    if not slug or not slug.replace("-", "").isalnum() or slug != slug.lower():
        raise InvalidInput([Problem("story id", "", story_id, "<genre>/<slug>, the slug in lower case with hyphens")])
    path = root / genre / f"{slug}.yaml"
    if path.exists():
        raise InvalidInput([Problem(str(path), "", "a story", "a new name")])
    text = SKELETON.read_text(encoding="utf-8")
    for name, value in {"ID": story_id, "GENRE": genre, "DATE": f"{datetime.now(UTC):%Y-%m-%d}"}.items():
        text = text.replace(f"<{name}>", value)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path

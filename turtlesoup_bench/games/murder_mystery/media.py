"""The pictures of the cases: those of the data set, and those of folders that instances were loaded from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

from turtlesoup_bench.errors import InvalidInput, Problem

DATA = Path(__file__).parents[2] / "data" / "murder_mystery"
MEDIA_TYPE = "image/webp"
_FOLDERS = [DATA]


def add_pictures(folder: Path) -> None:
    """Makes the pictures of another data folder known; they come before those that are known already."""
    if folder not in _FOLDERS:
        _FOLDERS.append(folder)
        _files.cache_clear()
        _pictures.cache_clear()


def picture_of(case: str, clue: str, language: str) -> tuple[str, str]:
    """SHA-256, in hex, and media type of a clue's picture.

    Raises:
        InvalidInput: If no folder has it.
    """
    pictures = _pictures()
    for name in (f"{case}/{clue}.{language}.webp", f"{case}/{clue}.webp"):
        if name in pictures:
            return pictures[name][0], MEDIA_TYPE
    expected = f"images/{case}/{clue}.webp in the data folder, or --option images=captions"
    raise InvalidInput([Problem(case, clue, "no picture", expected)])


def open_media(digest: str) -> bytes:
    """The bytes of a picture; see `turtlesoup_bench.games.Game.open_media`."""
    return _files()[digest].read_bytes()


@cache
def _pictures() -> Mapping[str, tuple[str, Path]]:
    """SHA-256 and file by the path below ``images``; two pictures may be the same."""
    return {
        path.relative_to(folder / "images").as_posix(): (sha256(path.read_bytes()).hexdigest(), path)
        for folder in _FOLDERS
        for path in folder.glob("images/*/*.webp")
    }


@cache
def _files() -> Mapping[str, Path]:
    return dict(_pictures().values())

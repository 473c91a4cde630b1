"""The pictures of the cases, as they come with the data set."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

from turtlesoup_bench.games.murder_mystery.instances import CASES

IMAGES = CASES.with_name("images")
MEDIA_TYPE = "image/webp"


def picture_of(case: str, clue: str, language: str) -> tuple[str, str]:
    """SHA-256, in hex, and media type of a clue's picture.

    Raises:
        KeyError: If it has none, as the cases of another folder.
    """
    digests = _digests()
    name = f"{case}/{clue}.{language}.webp"
    return digests[name if name in digests else f"{case}/{clue}.webp"], MEDIA_TYPE


def open_media(digest: str) -> bytes:
    """The bytes of a picture; see `turtlesoup_bench.games.Game.open_media`."""
    return _files()[digest].read_bytes()


@cache
def _digests() -> Mapping[str, str]:
    """By path; two pictures may be the same."""
    return {path.relative_to(IMAGES).as_posix(): _digest(path) for path in IMAGES.glob("*/*.webp")}


@cache
def _files() -> Mapping[str, Path]:
    return {digest: IMAGES / path for path, digest in _digests().items()}


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()

"""The pictures: squares of one colour, as PNG files."""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Iterable, Sequence

from turtlesoup_bench.games import Part

SIZE = 32


def picture(rgb: Sequence[int]) -> Part:
    """A square of a colour, as a part of an event."""
    return Part(hashlib.sha256(_png(rgb)).hexdigest(), "image/png")


def png_of(digest: str, colours: Iterable[Sequence[int]]) -> bytes:
    """The file with this SHA-256 among those of the colours; raises KeyError."""
    return {hashlib.sha256(content).hexdigest(): content for content in map(_png, colours)}[digest]


def _png(rgb: Sequence[int]) -> bytes:
    header = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 2, 0, 0, 0)
    rows = (b"\0" + bytes(rgb) * SIZE) * SIZE
    # Not compressed: builds of zlib compress differently, and then the hash would differ between machines.
    chunks = {b"IHDR": header, b"IDAT": zlib.compress(rows, level=0), b"IEND": b""}
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks.items())


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

"""What the builders have in common: draws that follow from a label, ids, and files of JSON lines."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path


def draw(label: str) -> int:
    """A number below 2^64 that follows from the label alone, on any machine."""
    return int.from_bytes(hashlib.sha256(label.encode()).digest()[:8], "big")


def shuffled(items: Iterable[str], label: str) -> list[str]:
    """The items in an order that follows from them and the label, not from the order in which they are given."""
    return sorted(items, key=lambda item: draw(f"{label}:{item}"))


def id_of(words: Sequence[str]) -> str:
    """Ten hex digits that follow from the words, so that an id neither tells a position nor changes with one."""
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:10]


def write_lines(path: Path, records: Iterable[object]) -> None:
    """Writes records as JSON lines."""
    lines = (json.dumps(record, ensure_ascii=False, separators=(",", ":")) for record in records)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")

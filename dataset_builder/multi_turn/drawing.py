"""What the builders have in common: draws that follow from a label, ids, files of JSON lines, and their command."""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import TypeVar

T = TypeVar("T")


def draw(label: str) -> int:
    """A number below 2^64 that follows from the label alone, on any machine."""
    return int.from_bytes(hashlib.sha256(label.encode()).digest()[:8], "big")


def shuffled(items: Iterable[str], label: str) -> list[str]:
    """The items in an order that follows from them and the label, not from the order in which they are given."""
    return sorted(items, key=lambda item: draw(f"{label}:{item}"))


def in_random_order(items: Iterable[T], rng: Random) -> list[T]:
    """The items in an order that follows from the generator, the same in all versions of Python."""
    # Only `Random.random` is promised to give the same numbers in all of them.
    return sorted(items, key=lambda _: rng.random())


def id_of(texts: Sequence[str]) -> str:
    """Ten hex digits that follow from the texts, so that an id neither tells a position nor changes with one."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:10]


def write_lines(path: Path, records: Iterable[object]) -> None:
    """Writes records as JSON lines."""
    lines = (json.dumps(record, ensure_ascii=False, separators=(",", ":")) for record in records)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


def build_by_command(build: Callable[..., None], *, seed: int, count: int, unit: str = "instances") -> None:
    """Runs a builder with the folder, seed and count that the command line names.

    Args:
        build: The builder.
        seed: Of the packaged data.
        count: Of the packaged data.
        unit: What is counted.
    """
    parser = argparse.ArgumentParser(description="Builds the data of a game; see the docstring of this module.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=seed, help="another one draws other data")
    parser.add_argument("--count", type=int, default=count, help=f"number of {unit}")
    arguments = parser.parse_args()
    build(arguments.folder, seed=arguments.seed, count=arguments.count)

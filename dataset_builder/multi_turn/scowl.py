"""The words of SCOWL, as Debian's package ``scowl`` installs them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

SCOWL = Path("/usr/share/dict/scowl")


def scowl_words(folder: Path, sizes: Iterable[int]) -> set[str]:
    """The entries of the general and the American lists of these sizes, such as ``tiger's``.

    Args:
        folder: With the lists, such as `SCOWL`.
        sizes: SCOWL's own, from 10 (the most common words) to 95.

    Raises:
        FileNotFoundError: If there is no such list.
    """
    paths = [folder / f"{spelling}-words.{size}" for size in sizes for spelling in ("english", "american")]
    return {word for path in paths for word in path.read_text(encoding="latin-1").split()}

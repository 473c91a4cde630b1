"""What was computed once, in an sqlite file, for the next process."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


def cache_file(name: str) -> Path:
    """Where a kept file lies: under ``$XDG_CACHE_HOME``, by default ``~/.cache``."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "turtlesoup-bench" / name


class Results:
    """Computed arrays in an sqlite file, by what they were computed from.

    Args:
        path: The file, created on first use.
        ruler: What the results depend on besides the texts; another ruler's results are not found.
    """

    def __init__(self, path: Path, ruler: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._ruler = ruler
        self._connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        # A cache may lose its last rows in a power cut; it must not cost a disk flush a row.
        self._connection.execute("PRAGMA synchronous = OFF")
        self._connection.execute("CREATE TABLE IF NOT EXISTS results (key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID")

    def get(self, texts: Sequence[Sequence[str]], compute: Callable[[], Array]) -> Array:
        """Return the kept float64 array of these texts, flat, or compute and keep it."""
        key = self._key(texts)
        found = self._find(key)
        if found is not None:
            return found
        return self._keep(key, compute())

    def each(self, texts: Sequence[str], compute: Callable[[Sequence[str]], npt.ArrayLike]) -> Array:
        """Return one kept row a text, shape (len(texts), n); the rows missing are computed in one call and kept."""
        keys = [self._key([[text]]) for text in texts]
        rows = {key: found for key in keys if (found := self._find(key)) is not None}
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in rows}
        if missing:
            computed = np.asarray(compute(list(missing.values())), dtype=np.float64)
            rows |= {key: self._keep(key, row) for key, row in zip(missing, computed, strict=True)}
        return np.array([rows[key] for key in keys])

    def _key(self, texts: Sequence[Sequence[str]]) -> bytes:
        return hashlib.sha256(json.dumps([self._ruler, *map(list, texts)]).encode()).digest()

    def _find(self, key: bytes) -> Array | None:
        row = self._connection.execute("SELECT value FROM results WHERE key = ?", (key,)).fetchone()
        return None if row is None else np.frombuffer(row[0], dtype=np.float64).copy()

    def _keep(self, key: bytes, value: Array) -> Array:
        flat = value.ravel()
        self._connection.execute("INSERT OR REPLACE INTO results VALUES (?, ?)", (key, flat.tobytes()))
        return flat

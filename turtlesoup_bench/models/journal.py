"""The journal: every answered model call, keyed by what was asked. Cache, resume, replay and test cassette in one."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any

from turtlesoup_bench.errors import RunFolderError
from turtlesoup_bench.records import Usage

_SCHEMA = """
CREATE TABLE IF NOT EXISTS calls (
    key TEXT PRIMARY KEY,      -- SHA-256 of the request and its sample number
    model TEXT NOT NULL,
    task TEXT NOT NULL,        -- first line of the prompt
    reply TEXT NOT NULL,       -- JSON: what `calls.call` returns
    seconds REAL NOT NULL,     -- from the first try to the reply
    created REAL NOT NULL      -- Unix time
) WITHOUT ROWID
"""


def request_key(request: dict[str, Any]) -> str:
    """The key of a request: SHA-256 of its canonical JSON."""
    text = json.dumps(request, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def read_dropped(path: Path) -> dict[str, list[str]]:
    """Reads off a journal, without changing it, which sampling parameters were not sent.

    Args:
        path: The file; where there is none, nothing was sent at all.

    Returns:
        By model, the names of those that it does not take; models that take all are left out.

    Raises:
        RunFolderError: If the file cannot be read.
    """
    if not path.exists():
        return {}
    # Without a write-ahead log nobody is writing, and no file needs to be made beside it, which may be forbidden.
    is_written = path.with_name(f"{path.name}-wal").exists()
    address = f"{path.absolute().as_uri()}?{'mode=ro' if is_written else 'immutable=1'}"
    query = "SELECT DISTINCT model, value FROM calls, json_each(reply, '$.dropped') ORDER BY model, value"
    dropped: dict[str, list[str]] = {}
    try:
        with closing(sqlite3.connect(address, uri=True)) as db:
            for model, parameter in db.execute(query):
                dropped.setdefault(model, []).append(parameter)
    except sqlite3.Error as error:
        raise RunFolderError(f"{path}: cannot read the journal ({error})") from error
    return dropped


class Journal:
    """An SQLite file of answered calls.

    A reply is committed before anybody sees it, so that whatever was decided from it can be replayed after a
    crash of the process. It holds no request text and no header, hence no key.

    Args:
        path: File to open or create; ``None`` keeps the journal in memory.

    Raises:
        RunFolderError: If the file cannot be opened or written.
    """

    def __init__(self, path: Path | None = None):
        self.path = path
        try:
            self._db = sqlite3.connect(path or ":memory:", timeout=10, isolation_level=None)
            # WAL with NORMAL survives the death of the process, which is what resuming needs; a power cut may cost
            # the last calls, never the file.
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=NORMAL")
            self._db.execute(_SCHEMA)
            # Most look-ups of a run are misses; knowing the keys saves asking the file. 150,000 take some 20 MB.
            self._keys = {bytes.fromhex(key) for (key,) in self._db.execute("SELECT key FROM calls")}
            self._opened = time.time()
        except sqlite3.Error as error:
            raise RunFolderError(f"{path}: cannot open the journal ({error}); is another run using it?") from error

    def get(self, key: str) -> dict[str, Any] | None:
        """The reply to the request with this key, and in it ``is_replayed``: whether it was there at the opening."""
        if bytes.fromhex(key) not in self._keys:
            return None
        row = self._db.execute("SELECT reply, created < ? FROM calls WHERE key = ?", (self._opened, key)).fetchone()
        return {**json.loads(row[0]), "is_replayed": bool(row[1])} if row else None

    def put(self, key: str, model: str, task: str, reply: dict[str, Any], seconds: float) -> None:
        """Writes a reply; the first one under a key stays.

        Raises:
            RunFolderError: If the disk is full or the file is locked.
        """
        row = (key, model, task, json.dumps(reply, ensure_ascii=False), seconds, time.time())
        try:
            self._db.execute("INSERT OR IGNORE INTO calls VALUES (?, ?, ?, ?, ?, ?)", row)
        except sqlite3.Error as error:
            raise RunFolderError(f"{self.path}: cannot write the journal ({error})") from error
        self._keys.add(bytes.fromhex(key))

    def spent(self) -> Usage:
        """What the replies in the file consumed in all."""
        # json_extract and json_each rather than ->>, which SQLite has only since 3.38.
        row = self._db.execute(
            "SELECT COUNT(*), TOTAL(json_extract(reply, '$.prompt_tokens')), "
            "TOTAL(json_extract(reply, '$.completion_tokens')), TOTAL(json_extract(reply, '$.cost')), "
            "COUNT(json_extract(reply, '$.cost')) FROM calls"
        ).fetchone()
        calls, prompt, completion, cost, priced = row
        return Usage(calls, int(prompt), int(completion), cost if priced == calls else None)

    def __len__(self) -> int:
        return len(self._keys)

    def close(self) -> None:
        """Closes the file."""
        self._db.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

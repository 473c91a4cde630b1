"""The journal: every answered model call, keyed by what was asked. Cache, resume, replay and test cassette in one."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Any

from turtlesoup_bench.errors import RunFolderError
from turtlesoup_bench.models import Place
from turtlesoup_bench.records import Json, Usage

_SCHEMA = """
CREATE TABLE IF NOT EXISTS calls (
    key TEXT PRIMARY KEY,      -- SHA-256 of the request
    model TEXT NOT NULL,
    request TEXT,              -- JSON: numbers of the lines that its canonical form is made of, in order
    reply TEXT NOT NULL,       -- JSON: what `calls.call` returns
    seconds REAL NOT NULL,     -- from the first try to the reply
    created REAL NOT NULL      -- Unix time
);
CREATE TABLE IF NOT EXISTS lines (
    number INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
);
CREATE TABLE IF NOT EXISTS places (
    episode TEXT NOT NULL,
    seat TEXT NOT NULL,
    step INTEGER NOT NULL,     -- -1 beside the game
    key TEXT NOT NULL,         -- of the request, whether or not it was answered
    n INTEGER NOT NULL,        -- of the seat's calls in the step, in the order in which they were begun
    PRIMARY KEY (episode, seat, step, key)
) WITHOUT ROWID;
"""
_UPGRADE = """
BEGIN;
ALTER TABLE calls RENAME TO calls_without_requests;
CREATE TABLE calls (
    key TEXT PRIMARY KEY, model TEXT NOT NULL, request TEXT, reply TEXT NOT NULL, seconds REAL NOT NULL,
    created REAL NOT NULL
);
INSERT INTO calls SELECT key, model, NULL, reply, seconds, created FROM calls_without_requests;
DROP TABLE calls_without_requests;
COMMIT;
"""
"""Of a file of the first version, which kept the first line of a prompt in place of the request."""
_KNOWN_LINES = 50_000
"""Lines whose numbers are kept in memory."""
_KNOWN_MESSAGES = 2_000
"""Messages, and as many of their images, whose JSON, and the numbers of whose lines, are kept in memory."""


@dataclass(frozen=True, slots=True)
class Call:
    """An answered call of an episode.

    Attributes:
        place: Where it was made.
        key: Of the request.
        request: What was asked: `request_key` of its `canonical` form is the key. None if an earlier version kept it.
        reply: What `turtlesoup_bench.models.calls.call` returned.
        seconds: From the first try to the reply.
        created: Unix time of the reply.
    """

    place: Place
    key: str
    request: Json | None
    reply: Json
    seconds: float
    created: float


_in_order = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode


def canonical(request: Json) -> str:
    """A request as JSON: the same text for equal requests."""
    fields = (
        f"{_in_order(name)}:{_messages(value) if name == 'messages' else _in_order(value)}"
        for name, value in sorted(request.items())
    )
    return _writable(f"{{{','.join(fields)}}}")


def _messages(messages: list[Json]) -> str:
    return f"[{','.join(map(_message, messages))}]"


def _message(message: Json) -> str:
    # A chat is asked again with each of its turns; most of it has been encoded before.
    if len(message) == 2 and isinstance(content := message.get("content"), str):
        return _text_message(message["role"], content)
    if len(message) == 2 and isinstance(content, list):
        return f'{{"content":[{",".join(map(_content_part, content))}],"role":{_in_order(message["role"])}}}'
    return _in_order(message)


def _content_part(part: Json) -> str:
    # An image is as long as all the texts of a chat.
    if set(part) == {"type", "image_url"} and set(image := part["image_url"]) == {"url"}:
        return _image(part["type"], image["url"])
    return _in_order(part)


@lru_cache(_KNOWN_MESSAGES)
def _image(kind: str, url: str) -> str:
    return _in_order({"type": kind, "image_url": {"url": url}})


@lru_cache(_KNOWN_MESSAGES)
def _text_message(role: str, content: str) -> str:
    return _in_order({"role": role, "content": content})


def request_key(text: str) -> str:
    """The key of a request in its canonical form: its SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()


def lines_of(request: Json) -> list[str]:
    """The canonical form of a request in pieces: its messages, and the lines of their texts."""
    return [line for part in _parts(canonical(request)) for line in _lines(part)]


def usage_of(reply: Json) -> Usage:
    """What a reply consumed."""
    tokens = reply["prompt_tokens"], reply["completion_tokens"]
    return Usage(1, *tokens, reply["cost"], reply.get("reasoning_tokens", 0))


def _parts(text: str) -> list[str]:
    """A request in its canonical form, cut between its messages and behind the last of them."""
    *before, last = text.split("},{")
    message, end, rest = last.partition("}]")
    first, *others = [*before, message]
    return [first + "}", *(f",{{{other}}}" for other in others), "]" + rest] if end else [text]


def _lines(part: str) -> list[str]:
    """A part cut where those that repeat each other begin to differ: after each line of its text."""
    return part.replace(r"\n", "\\n\0").split("\0")  # JSON escapes the character at which it is cut


def _writable(text: str) -> str:
    """JSON with half a surrogate pair, which models do say, escaped."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


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
    query = "SELECT DISTINCT model, value FROM calls, json_each(reply, '$.dropped') ORDER BY model, value"
    dropped: dict[str, list[str]] = {}
    try:
        with closing(_read_only(path)) as db:
            for model, parameter in db.execute(query):
                dropped.setdefault(model, []).append(parameter)
    except sqlite3.Error as error:
        raise RunFolderError(f"{path}: cannot read the journal ({error})") from error
    return dropped


def read_calls(path: Path, episode: str) -> list[Call]:
    """Reads the answered calls of an episode off a journal without changing it, also while a run writes to it.

    Args:
        path: The file; where there is none, there are no calls.
        episode: The episode's id.

    Raises:
        RunFolderError: If the file cannot be read, or an earlier version wrote it.
    """
    if not path.exists():
        return []
    try:
        with closing(_read_only(path)) as db:
            return _calls(db, episode)
    except sqlite3.Error as error:
        raise RunFolderError(f"{path}: cannot read the journal ({error})") from error


def read_replies(path: Path) -> Iterator[tuple[Json, Json]]:
    """Each request of a journal with its reply, in the order of the replies, without changing the file.

    Raises:
        RunFolderError: If it is no journal.
    """
    try:
        with closing(_read_only(path)) as db:
            calls = db.execute("SELECT request, reply FROM calls WHERE request IS NOT NULL ORDER BY created").fetchall()
            for lines, reply in calls:
                yield _request(db, lines) or {}, json.loads(reply)
    except sqlite3.Error as error:
        raise RunFolderError(f"{path}: cannot read the journal ({error})") from error


def _read_only(path: Path) -> sqlite3.Connection:
    # Without a write-ahead log nobody is writing, and no file needs to be made beside it, which may be forbidden.
    is_written = path.with_name(f"{path.name}-wal").exists()
    return sqlite3.connect(f"{path.absolute().as_uri()}?{'mode=ro' if is_written else 'immutable=1'}", uri=True)


def _calls(db: sqlite3.Connection, episode: str) -> list[Call]:
    """The answered calls of an episode: step by step, those beside the game last."""
    query = (
        "SELECT seat, step, n, key, request, reply, seconds, created FROM places JOIN calls USING (key) "
        "WHERE episode = ? ORDER BY step < 0, step, seat, n, created"
    )
    return [
        Call(
            Place(episode, seat, None if step < 0 else step, n),
            key,
            _request(db, lines),
            json.loads(reply),
            seconds,
            created,
        )
        for seat, step, n, key, lines, reply, seconds, created in db.execute(query, (episode,)).fetchall()
    ]


def _request(db: sqlite3.Connection, lines: str | None) -> Json | None:
    if lines is None:
        return None
    query = "SELECT text FROM json_each(?) JOIN lines ON number = value ORDER BY key"
    return json.loads("".join(text for (text,) in db.execute(query, (lines,))))  # type: ignore[no-any-return]


class Journal:
    """An SQLite file of answered calls.

    A reply is committed before anybody sees it, so that whatever was decided from it can be replayed after a
    crash of the process. It holds requests as they are keyed, and no header, hence no key of a provider.

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
            if any(column[1] == "task" for column in self._db.execute("PRAGMA table_info(calls)")):
                self._db.executescript(_UPGRADE)
            self._db.executescript(_SCHEMA)
            # Most look-ups of a run are misses; knowing the keys saves asking the file. 150,000 take some 20 MB.
            self._keys = {bytes.fromhex(key) for (key,) in self._db.execute("SELECT key FROM calls")}
            self._opened = time.time()
        except sqlite3.Error as error:
            raise RunFolderError(f"{path}: cannot open the journal ({error}); is another run using it?") from error
        self._numbers: dict[str, int] = {}
        self._numbers_of_parts: dict[str, str] = {}
        self._noted: list[tuple[str, str, int, str, int]] = []

    def get(self, key: str) -> dict[str, Any] | None:
        """The reply to the request with this key, and in it ``is_replayed``: whether it was there at the opening."""
        if bytes.fromhex(key) not in self._keys:
            return None
        row = self._db.execute("SELECT reply, created < ? FROM calls WHERE key = ?", (self._opened, key)).fetchone()
        return {**json.loads(row[0]), "is_replayed": bool(row[1])} if row else None

    def put(self, key: str, model: str, request: str, reply: dict[str, Any], seconds: float) -> None:
        """Writes a request and its reply; the first ones under a key stay.

        Args:
            key: Of the request.
            model: Who replied.
            request: In its canonical form.
            reply: What `turtlesoup_bench.models.calls.call` returned.
            seconds: From the first try to the reply.

        Raises:
            RunFolderError: If the disk is full or the file is locked.
        """
        text = _writable(json.dumps(reply, ensure_ascii=False))
        try:
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")  # one commit for all of it takes half the time
                numbers = ",".join(map(self._part, _parts(request)))
                row = (key, model, f"[{numbers}]", text, seconds, time.time())
                self._db.execute("INSERT OR IGNORE INTO calls VALUES (?, ?, ?, ?, ?, ?)", row)
                self._write_places()
        except sqlite3.Error as error:
            self._numbers.clear()  # new lines were not kept either
            self._numbers_of_parts.clear()
            raise self._unwritable(error) from error
        self._noted.clear()
        self._keys.add(bytes.fromhex(key))

    def note(self, place: Place, key: str) -> None:
        """Notes where a request is made; a request that a seat repeats in a step keeps its first place.

        It is written with the next reply, at the latest its own, or when the journal is closed: a commit of its own
        would take as long as all the rest of a call.
        """
        self._noted.append((place.episode, place.seat, -1 if place.step is None else place.step, key, place.n))

    def calls(self, episode: str) -> list[Call]:
        """The answered calls of an episode: step by step, those beside the game last.

        Args:
            episode: The episode's id.

        Raises:
            RunFolderError: If the disk is full or the file is locked.
        """
        self._flush_places()
        return _calls(self._db, episode)

    def spent(self) -> Usage:
        """What the replies in the file consumed in all."""
        # json_extract and json_each rather than ->>, which SQLite has only since 3.38.
        tokens = ", ".join(
            f"TOTAL(json_extract(reply, '$.{name}_tokens'))" for name in ("prompt", "completion", "reasoning")
        )
        row = self._db.execute(
            f"SELECT COUNT(*), {tokens}, TOTAL(json_extract(reply, '$.cost')), "
            "COUNT(json_extract(reply, '$.cost')) FROM calls"
        ).fetchone()
        calls, prompt, completion, reasoning, cost, priced = row
        return Usage(calls, int(prompt), int(completion), cost if priced == calls else None, int(reasoning))

    def _part(self, text: str) -> str:
        """The numbers of the lines of a part of a request, as JSON without brackets."""
        if (numbers := self._numbers_of_parts.get(text)) is None:
            known = self._numbers.get  # a call a line would cost more than all the rest: chats have hundreds
            numbers = ",".join(str(known(line) or self._line(line)) for line in _lines(text))
            if len(self._numbers_of_parts) >= _KNOWN_MESSAGES:
                self._numbers_of_parts.clear()
            self._numbers_of_parts[text] = numbers
        return numbers

    def _line(self, text: str) -> int:
        """The number, from 1, of a line that is not among the known ones; it is written if it is new."""
        new = self._db.execute("INSERT OR IGNORE INTO lines (text) VALUES (?)", (text,))
        if new.rowcount and new.lastrowid:
            number = new.lastrowid
        else:
            (number,) = self._db.execute("SELECT number FROM lines WHERE text = ?", (text,)).fetchone()
        if len(self._numbers) >= _KNOWN_LINES:
            self._numbers.clear()
        self._numbers[text] = number
        return number

    def _write_places(self) -> None:
        self._db.executemany("INSERT OR IGNORE INTO places VALUES (?, ?, ?, ?, ?)", self._noted)

    def _flush_places(self) -> None:
        try:
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                self._write_places()
        except sqlite3.Error as error:
            raise self._unwritable(error) from error
        self._noted.clear()

    def _unwritable(self, error: sqlite3.Error) -> RunFolderError:
        return RunFolderError(f"{self.path}: cannot write the journal ({error})")

    def __len__(self) -> int:
        return len(self._keys)

    def close(self) -> None:
        """Closes the file.

        Raises:
            RunFolderError: If the disk is full or the file is locked.
        """
        try:
            if self._noted:
                self._flush_places()
        finally:
            self._db.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

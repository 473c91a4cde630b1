"""The journal as a file: what it holds, who can read it, and which SQLite it needs."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from turtlesoup_bench.errors import RunFolderError
from turtlesoup_bench.models import journal as journals
from turtlesoup_bench.models.journal import Journal, read_dropped
from turtlesoup_bench.records import Usage

KEYS = [f"{number:064x}" for number in range(4)]


def reply(cost: float | None = 0.5, **fields: Any) -> dict[str, Any]:
    return {"text": "Yes", "prompt_tokens": 10, "completion_tokens": 2, "cost": cost, **fields}


@pytest.fixture
def old_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    """An SQLite that lacks the operators -> and ->>, as those before 3.38 do."""

    def refuse(action: int, _: object, function: str | None, *__: object) -> int:
        is_new = action == sqlite3.SQLITE_FUNCTION and function in ("->", "->>")
        return sqlite3.SQLITE_DENY if is_new else sqlite3.SQLITE_OK

    def connect(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection = real(*arguments, **options)
        connection.set_authorizer(refuse)
        return connection

    real = sqlite3.connect
    monkeypatch.setattr(journals.sqlite3, "connect", connect)


@pytest.mark.usefixtures("old_sqlite")
def test_an_old_sqlite_does(tmp_path: Path) -> None:
    path = tmp_path / "calls.sqlite"
    with Journal(path) as journal:
        journal.put(KEYS[0], "a/b", "task", reply(), 0.1)
        journal.put(KEYS[1], "a/b", "task", reply(), 0.1)
        assert journal.spent() == Usage(2, 20, 4, 1.0)
        journal.put(KEYS[2], "a/c", "task", reply(None, dropped=["seed"]), 0.1)
        assert journal.spent() == Usage(3, 30, 6, None)
    assert read_dropped(path) == {"a/c": ["seed"]}


def test_a_reply_is_replayed_once_the_journal_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "calls.sqlite"
    with Journal(path) as journal:
        assert journal.get(KEYS[0]) is None
        journal.put(KEYS[0], "a/b", "task", reply(), 0.1)
        assert journal.get(KEYS[0]) == {**reply(), "is_replayed": False}
    with Journal(path) as journal:
        journal.put(KEYS[1], "a/b", "task", reply(), 0.1)
        assert journal.get(KEYS[0]) == {**reply(), "is_replayed": True}
        assert journal.get(KEYS[1]) == {**reply(), "is_replayed": False}


def test_what_was_dropped_by_model(tmp_path: Path) -> None:
    path = tmp_path / "calls.sqlite"
    assert read_dropped(path) == {}
    with Journal(path) as journal:
        journal.put(KEYS[0], "a/b", "task", reply(dropped=["temperature"]), 0.1)
        journal.put(KEYS[1], "a/b", "task", reply(dropped=["temperature", "seed"]), 0.1)
        journal.put(KEYS[2], "a/c", "task", reply(dropped=[]), 0.1)
        journal.put(KEYS[3], "a/d", "task", reply(), 0.1)  # by a version that did not record it
        assert read_dropped(path) == {"a/b": ["seed", "temperature"]}
    files = {file.name for file in tmp_path.iterdir()}
    assert read_dropped(path) == {"a/b": ["seed", "temperature"]}
    assert {file.name for file in tmp_path.iterdir()} == files == {"calls.sqlite"}


def test_a_broken_journal_is_named(tmp_path: Path) -> None:
    path = tmp_path / "calls.sqlite"
    path.write_text("no database at all, but some text" * 100)
    with pytest.raises(RunFolderError, match="cannot read the journal"):
        read_dropped(path)

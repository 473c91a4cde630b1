"""The journal as a file: what it holds, who can read it, and which SQLite it needs."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from turtlesoup_bench.errors import RunFolderError
from turtlesoup_bench.models import Place
from turtlesoup_bench.models import journal as journals
from turtlesoup_bench.models.journal import Journal, canonical, read_dropped, request_key
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
        journal.put(KEYS[0], "a/b", "{}", reply(), 0.1)
        journal.put(KEYS[1], "a/b", "{}", reply(), 0.1)
        assert journal.spent() == Usage(2, 20, 4, 1.0)
        journal.put(KEYS[2], "a/c", "{}", reply(None, dropped=["seed"]), 0.1)
        assert journal.spent() == Usage(3, 30, 6, None)
    assert read_dropped(path) == {"a/c": ["seed"]}


def test_a_reply_is_replayed_once_the_journal_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "calls.sqlite"
    with Journal(path) as journal:
        assert journal.get(KEYS[0]) is None
        journal.put(KEYS[0], "a/b", "{}", reply(), 0.1)
        assert journal.get(KEYS[0]) == {**reply(), "is_replayed": False}
    with Journal(path) as journal:
        journal.put(KEYS[1], "a/b", "{}", reply(), 0.1)
        assert journal.get(KEYS[0]) == {**reply(), "is_replayed": True}
        assert journal.get(KEYS[1]) == {**reply(), "is_replayed": False}


def test_what_was_dropped_by_model(tmp_path: Path) -> None:
    path = tmp_path / "calls.sqlite"
    assert read_dropped(path) == {}
    with Journal(path) as journal:
        journal.put(KEYS[0], "a/b", "{}", reply(dropped=["temperature"]), 0.1)
        journal.put(KEYS[1], "a/b", "{}", reply(dropped=["temperature", "seed"]), 0.1)
        journal.put(KEYS[2], "a/c", "{}", reply(dropped=[]), 0.1)
        journal.put(KEYS[3], "a/d", "{}", reply(), 0.1)  # by a version that did not record it
        assert read_dropped(path) == {"a/b": ["seed", "temperature"]}
    files = {file.name for file in tmp_path.iterdir()}
    assert read_dropped(path) == {"a/b": ["seed", "temperature"]}
    assert {file.name for file in tmp_path.iterdir()} == files == {"calls.sqlite"}


def request(*texts: str, **fields: Any) -> dict[str, Any]:
    return {"model": "a/b", "messages": [{"role": "user", "content": text} for text in texts], **fields}


def kept(journal: Journal, asked: dict[str, Any], place: Place | None = None) -> str:
    key = request_key(canonical(asked))
    if place is not None:
        journal.note(place, key)
    journal.put(key, "a/b", canonical(asked), reply(), 0.1)
    return key


IMAGE = {"type": "image_url", "image_url": {"url": "data:image/webp;base64,AAAA"}}
REQUESTS = [
    request("one\ntwo", "two\n\n", seed=1),
    request("two", "\n", r"a \n that is none", "\\\n", "\u2028\r\n\u0085"),
    request("汤 half \ud83d", "whole \U0001f422"),
    request('"},{"role": "system"', "},{", "\x00\x1f"),
    {"model": "a/b", "messages": [{"role": "user", "content": [{"type": "text", "text": "1\n2"}]}], "sampling": {}},
    {"messages": [{"role": "user", "content": [IMAGE, {"type": "text", "text": "汤 \ud83d"}, IMAGE]}], "seed": 1},
    {"messages": [{"role": "user", "content": [{**IMAGE, "image_url": {"url": "data:", "detail": "low"}}]}]},
    {"messages": [{"role": "user", "content": "none", "name": "a"}, {"role": "user", "content": []}]},
]


@pytest.mark.parametrize("asked", REQUESTS)
def test_the_canonical_form_is_json_in_the_order_of_its_names(asked: dict[str, Any]) -> None:
    plain = json.dumps(asked, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    assert canonical(asked) == canonical(asked) == plain.encode("utf-8", "backslashreplace").decode()


@pytest.mark.parametrize("asked", REQUESTS)
def test_a_request_is_kept_as_it_was(tmp_path: Path, asked: dict[str, Any]) -> None:
    path = tmp_path / "calls.sqlite"
    with Journal(path) as journal:
        for other in REQUESTS:
            kept(journal, other)
        key = kept(journal, asked, Place("e", "player", 0, 0))
    with Journal(path) as journal:
        [call] = journal.calls("e")
    assert call.request == json.loads(canonical(asked)) == asked
    assert request_key(canonical(call.request)) == call.key == key
    assert call.reply == reply()


def test_what_requests_have_in_common_is_kept_once(tmp_path: Path) -> None:
    path, history = tmp_path / "calls.sqlite", [f"{n}: {'word ' * 60}" for n in range(100)]
    growing_chats = [request("rules", *history[:turn]) for turn in range(100)]
    growing_prompts = [request("rules\n" + "\n".join(history[:turn])) for turn in range(100)]
    for requests in (growing_chats, growing_prompts):
        path.unlink(missing_ok=True)
        with Journal(path) as journal:
            for asked in requests:
                kept(journal, asked)
        assert path.stat().st_size < sum(len(canonical(asked)) for asked in requests) / 6


def test_of_a_reply_that_cannot_be_written_nothing_stays(tmp_path: Path) -> None:
    path, asked = tmp_path / "calls.sqlite", request("one\ntwo")
    with Journal(path) as journal, closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TRIGGER full BEFORE INSERT ON calls BEGIN SELECT RAISE(FAIL, 'disk full'); END")
        with pytest.raises(RunFolderError, match="disk full"):
            kept(journal, asked)
        assert other.execute("SELECT COUNT(*) FROM lines").fetchone() == (0,)
        other.execute("DROP TRIGGER full")
        kept(journal, asked, Place("e", "player", 0, 0))
        [call] = journal.calls("e")
    assert call.request == asked


def test_the_calls_of_an_episode_are_in_the_order_in_which_they_were_begun() -> None:
    places = [
        Place("e", "judge", None, 0),
        Place("e", "player", 10, 0),
        Place("e", "player", 2, 1),
        Place("e", "player", 2, 0),
        Place("e", "host", 3, 0),
        Place("e", "host", 2, 0),
    ]
    with Journal() as journal:
        keys = {kept(journal, request(str(place)), place): place for place in places}
        journal.note(Place("e", "player", 10, 1), "f" * 64)  # begun, and never answered
        kept(journal, request("another's"), Place("e2", "player", 0, 0))
        expected = [places[n] for n in (5, 3, 2, 4, 1, 0)]
        assert [call.place for call in journal.calls("e")] == expected
        assert [keys[call.key] for call in journal.calls("e")] == expected
        assert journal.calls("e3") == []


def test_the_same_request_has_a_place_in_each_episode_and_one_in_each_step() -> None:
    with Journal() as journal:
        for place in (
            Place("a", "host", 1, 0),
            Place("a", "host", 1, 4),
            Place("a", "host", 3, 0),
            Place("b", "host", 1, 0),
        ):
            kept(journal, request("the same"), place)
        assert len(journal) == 1
        assert [call.place for call in journal.calls("a")] == [Place("a", "host", 1, 0), Place("a", "host", 3, 0)]
        assert [call.place for call in journal.calls("b")] == [Place("b", "host", 1, 0)]


def test_another_prompt_at_the_same_place_stands_beside_the_first() -> None:
    with Journal() as journal:
        for text in ("first", "second"):
            kept(journal, request(text), Place("e", "judge", None, 0))
        contents = [call.request["messages"][0]["content"] for call in journal.calls("e") if call.request]
        assert contents == ["first", "second"]


VERSION_1 = """
CREATE TABLE calls (
    key TEXT PRIMARY KEY, model TEXT NOT NULL, task TEXT NOT NULL, reply TEXT NOT NULL, seconds REAL NOT NULL,
    created REAL NOT NULL
) WITHOUT ROWID
"""


def test_a_journal_of_the_first_version_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "calls.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(VERSION_1)
        row = (KEYS[0], "a/b", "Task: x", json.dumps(reply(dropped=["seed"])), 0.1, 1.0)
        db.execute("INSERT INTO calls VALUES (?, ?, ?, ?, ?, ?)", row)
    assert read_dropped(path) == {"a/b": ["seed"]}
    for _ in range(2):
        with Journal(path) as journal:
            assert journal.spent() == Usage(1, 10, 2, 0.5)
            assert journal.get(KEYS[0]) == {**reply(dropped=["seed"]), "is_replayed": True}
            journal.note(Place("e", "player", 0, 0), KEYS[0])
            [call] = journal.calls("e")
            assert (call.request, call.reply) == (None, reply(dropped=["seed"]))
    assert read_dropped(path) == {"a/b": ["seed"]}


def test_reasoning_tokens_are_counted_where_they_are_known() -> None:
    with Journal() as journal:
        journal.put(KEYS[0], "a/b", "{}", reply(reasoning_tokens=2), 0.1)
        journal.put(KEYS[1], "a/b", "{}", reply(), 0.1)
        assert journal.spent() == Usage(2, 20, 4, 1.0, 2)


def test_a_broken_journal_is_named(tmp_path: Path) -> None:
    path = tmp_path / "calls.sqlite"
    path.write_text("no database at all, but some text" * 100)
    with pytest.raises(RunFolderError, match="cannot read the journal"):
        read_dropped(path)

"""Recorded games: each is played again from its journal, and by its moves alone where a prompt has changed."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from commands import turtlesoup

from turtlesoup_bench.games.simulated import simulated_reply
from turtlesoup_bench.models.journal import read_replies
from turtlesoup_bench.models.simulated.recorded import recorded_replies
from turtlesoup_bench.run_folder import RunFolder, read_saved
from turtlesoup_bench.runner import recorded
from turtlesoup_bench.runner.recorded import recorded_runs, replay

SMALL = "turtle-soup-en-direct"


def folder_of(name: str) -> Path:
    return next(path for path in recorded_runs() if path.name == name)


def test_all_kinds_of_games_are_recorded() -> None:
    names = {path.name for path in recorded_runs()}
    assert {"turtle-soup-zh-mosaic", "turtle-soup-en-closed-book", "murder-mystery", "word-guess"} <= names
    files = [file for path in recorded_runs() for file in path.iterdir()]
    assert sum(file.stat().st_size for file in files) <= 10_000_000
    assert {file.name for file in files} <= {"run.json", "episodes.jsonl", "calls.sqlite"} | {
        file.name for file in files if file.name.startswith("scores.")
    }


@pytest.mark.parametrize("path", recorded_runs(), ids=lambda path: path.name)
def test_each_is_played_again(path: Path, tmp_path: Path) -> None:
    replayed = replay(path, tmp_path / "again")
    assert replayed.folder is not None, replayed.difference
    if replayed.difference is None:  # after a change of a prompt it is played by its moves until a release records anew
        before, after = ((folder / "episodes.jsonl").read_text("utf-8") for folder in (path, replayed.folder))
        moves = [
            {line["episode_id"]: line["moves"] for line in map(json.loads, text.splitlines())}
            for text in (before, after)
        ]
        assert moves[0] == moves[1]


def changed(tmp_path: Path) -> Path:
    """A recorded run one of whose requests is no longer asked in these words."""
    path = tmp_path / "changed"
    shutil.copytree(folder_of(SMALL), path)
    with sqlite3.connect(path / "calls.sqlite") as db:
        db.execute("DELETE FROM calls WHERE key IN (SELECT key FROM places WHERE seat = 'host' LIMIT 1)")
    db.close()
    return path


def test_after_a_change_it_is_played_by_its_moves(tmp_path: Path) -> None:
    path = changed(tmp_path)
    replayed = replay(path, tmp_path / "again")
    assert replayed.folder == tmp_path / "again"
    assert replayed.difference is not None and "the journal has no reply to this request" in replayed.difference
    assert read_saved(replayed.folder).episodes == read_saved(path).episodes


def test_played_twice_it_is_the_same(tmp_path: Path) -> None:
    first = replay(folder_of(SMALL), tmp_path / "again")
    assert first.folder is not None
    lines = RunFolder(first.folder).episodes_file.read_text("utf-8")
    replay(folder_of(SMALL), tmp_path / "again")
    assert RunFolder(first.folder).episodes_file.read_text("utf-8") == lines


def test_the_command_shows_games_and_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = [folder_of(SMALL), changed(tmp_path)]
    monkeypatch.setattr(recorded, "recorded_runs", lambda: runs)
    done = turtlesoup("demo", "--out", str(tmp_path / "demo"))
    assert "solved" in done.stdout and "question-bank" in done.stdout
    assert "Note: changed is played by its moves alone" in " ".join(done.stdout.split())
    assert (tmp_path / "demo" / "turtle-soup-en.html").exists()
    assert done.returncode == 0
    assert turtlesoup("demo", "--strict", "--out", str(tmp_path / "demo")).returncode == 1


def test_a_server_gives_what_was_replied(tmp_path: Path) -> None:
    journal = folder_of(SMALL) / "calls.sqlite"
    reply = recorded_replies([journal])
    chat = [{"role": "user", "content": "Nobody has asked this."}]
    assert reply(chat, False) is None
    assert simulated_reply(chat, False) is None
    for request, recorded_reply in read_replies(journal):
        assert reply(request["messages"], False) == recorded_reply["text"]

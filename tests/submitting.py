"""Honest submissions to start from, and what a careful fraud would do with them."""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

from turtlesoup_bench.games import Score
from turtlesoup_bench.games.registry import find_game
from turtlesoup_bench.games.simulated import simulated_reply
from turtlesoup_bench.models.simulated.server import Behaviour, served
from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.settings import RunSettings
from turtlesoup_bench.submissions.checking import check
from turtlesoup_bench.submissions.making import Statement, prepare
from turtlesoup_bench.submissions.summary import aborted_of, summary_of

STATEMENT = Statement(["A. Person", "李四"], "person@example.org", link="https://example.org/system")
CAREFUL = """
from turtlesoup_bench.agents.multi_turn.twenty_questions import Honest
from turtlesoup_bench.games import Agent

agent = Agent(
    create=lambda seat: Honest(seat.seed), games=("twenty-questions",), needs_model=False, takes_model=False
)
"""
"""An agent of a third party that plays by a rule."""
JUDGED_BY_MODEL = {
    "agent": "direct",
    "model": "openai/simulated",
    "scorer": "openai/judge",
    "options": {"max_turns": 4},
}
RUNS = {
    "bank": {"agent": "question-bank", "selection": {"limit": 1}},
    "clues": {"agent": "all-clues", "selection": {"limit": 2}},
    "seeds": {"agent": "all-clues", "selection": {"limit": 1}, "seeds": (42, 43)},
    "self-hosted": {**JUDGED_BY_MODEL, "selection": {"limit": 1}},
    "model": {**JUDGED_BY_MODEL, "selection": {"limit": 1}, "seats": {"host": "openai/host"}},
    "closed book": {
        **JUDGED_BY_MODEL,
        "agent": "closed-book",
        "selection": {"limit": 1},
        "seats": {"host": "openai/host"},
    },
    "twenty": {"game": "twenty-questions", "agent": "careful", "selection": {"limit": 5}},
}


@cache
def _folder() -> Path:
    path = Path(tempfile.mkdtemp(prefix="turtlesoup-submissions-"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


@cache
def _register_careful() -> None:
    site = _folder() / "site"
    information = site / "careful-1.dist-info"
    information.mkdir(parents=True)
    (site / "careful_answerer.py").write_text(CAREFUL)
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: careful\nVersion: 1\n")
    (information / "entry_points.txt").write_text("[turtlesoup_bench.agents]\ncareful = careful_answerer:agent\n")
    sys.path.append(str(site))


@cache
def played(kind: str) -> Path:
    """A run folder; played once a session. Not to be changed."""
    _register_careful()
    out = _folder() / "runs" / kind.replace(" ", "-")
    before = {name: os.environ.get(name) for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL")}
    with served(simulated_reply, Behaviour(error_rate=0.3)) as server:
        os.environ.update(OPENAI_API_KEY="simulated", OPENAI_BASE_URL=server.url)
        try:
            asyncio.run(run(RunSettings(**{"game": "turtle-soup", **RUNS[kind], "out": out})))
        finally:
            for name, value in before.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value
    return out


@cache
def prepared(kind: str) -> Path:
    """An honest submission; made once a session. Not to be changed."""
    return prepare(played(kind), _folder() / kind, STATEMENT)


def copy_of(kind: str, target: Path) -> Path:
    """An honest submission to be changed."""
    return Path(shutil.copytree(prepared(kind), target / prepared(kind).name))


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def metadata(folder: Path) -> dict:
    return json.loads((folder / "submission.json").read_text(encoding="utf-8"))


def write_lines(path: Path, records: list[dict]) -> None:
    path.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records), encoding="utf-8")


def edit_lines(folder: Path, name: str, change: Callable[[list[dict]], object]) -> None:
    """Changes the records of a file in place, and states its new hash."""
    records = lines(folder / name)
    change(records)
    write_lines(folder / name, records)
    rehash(folder)


def edit_meta(folder: Path, change: Callable[[dict], object]) -> None:
    meta = metadata(folder)
    change(meta)
    (folder / "submission.json").write_text(json.dumps(meta, ensure_ascii=False), encoding="utf-8")


def edited(change: Callable[[dict], object]) -> Callable[[Path], None]:
    return lambda folder: edit_meta(folder, change)


def first(name: str, change: Callable[[dict], object]) -> Callable[[Path], None]:
    """Changes a file's first record, and states the new hash."""
    return lambda folder: edit_lines(folder, name, lambda records: change(records[0]))


def rehash(folder: Path) -> None:
    """States the hashes of the files as they are now, as a careful fraud would."""
    names = {path.name: path for path in folder.iterdir() if path.name != "submission.json" and path.is_file()}
    hashes = {name: sha256(path.read_bytes()).hexdigest() for name, path in names.items()}
    edit_meta(folder, lambda meta: meta.update(files=hashes))


def restate(folder: Path) -> None:
    """States what the scores files amount to now."""
    meta = metadata(folder)
    game = find_game(meta["game"])
    instances = {instance.id: instance for instance in game.load({})}
    for entry, path in zip(meta["scores"], sorted(folder.glob("scores.*.jsonl")), strict=True):
        scores = [*map(Score.from_json, lines(path))]
        entry |= summary_of(game, meta["tested"], scores, aborted_of(meta), instances)
    edit_meta(folder, lambda record: record.update(scores=meta["scores"]))
    rehash(folder)


def assert_caught(folder: Path, file: str, words: str) -> None:
    """A problem of the submission names the file and holds the words."""
    problems = check(folder)
    told = [str(one) for one in problems if file in one.where and str(folder) in one.where]
    assert any(words in line for line in told), "\n".join(map(str, problems))
    assert all(one.found and one.expected for one in problems)

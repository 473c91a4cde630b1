"""Honest submissions to start from, and what a careful fraud would do with them."""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

from turtlesoup_bench.games.simulated import simulated_reply
from turtlesoup_bench.games.turtle_soup.records import Score
from turtlesoup_bench.models.simulated.server import Behaviour, served
from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.settings import RunSettings
from turtlesoup_bench.submissions.making import Statement, prepare
from turtlesoup_bench.submissions.scores import aborted_of, summary_of

STATEMENT = Statement(["A. Person", "李四"], "person@example.org", link="https://example.org/system")
RUNS = {
    "bank": {"agent": "question-bank", "limit": 1},
    "clues": {"agent": "all-clues", "limit": 2},
    "model": {"agent": "direct", "model": "openai/simulated", "judge": "openai/judge", "limit": 1, "max_turns": 4},
}


@cache
def _folder() -> Path:
    path = Path(tempfile.mkdtemp(prefix="turtlesoup-submissions-"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


@cache
def played(kind: str) -> Path:
    """A run folder; played once a session. Not to be changed."""
    out = _folder() / "runs" / kind
    before = {name: os.environ.get(name) for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL")}
    with served(simulated_reply, Behaviour(error_rate=0.3)) as server:
        os.environ.update(OPENAI_API_KEY="simulated", OPENAI_BASE_URL=server.url)
        try:
            asyncio.run(run(RunSettings(**{**RUNS[kind], "out": out})))
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


def write_lines(path: Path, records: list[dict]) -> None:
    path.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records), encoding="utf-8")


def edit_lines(folder: Path, name: str, change: Callable[[list[dict]], object]) -> None:
    """Changes the records of a file in place, and states its new hash."""
    records = lines(folder / name)
    change(records)
    write_lines(folder / name, records)
    rehash(folder)


def edit_meta(folder: Path, change: Callable[[dict], object]) -> None:
    path = folder / "submission.json"
    meta = json.loads(path.read_text(encoding="utf-8"))
    change(meta)
    path.write_text(json.dumps(meta, ensure_ascii=False), encoding="utf-8")


def rehash(folder: Path) -> None:
    """States the hashes of the files as they are now, as a careful fraud would."""
    names = {path.name: path for path in folder.iterdir() if path.name != "submission.json" and path.is_file()}
    hashes = {name: sha256(path.read_bytes()).hexdigest() for name, path in names.items()}
    edit_meta(folder, lambda meta: meta.update(files=hashes))


def restate(folder: Path) -> None:
    """States what the scores files amount to now."""
    aborted = aborted_of(json.loads((folder / "submission.json").read_text(encoding="utf-8")))
    files = sorted(folder.glob("scores.*.jsonl"))
    stated = [summary_of([*map(Score.from_json, lines(path))], aborted).to_json() for path in files]
    edit_meta(folder, lambda meta: meta.update(scores=stated))
    rehash(folder)

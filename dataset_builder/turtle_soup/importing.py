"""Imports a collection into a folder that ``--data`` takes, and gives its puzzles a rubric."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import InvalidInput, Problem, UnknownName
from turtlesoup_bench.games.turtle_soup.puzzles import DATA
from turtlesoup_bench.games.turtle_soup.scoring.rubric import RubricStore
from turtlesoup_bench.models import ModelClient
from turtlesoup_bench.records import LANGUAGES
from turtlesoup_bench.run_folder import write_atomically
from turtlesoup_bench.validation import check_record, read_records

from .importers.paper import read_paper
from .importers.turtlebench import read_turtlebench

COLLECTIONS: dict[str, Callable[[Path], dict[str, list[dict[str, Any]]]]] = {
    "paper": read_paper,
    "turtlebench": lambda folder: {language: read_turtlebench(folder, language) for language in LANGUAGES},
}


def import_collection(name: str, source: Path, target: Path) -> list[Path]:
    """Reads a collection and writes ``target/<language>/test.jsonl``.

    Returns:
        The files written.

    Raises:
        UnknownName: If there is no such collection.
        InvalidInput: With every problem of the source, or if the target lies in the package; nothing is written then.
    """
    if name not in COLLECTIONS:
        raise UnknownName("collection", name, COLLECTIONS)
    if target.resolve().is_relative_to(DATA.parents[1].resolve()):
        raise InvalidInput([Problem(str(target), "", "a folder of the package", "another folder")])
    records = COLLECTIONS[name](source)
    problems = [
        p
        for found in records.values()
        for record in found
        for p in check_record(record, "turtle_soup/puzzle", record["id"])
    ]
    if problems:
        raise InvalidInput(problems)
    return [_write(target, language, found) for language, found in records.items()]


async def add_rubrics(folder: Path, client: ModelClient) -> int:
    """Gives every puzzle of a folder without a rubric the one that a model judge extracts, and keeps it.

    ``<folder>/rubrics.jsonl`` keeps what was extracted by bottom and judge; the puzzles are rewritten with it, which
    gives the folder another content hash and so the scores another ruler.

    Returns:
        Number of puzzles that were given one.
    """
    store = RubricStore(folder / "rubrics.jsonl")
    given = 0
    for language in LANGUAGES:
        path = folder / language / "test.jsonl"
        if not path.is_file():
            continue
        records = read_records(path, "turtle_soup/puzzle", unique="id")
        bare = [record for record in records if not (record["logic"] and record["details"])]
        rubrics = await store.rubrics(client, [(record["bottom"], language) for record in bare])
        for record, rubric in zip(bare, rubrics, strict=True):
            record |= {"logic": list(rubric.logic), "details": list(rubric.details)}
        given += len(bare)
        _write(folder, language, records)
    return given


def _write(folder: Path, language: str, records: list[dict[str, Any]]) -> Path:
    path = folder / language / "test.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records))
    return path

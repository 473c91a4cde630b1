"""What the data folder of murder mystery holds: cases and questions, a line each, and pictures; whether it is fresh.

No font and no Pillow is needed to say so: ``images.json`` has, for each picture, a hash of what it was drawn from.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from turtlesoup_bench import data
from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.murder_mystery.cases import Case, Record
from turtlesoup_bench.games.murder_mystery.difficulty import difficulty_of
from turtlesoup_bench.records import LANGUAGES

from .images.content import Content, content
from .questions import question_files

DATA = Path(data.__file__).parent / "murder_mystery"
CASES_FILE = "cases.jsonl"
MANIFEST = "images.json"
_REMEDY = "run: turtlesoup dataset build"


def text_files(cases: Sequence[Case], shown: Mapping[str, Content]) -> dict[str, str]:
    """Name and content of each file that is no picture.

    Args:
        cases: All cases.
        shown: Their pictures; see `pictures`.
    """
    return {CASES_FILE: cases_lines(cases), **question_files(cases), MANIFEST: manifest(shown)}


def cases_lines(cases: Iterable[Case]) -> str:
    """Content of the file of cases: a record a line with its difficulty, its keys in the order of the schema."""
    schema = json.loads(files("turtlesoup_bench.schemas").joinpath("murder_mystery/case.schema.json").read_bytes())
    records = ({**case.record, "difficulty": difficulty_of(case)} for case in cases)
    return "".join(json.dumps(_ordered(record, schema, schema), ensure_ascii=False) + "\n" for record in records)


def pictures(records: Iterable[Record]) -> dict[str, Content]:
    """What every picture shows, by its path in the data folder.

    A picture that is the same in both languages is one file, ``images/<case>/<clue>.webp``; else there is one for each
    language, ``images/<case>/<clue>.<language>.webp``.
    """
    shown: dict[str, Content] = {}
    for record in records:
        for clue in record["clues"]:
            if "image" in clue:
                path = f"images/{record['id']}/{clue['id']}"
                told = {language: content(record, clue["image"], language) for language in LANGUAGES}
                if len(set(told.values())) == 1:
                    shown[f"{path}.webp"] = told[LANGUAGES[0]]
                else:
                    shown |= {f"{path}.{language}.webp": one for language, one in told.items()}
    return shown


def manifest(shown: Mapping[str, Content]) -> str:
    """Content of the manifest: each picture's path and the hash of what it shows."""
    return json.dumps({path: one.hash for path, one in sorted(shown.items())}, indent=1) + "\n"


def stale_pictures(shown: Mapping[str, Content], folder: Path) -> list[str]:
    """Paths of the pictures that are missing, or were drawn from something else."""
    try:
        drawn = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        drawn = {}
    return [path for path, one in shown.items() if drawn.get(path) != one.hash or not (folder / path).is_file()]


def left_over(shown: Mapping[str, Content], folder: Path) -> list[Path]:
    """Pictures in the data folder that no clue has."""
    return [path for path in sorted(folder.glob("images/*/*")) if path.relative_to(folder).as_posix() not in shown]


def stale_files(cases: Sequence[Case], folder: Path = DATA) -> list[Problem]:
    """A problem for each file of the data folder that is not what all cases would give now."""
    shown = pictures(case.record for case in cases)
    expected = text_files(cases, shown)
    changed = [name for name, text in expected.items() if not _holds(folder / name, text)]
    wrong = [Problem(str(folder / name), "", "not built from the cases as they are", _REMEDY) for name in changed]
    wrong += [Problem(str(folder / path), "", "a stale picture", _REMEDY) for path in stale_pictures(shown, folder)]
    return wrong + [Problem(str(path), "", "a picture that no clue has", _REMEDY) for path in left_over(shown, folder)]


def _holds(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == text


def _ordered(node: Any, schema: Mapping[str, Any], root: Mapping[str, Any]) -> Any:
    """A part of a record with its keys in the order in which the schema names them."""
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    if isinstance(node, Mapping):
        fields = schema["properties"]
        return {name: _ordered(node[name], fields[name], root) for name in fields if name in node}
    if isinstance(node, list):
        return [_ordered(part, schema["items"], root) for part in node]
    return node

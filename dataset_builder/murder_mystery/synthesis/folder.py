"""A folder of new cases: their files, and the data set built from them, for ``--data``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from ruamel.yaml import YAML

from turtlesoup_bench.records import Json

from ..build import build
from ..case_files import CASES, case_files
from ..questions import OPEN_QUESTIONS_FILE
from .writing import Round

ROUNDS = "rounds.jsonl"
JOURNAL = "calls.sqlite"


def write_case_file(folder: Path, record: Json) -> Path:
    """Writes a case as the file ``cases/<id>.yaml`` of the folder."""
    path = folder / CASES.name / f"{record['id']}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    writer = YAML()
    writer.width = 120
    with path.open("w", encoding="utf-8") as file:
        writer.dump(record, file)
    return path


def build_folder(folder: Path, asked: Iterable[Json] = ()) -> list[Path]:
    """Builds cases, questions and pictures from the case files of the folder.

    Args:
        folder: With ``cases/``.
        asked: Further open questions.

    Returns:
        The files that changed.

    Raises:
        InvalidInput: As `build`.
    """
    changed = build(case_files(folder / CASES.name), folder)
    with (folder / OPEN_QUESTIONS_FILE).open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in asked)
    return changed


def write_rounds(folder: Path, rounds: Sequence[Round]) -> None:
    """Writes what went back to the agents, a round a line."""
    lines = (json.dumps(asdict(one), ensure_ascii=False) + "\n" for one in rounds)
    (folder / ROUNDS).write_text("".join(lines), encoding="utf-8")

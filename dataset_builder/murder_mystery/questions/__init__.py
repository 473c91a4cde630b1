"""Questions on a case, computed from its facts, so that no answer can be wrong."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from turtlesoup_bench.games.murder_mystery.cases import Case

from .chains import chain_drafts
from .choice import Question, chosen, question_record
from .drafts import Draft
from .open_questions import open_questions
from .pictures import picture_drafts
from .plans import plan_drafts
from .scripts import script_drafts
from .sight import Sight
from .wording import CaseWords

__all__ = ["Question", "drafts", "open_questions", "questions", "write_questions"]

QUESTIONS_FILE = "questions.jsonl"
OPEN_QUESTIONS_FILE = "open_questions.jsonl"


def questions(case: Case) -> list[Question]:
    """The questions on a case that the check has passed, as records of the schema ``murder_mystery/question``."""
    name = case.record["id"]
    return [question_record(name, choice) for choice in chosen(name, drafts(case))]


def drafts(case: Case) -> list[Draft]:
    """Everything that could be asked on a case."""
    said, sight = CaseWords(case), Sight(case)
    return [
        *script_drafts(case, said, sight),
        *picture_drafts(case, said, sight),
        *plan_drafts(case, said),
        *chain_drafts(case, said, sight),
    ]


def write_questions(cases: Iterable[Case], folder: Path) -> list[Question]:
    """Writes the questions on all cases, and apart from them the open ones, a record a line.

    Returns:
        The multiple-choice questions.
    """
    cases = list(cases)
    chosen = [question for case in cases for question in questions(case)]
    opened = [question for case in cases for question in open_questions(case)]
    folder.mkdir(parents=True, exist_ok=True)
    for name, records in ((QUESTIONS_FILE, chosen), (OPEN_QUESTIONS_FILE, opened)):
        lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
        (folder / name).write_text(lines, encoding="utf-8")
    return chosen

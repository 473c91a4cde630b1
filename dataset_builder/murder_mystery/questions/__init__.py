"""Questions on a case, computed from its facts, so that no answer can be wrong."""

from __future__ import annotations

import json
from collections.abc import Iterable

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

__all__ = ["Question", "drafts", "open_questions", "question_files", "questions"]

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


def question_files(cases: Iterable[Case]) -> dict[str, str]:
    """The files of the data folder with the questions on all cases, and with the open ones, a record a line."""
    files: dict[str, list[Question]] = {QUESTIONS_FILE: [], OPEN_QUESTIONS_FILE: []}
    for case in cases:
        files[QUESTIONS_FILE] += questions(case)
        files[OPEN_QUESTIONS_FILE] += open_questions(case)
    return {
        name: "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
        for name, records in files.items()
    }

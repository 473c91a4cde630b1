"""Questions as instances: one a question and language, with all that is shown beside it."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games import Instance
from turtlesoup_bench.games.murder_mystery.cases import Case, read_case
from turtlesoup_bench.games.murder_mystery.clues import description, kind_of
from turtlesoup_bench.games.murder_mystery.instances import CASES, data_folder
from turtlesoup_bench.games.murder_mystery.texts import plain
from turtlesoup_bench.games.selection import selection_problems
from turtlesoup_bench.records import LANGUAGES, Json
from turtlesoup_bench.validation import read_records

KINDS = ("long_script", "text_rich", "media_rich", "multi_hop")
"""Of the questions with four options."""
OPEN = "open"
"""The kind of those that are answered in free text, which only a judge can score."""
SELECTION = ("languages", "limit", "cases", "kinds", "data")
READER = "reader"
_FILES = {**dict.fromkeys(KINDS, ("questions.jsonl", "question")), OPEN: ("open_questions.jsonl", "open_question")}


def load(selection: Mapping[str, Any]) -> list[Instance]:
    """The instances of a selection, language by language, in an order by hash, so that a limit mixes cases and kinds.

    Args:
        selection: ``languages``; ``limit`` (at most so many a language); ``cases`` (ids); ``kinds`` (of `KINDS`, which
            are the default, and ``open``); ``data`` (a folder with the files of other cases).

    Raises:
        InvalidInput: If a key is unknown, a value does not fit, or a file of the folder is broken.
    """
    folder = data_folder(selection)
    cases = {record["id"]: read_case(record) for record in read_records(folder / CASES.name, "murder_mystery/case")}
    choices = {"languages": LANGUAGES, "kinds": (*KINDS, OPEN), "cases": tuple(cases)}
    problems = list(selection_problems(selection, SELECTION, choices))
    if problems:
        raise InvalidInput(problems)
    kinds = selection.get("kinds") or KINDS
    questions = [
        question
        for file, schema in dict.fromkeys(_FILES[kind] for kind in kinds)
        for question in read_records(folder / file, f"murder_mystery/{schema}")
        if question.get("kind", OPEN) in kinds and question["case"] in (selection.get("cases") or cases)
    ]
    questions.sort(key=lambda question: sha256(question["id"].encode()).digest())
    languages = [language for language in LANGUAGES if language in (selection.get("languages") or LANGUAGES)]
    chosen = questions[: selection.get("limit")]
    return [instance_of(question, cases[question["case"]], language) for language in languages for question in chosen]


def instance_of(question: Json, case: Case, language: str) -> Instance:
    """A question in one language.

    Beside it are shown the opening, the people and the text clues of its case, the script that it names, and the
    pictures that it names; with an open question all pictures and no script.
    """
    record, role = case.record, question.get("role")
    script = next((one["script"] for one in record["roles"] if one["who"] == role), None)
    names = {person["id"]: person["name"][language] for person in record["people"]}
    pictured = question.get("clues", [clue["id"] for clue in record["clues"] if "image" in clue])
    kind = question.get("kind", OPEN)
    return Instance(
        id=f"{question['id']}@{language}",
        language=language,
        seats={READER: READER},
        data={
            "case": {
                "id": record["id"],
                "title": record["title"][language],
                "opening": plain(record["opening"][language]),
                "people": [{name: person[name][language] for name in ("name", "about")} for person in record["people"]],
                "clues": [plain(clue["text"][language]) for clue in record["clues"] if "text" in clue],
            },
            "script": {"name": names[role], "text": plain(script[language])} if script else None,
            "pictures": [
                {"clue": clue["id"], "kind": kind_of(clue, language), "text": description(case, clue, language)}
                for clue in record["clues"]
                if clue["id"] in pictured
            ],
            "kind": kind,
            "question": question["question"][language],
            "options": question["options"][language] if kind != OPEN else [],
            "answer": question.get("answer"),
            "reference": question["reference"][language] if kind == OPEN else [],
        },
        cluster=record["id"],
        tags={"kind": kind},
    )

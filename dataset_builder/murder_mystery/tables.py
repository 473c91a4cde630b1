"""Murder mystery in the published data set: cases and questions on them, with their pictures."""

from __future__ import annotations

import json

from turtlesoup_bench.games import Instance
from turtlesoup_bench.games.murder_mystery.case_questions.instances import KINDS, OPEN
from turtlesoup_bench.games.murder_mystery.clues import description, kind_of
from turtlesoup_bench.games.murder_mystery.instances import case_of, load
from turtlesoup_bench.games.murder_mystery.media import open_media, picture_of
from turtlesoup_bench.games.murder_mystery.texts import plain
from turtlesoup_bench.records import LANGUAGES, Json
from turtlesoup_bench.reporting.exports.eval_results import ALL

from ..publish.tables import TEST, Table

_CASES, _QUESTIONS = "murder-mystery", "murder-mystery-questions"


def _case_row(instance: Instance) -> Json:
    case, language = case_of(instance), instance.language
    record = case.record
    pictured = [clue["id"] for clue in record["clues"] if "image" in clue]
    return {
        "id": instance.id,
        "language": language,
        "case": record["id"],
        "title": record["title"][language],
        "difficulty": record["difficulty"],
        "opening": plain(record["opening"][language]),
        "people": [
            {"id": person["id"], **{name: person[name][language] for name in ("name", "about")}}
            for person in record["people"]
        ],
        "victim": case.victim,
        "murderer": case.murderer,
        "scripts": [{"who": role["who"], "text": plain(role["script"][language])} for role in record["roles"]],
        "clues": [
            {
                "id": clue["id"],
                "kind": kind_of(clue, language),
                "text": plain(clue["text"][language]) if "text" in clue else description(case, clue, language),
                "held_by": clue.get("held_by"),
                "round": clue["revealed"],
            }
            for clue in record["clues"]
        ],
        "pictured": pictured,
        "pictures": [_picture(record["id"], clue, language) for clue in pictured],
        "solution": plain(record["solution"][language]),
        "data": json.dumps(instance.data, ensure_ascii=False),
    }


def _question_row(instance: Instance) -> Json:
    data, case = instance.data, instance.data["case"]
    script = data["script"] or {"name": None, "text": None}
    return {
        "id": instance.id,
        "language": instance.language,
        "case": case["id"],
        **{name: data[name] for name in ("kind", "question", "options", "answer", "reference")},
        **{name: case[name] for name in ("title", "opening", "people", "clues")},
        "script_of": script["name"],
        "script": script["text"],
        "pictured": data["pictures"],
        "pictures": [_picture(case["id"], one["clue"], instance.language) for one in data["pictures"]],
    }


def _picture(case: str, clue: str, language: str) -> Json:
    digest, _ = picture_of(case, clue, language)
    return {"bytes": open_media(digest), "path": f"{case}-{clue}-{language}.webp"}


def _about_cases() -> str:
    return (
        f"{len(load({'languages': ['en']}))} cases of four to eight people, one of whom is the murderer, each in both "
        "languages. Their texts were written by a large language model around a file of facts: who was where and when, "
        "who saw whom, means, motives, lies. Code proves of each case that its facts agree and that all clues leave "
        "one suspect, without any pivotal clue at least two, and grades it by how many innocents must talk. "
        "Language models that saw what one innocent can know by itself named the murderer in 28 of 40 readings. "
        "Code draws the pictures of clues from the same facts. No person has played the cases yet."
    )


def _about_questions() -> str:
    return (
        "Questions on the cases, four options each: about a long script, an image that is read (`text_rich`), an image "
        "that is seen (`media_rich`), or several of them (`multi_hop`). Code computed questions and answers from the "
        "facts of a case; a test computes each answer again in another way and proves that no other option is right. A "
        f"row holds what is shown beside its question. `{_QUESTIONS}-{OPEN}` asks for method, motive and proof in free "
        "text: its `reference` lists what a right answer states, and a judge scores it."
    )


CASES = Table(
    _CASES,
    fields={
        "id": "Id of the instance",
        "language": "en or zh",
        "case": "Id of the case, shared by its two languages",
        "title": "Title",
        "difficulty": "easy, medium or hard: how many innocents must lay open what they know until one suspect is left",
        "opening": "What everybody is told",
        "people": "Id, name and a few words of each person",
        "victim": "Id of the person who was killed",
        "murderer": "Id of the person to be found",
        "scripts": "What each player is told of their own part",
        "clues": "Clues: kind, text or description of the picture, who holds it, and the round before which it comes",
        "pictured": "Ids of the clues that are pictures",
        "pictures": "Those pictures",
        "solution": "What happened",
        "data": "JSON: the whole case as data, with the facts that each span of its texts states",
    },
    row=_case_row,
    pictures=("pictures",),
    about=_about_cases,
)
QUESTIONS = Table(
    _QUESTIONS,
    fields={
        "id": "Id of the question and language",
        "language": "en or zh",
        "case": "Id of the case",
        "kind": "long_script, text_rich, media_rich, multi_hop or open",
        "question": "The question",
        "options": "Its four options, a to d; none if it is open",
        "answer": "Letter of the right option",
        "reference": "Of an open question: what a right answer states",
        "title": "Title of the case",
        "opening": "What everybody is told",
        "people": "Name and a few words of each person",
        "clues": "Text clues",
        "script_of": "Whose script is shown",
        "script": "That script",
        "pictured": "Pictures that are shown: clue, kind, description in words",
        "pictures": "The pictures themselves",
    },
    row=_question_row,
    pictures=("pictures",),
    about=_about_questions,
    files={
        f"{_QUESTIONS}/{language}/{kind}": {"languages": [language], "kinds": [kind]}
        for language in LANGUAGES
        for kind in (*KINDS, OPEN)
    },
    parts={
        ALL: {TEST: [f"{_QUESTIONS}/{language}/{kind}" for language in LANGUAGES for kind in KINDS]},
        **{one: {TEST: [f"{_QUESTIONS}/{one}/{kind}" for kind in KINDS]} for one in LANGUAGES},
        **{kind: {TEST: [f"{_QUESTIONS}/{one}/{kind}" for one in LANGUAGES]} for kind in (*KINDS, OPEN)},
    },
)

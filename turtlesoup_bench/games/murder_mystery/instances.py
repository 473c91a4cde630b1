"""Cases as instances: one a language, with a seat for the murderer and one for each of the others."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games import Instance
from turtlesoup_bench.games.murder_mystery.cases import Case, read_case
from turtlesoup_bench.games.murder_mystery.difficulty import DIFFICULTIES
from turtlesoup_bench.games.murder_mystery.media import DATA, add_pictures
from turtlesoup_bench.games.murder_mystery.texts import in_language
from turtlesoup_bench.games.selection import selection_problems
from turtlesoup_bench.records import LANGUAGES, Json
from turtlesoup_bench.validation import read_records

CASES = DATA / "cases.jsonl"
SELECTION = ("languages", "limit", "cases", "difficulty", "data")
MURDERER, INNOCENT = "murderer", "innocent"


def instance_of(record: Json, language: str) -> Instance:
    """A case in one language.

    Seats are called ``murderer``, ``innocent-1`` .. so that the same seat means the same in every case. As that would
    tell who did it, players know each other by the people of the case alone.
    """
    murderer = record["murder"]["murderer"]
    innocents = [role["who"] for role in record["roles"] if role["who"] != murderer]
    people = {MURDERER: murderer, **{f"{INNOCENT}-{number}": who for number, who in enumerate(innocents, 1)}}
    return Instance(
        id=f"{record['id']}-{language}",
        language=language,
        seats={seat: MURDERER if seat == MURDERER else INNOCENT for seat in people},
        data={"case": in_language(record, language), "people": people},
        cluster=record["id"],
        tags={"difficulty": record.get("difficulty", "unmarked"), "roles": f"{len(people)} roles"},
    )


def load(selection: Mapping[str, Any]) -> list[Instance]:
    """The instances of a selection, language by language.

    Args:
        selection: ``languages``, ``cases`` (ids), ``difficulty`` (``easy``, ``medium``, ``hard``), ``limit`` (at most
            so many cases), ``data`` (a folder with a ``cases.jsonl`` of other cases).

    Raises:
        InvalidInput: If a key is unknown, a value does not fit, or the folder's file is broken.
    """
    file = data_folder(selection) / CASES.name
    records = read_records(file, "murder_mystery/case")
    known = [record["id"] for record in records]
    choices = {"cases": known, "difficulty": DIFFICULTIES, "languages": LANGUAGES}
    problems = list(selection_problems(selection, SELECTION, choices))
    if problems:
        raise InvalidInput(problems)
    chosen, languages = selection.get("cases") or known, selection.get("languages") or LANGUAGES
    if grades := selection.get("difficulty"):
        records = [record for record in records if record.get("difficulty") in grades]
    kept = [record for record in records if record["id"] in chosen][: selection.get("limit")]
    return [instance_of(record, language) for language in LANGUAGES if language in languages for record in kept]


def data_folder(selection: Mapping[str, Any]) -> Path:
    """The folder of a selection's cases, whose pictures are known from now on."""
    folder = Path(selection["data"]) if "data" in selection else DATA
    add_pictures(folder)
    return folder


def case_of(instance: Instance) -> Case:
    """The case of an instance, with its facts as records."""
    return read_case(instance.data["case"])


def person_of(instance: Instance, seat: str) -> str:
    """Id of the person that a seat plays."""
    return str(instance.data["people"][seat])


def seat_of(instance: Instance, person: str) -> str:
    """The seat that plays a person."""
    seats: dict[str, str] = {who: seat for seat, who in instance.data["people"].items()}
    return seats[person]

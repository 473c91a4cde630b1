"""The border: a record read from disk is checked against its schema here, once, and all problems are reported."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from turtlesoup_bench.errors import InvalidInput, Problem

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError

Kind = Literal["story", "puzzle", "prediction", "episode", "score", "run", "submission", "suite"]
_SHOWN = 80


@cache
def _validator(kind: Kind) -> Draft202012Validator:
    from jsonschema import Draft202012Validator

    text = files("turtlesoup_bench.schemas").joinpath(f"{kind}.schema.json").read_text(encoding="utf-8")
    return Draft202012Validator(json.loads(text))


def check_record(record: object, kind: Kind, where: str) -> list[Problem]:
    """All the ways in which ``record`` breaks the schema of its kind.

    Args:
        record: Parsed JSON or YAML.
        kind: Which schema.
        where: File, file and line, or id, for the report.

    Returns:
        Problems in the order of their place in the record; empty if it is valid.
    """
    errors = sorted(_validator(kind).iter_errors(record), key=lambda error: [str(step) for step in error.absolute_path])
    return [problem for error in errors for problem in _explain(error, where)]


def check_records(path: Path, kind: Kind, unique: str) -> tuple[list[dict[str, Any]], list[Problem]]:
    """Reads a JSON Lines file and checks each line.

    Args:
        path: File, UTF-8, one object a line; blank lines are skipped.
        kind: Which schema each line must satisfy.
        unique: Field whose value no two lines may share.

    Returns:
        The valid records in order, and every problem of the file.

    Raises:
        InvalidInput: If the file cannot be read at all.
    """
    records: list[dict[str, Any]] = []
    problems: list[Problem] = []
    first_line: dict[object, int] = {}
    for number, line in _lines(path):
        where = f"{path}:{number}"
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            problems.append(Problem(where, f"column {error.colno}", _shorten(line), f"one JSON object ({error.msg})"))
            continue
        found = check_record(record, kind, where)
        problems += found
        if found:
            continue
        key = record[unique]
        if key in first_line:
            problems.append(Problem(where, unique, repr(key), f"each once; line {first_line[key]} has it already"))
            continue
        first_line[key] = number
        records.append(record)
    return records, problems


def read_records(path: Path, kind: Kind, unique: str) -> list[dict[str, Any]]:
    """Like `check_records`, but any problem is raised.

    Raises:
        InvalidInput: With every problem of the file.
    """
    records, problems = check_records(path, kind, unique)
    if problems:
        raise InvalidInput(problems)
    return records


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            [Problem(str(path), f"byte {error.start}", "bytes that are not UTF-8", "UTF-8 text")]
        ) from None
    except OSError as error:
        raise InvalidInput([Problem(str(path), "", error.strerror or str(error), "a readable file")]) from None
    # Only "\n" ends a record: U+2028 and its kin are legal inside JSON strings, and str.splitlines would cut there.
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line


def _explain(error: ValidationError, where: str) -> Iterator[Problem]:
    place = _place(list(error.absolute_path))
    found: Any = error.instance
    wanted: Any = error.validator_value
    schema: Any = error.schema
    shown = _shorten(json.dumps(found, ensure_ascii=False, default=str))
    match error.validator:
        case "additionalProperties":
            known = sorted(schema["properties"])
            for name in sorted(set(found) - set(known)):
                near = get_close_matches(name, known, n=1)
                expected = f"no such field; did you mean {near[0]!r}?" if near else f"only {', '.join(known)}"
                yield Problem(where, place, f"unknown field {name!r}", expected)
        case "required":
            # jsonschema raises one error a missing name; its message begins with that name in quotes.
            name = error.message.split("'")[1]
            yield Problem(where, place, f"no field {name!r}", schema["properties"][name].get("description", "one"))
        case "enum":
            allowed = [str(value) for value in wanted if value is not None]
            near = get_close_matches(str(found), allowed, n=1)
            hint = f" (did you mean {near[0]!r}?)" if near else ""
            yield Problem(where, place, shown, f"one of {', '.join(allowed)}{hint}")
        case "type":
            yield Problem(where, place, shown, f"type {' or '.join([wanted] if isinstance(wanted, str) else wanted)}")
        case "minItems" | "maxItems":
            bound = "at least" if error.validator == "minItems" else "at most"
            yield Problem(where, place, f"{len(found)} items", f"{bound} {wanted}")
        case "pattern":
            yield Problem(where, place, shown, f"text like {wanted} ({schema.get('description', '').rstrip('.')})")
        case _:
            message = error.message if len(error.message) <= 2 * _SHOWN else str(error.validator)
            yield Problem(where, place, shown, message)


def _place(path: Sequence[str | int]) -> str:
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else str(step)
    return text


def _shorten(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"

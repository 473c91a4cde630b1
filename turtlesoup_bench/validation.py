"""The border: a record read from disk is checked against its schema here, once, and all problems are reported."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.text_tables import counted

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError

Kind = str
"""Which schema: its path below ``schemas/``, without the ending, such as ``core/episode``."""
_SHOWN = 80


_ROOT = "https://turtlesoup-bench.github.io/schemas/"


@cache
def _is_valid(kind: Kind) -> Callable[[object], bool]:
    """Whether a record is valid, as fast as a compiled validator says it; it does not say why not."""
    import jsonschema_rs

    def retrieve(uri: str) -> Any:
        return _schema(uri.removeprefix(_ROOT))

    is_valid = jsonschema_rs.validator_for(_schema(f"{kind}.schema.json"), retriever=retrieve).is_valid

    def check(record: object) -> bool:
        try:
            return is_valid(record)
        except (ValueError, TypeError):  # what JSON does not hold, such as half of a surrogate pair
            return False

    return check


@cache
def _validator(kind: Kind) -> Draft202012Validator:
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource

    registry = Registry(retrieve=lambda uri: Resource.from_contents(_schema(uri.removeprefix(_ROOT))))  # type: ignore
    return Draft202012Validator(_schema(f"{kind}.schema.json"), registry=registry)


def _schema(name: str) -> Any:
    return json.loads(files("turtlesoup_bench.schemas").joinpath(name).read_text(encoding="utf-8"))


def check_record(record: object, kind: Kind, where: str) -> list[Problem]:
    """All the ways in which ``record`` breaks the schema of its kind.

    Args:
        record: Parsed JSON or YAML.
        kind: Which schema.
        where: File, file and line, or id, for the report.

    Returns:
        Problems in the order of their place in the record; empty if it is valid.
    """
    if _is_valid(kind)(record):
        return []
    errors = sorted(_validator(kind).iter_errors(record), key=lambda error: [str(step) for step in error.absolute_path])
    empty = {_place(list(error.absolute_path)) for error in errors if _is_nothing(error)}
    return [
        problem
        for error in errors
        if _is_nothing(error) or _place(list(error.absolute_path)) not in empty
        for problem in _explain(error, where)
    ]


def check_records(
    path: Path, kind: Kind, unique: str | None = None, *, may_be_torn: bool = False
) -> tuple[list[dict[str, Any]], list[Problem]]:
    """Reads a JSON Lines file and checks each line.

    Args:
        path: File, UTF-8, one object a line; blank lines are skipped.
        kind: Which schema each line must satisfy.
        unique: Field whose value no two lines may share; None lets any be repeated.
        may_be_torn: Whether a last line without its line end, which a killed process may have left, is no problem
            where it cannot be read.

    Returns:
        The valid records in order, and every problem of the file.
    """
    records: list[dict[str, Any]] = []
    problems: list[Problem] = []
    first_line: dict[object, int] = {}
    try:
        content = path.read_bytes()
    except OSError as error:
        return [], [Problem(str(path), "", error.strerror or str(error), "a readable file")]
    # Only "\n" ends a record: U+2028 and its kin are legal inside JSON strings, and str.splitlines would cut there.
    lines = content.split(b"\n")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        record, wrong = _parse_line(line, where)
        if wrong and may_be_torn and number == len(lines):
            break
        wrong = wrong or check_record(record, kind, where)
        if not wrong and unique and first_line.setdefault(record[unique], number) != number:
            expected = f"each once; line {first_line[record[unique]]} has it already"
            wrong = [Problem(where, unique, repr(record[unique]), expected)]
        problems += wrong
        if not wrong:
            records.append(record)
    return records, problems


def read_records(
    path: Path, kind: Kind, unique: str | None = None, *, may_be_torn: bool = False
) -> list[dict[str, Any]]:
    """Like `check_records`, but any problem is raised.

    Raises:
        InvalidInput: With every problem of the file.
    """
    records, problems = check_records(path, kind, unique, may_be_torn=may_be_torn)
    if problems:
        raise InvalidInput(problems)
    return records


def read_yaml(path: Path, kind: Kind) -> dict[str, Any]:
    """Reads a YAML file and checks it.

    Args:
        path: File, UTF-8.
        kind: Which schema it must satisfy.

    Raises:
        InvalidInput: If it cannot be read, else with every problem of it.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        record = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, YAMLError) as error:
        found = error.strerror if isinstance(error, OSError) else str(error).split("\n")[0]
        raise InvalidInput([Problem(str(path), "", str(found), f"a {kind.rpartition('/')[2]} as YAML")]) from None
    problems = check_record(record, kind, str(path))
    if problems:
        raise InvalidInput(problems)
    return record  # type: ignore[no-any-return]


def parse_json(text: str) -> Any:
    """JSON without what other readers would read otherwise: repeated keys, NaN and Infinity.

    Raises:
        ValueError: If it is not such.
        RecursionError: If it is nested too deep.
    """
    return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)


def _parse_line(line: bytes, where: str) -> tuple[Any, list[Problem]]:
    try:
        return parse_json(line.decode()), []
    except UnicodeDecodeError as error:
        return None, [Problem(where, f"byte {error.start}", "bytes that are not UTF-8", "UTF-8 text")]
    except (ValueError, RecursionError) as error:
        place = f"column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        return None, [Problem(where, place, "broken JSON", f"one JSON object a line ({error})")]


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return record


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _is_nothing(error: ValidationError) -> bool:
    """Whether a text is missing, so that what else its schema wants of it need not be said."""
    return error.validator == "minLength" and not error.instance


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
            yield Problem(where, place, counted(len(found), "item"), f"{bound} {wanted}")
        case "minLength" if not found:
            yield Problem(where, place, "nothing", schema.get("description", "some text").rstrip("."))
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

"""Everything that a case must hold before it lands; all problems of all files are reported at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.murder_mystery.cases import Case, Record, read_case
from turtlesoup_bench.validation import check_record

from ..yaml_files import read_mapping, with_lines
from .case_files import CASES, case_files
from .clues import clue_problems
from .crime import crime_problems
from .form import count_problems, form_problems
from .knowledge import knowledge_problems
from .lies import lie_problems
from .objects import object_problems
from .presence import presence_problems
from .solution import solution_problems
from .wording import wording_problems

_CONCERNS: Sequence[Callable[[Case], Iterator[Problem]]] = (
    presence_problems,
    object_problems,
    crime_problems,
    knowledge_problems,
    clue_problems,
    lie_problems,
    solution_problems,
    wording_problems,
)


def is_case(path: Path) -> bool:
    """Whether a path is one of a case file: it lies in a folder named as theirs is."""
    return path.resolve().parent.name == CASES.name


def check_cases(paths: Sequence[Path] = ()) -> tuple[list[Case], list[Problem]]:
    """Checks case files.

    Args:
        paths: Case files, by default all.

    Returns:
        The cases without a problem, and every problem of the others, with its line.
    """
    cases: list[Case] = []
    problems: list[Problem] = []
    for path in paths or case_files():
        record, wrong = read_mapping(path)
        if record is not None:
            wrong = check_record(record, "murder_mystery/case", str(path)) or case_problems(record)
            if not wrong and record["id"] != path.stem:
                wrong = [Problem(str(path), "id", record["id"], f"{path.stem}, the file's name")]
            if not wrong:
                cases.append(read_case(record))
            wrong = with_lines([replace(problem, where=str(path)) for problem in wrong], path)
        problems += wrong
    return cases, problems


def case_problems(record: Record) -> list[Problem]:
    """All that is wrong with the content of a case file that satisfies the schema.

    Ids and references come first: only where they hold, the file can be read as a case and the rest be looked at.
    """
    problems = list(form_problems(record))
    if problems:
        return problems
    case = read_case(record)
    return [*count_problems(record), *(problem for concern in _CONCERNS for problem in concern(case))]

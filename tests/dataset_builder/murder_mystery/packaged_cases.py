"""The cases of the package and the questions on them, computed once in each process of the tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import pytest
from turtlesoup_bench.dataset_builder.murder_mystery.case_files import case_files
from turtlesoup_bench.dataset_builder.murder_mystery.check import check_cases
from turtlesoup_bench.dataset_builder.murder_mystery.questions import Question, drafts, questions
from turtlesoup_bench.dataset_builder.murder_mystery.questions.drafts import Draft

from turtlesoup_bench.games.murder_mystery.cases import Case

NAMES = [path.stem for path in case_files()]
each_case = pytest.mark.parametrize("name", NAMES)


@cache
def checked_cases() -> Mapping[str, Case]:
    """All cases, by id; the check found no problem in them."""
    cases, problems = check_cases()
    assert not problems
    return {case.record["id"]: case for case in cases}


@cache
def drafts_on(name: str) -> Sequence[Draft]:
    """What can be asked on a case."""
    return drafts(checked_cases()[name])


@cache
def questions_on(name: str) -> Sequence[Question]:
    """The questions on a case."""
    return questions(checked_cases()[name])

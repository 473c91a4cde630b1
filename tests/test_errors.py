"""Errors cross to another process as what they are."""

import pickle

import pytest

from turtlesoup_bench.errors import (
    InvalidInput,
    MalformedReply,
    Problem,
    TransientError,
    TurtleSoupError,
    UnknownName,
)


@pytest.mark.parametrize(
    "error",
    [
        InvalidInput([Problem("a.jsonl:3", "id", "x", "y"), Problem("b.jsonl", "", "nothing", "a line")]),
        UnknownName("game", "turtle-soop", ["turtle-soup", "word-guess"]),
        TransientError("too many requests", retry_after=2.5, is_overload=True),
        MalformedReply("cannot be read", ["one", "two"], is_truncated=True),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_says_the_same_in_another_process(error: TurtleSoupError) -> None:
    back = pickle.loads(pickle.dumps(error))
    assert (str(back), vars(back), back.exit_code) == (str(error), vars(error), error.exit_code)
    assert isinstance(back, InvalidInput) == isinstance(error, InvalidInput)

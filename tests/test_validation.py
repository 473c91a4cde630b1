from __future__ import annotations

import json
from pathlib import Path

import pytest

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.validation import read_records

GOOD = {"puzzle_id": "a/b@en", "logic": ["x"], "details": [], "conclusion": "y"}


def test_every_problem_of_a_file_is_listed_at_once(tmp_path: Path) -> None:
    lines = [
        json.dumps(GOOD),
        '{"puzzle_id": "broken',
        json.dumps({**GOOD, "puzzle_id": "c/d@en", "logic": "not a list"}),
        json.dumps(GOOD),
        json.dumps({**GOOD, "puzzle_id": "e/f@en", "conclusio": "y"}),
    ]
    path = tmp_path / "predictions.jsonl"
    path.write_text("\n".join(lines))
    with pytest.raises(InvalidInput) as caught:
        read_records(path, "turtle_soup/prediction", unique="puzzle_id")
    texts = [str(problem) for problem in caught.value.problems]
    assert len(texts) == 4
    for number, words in ((2, "one JSON object"), (3, "type array"), (4, "line 1 has it"), (5, "'conclusion'")):
        [text] = [text for text in texts if text.startswith(f"{path}:{number}:")]
        assert words in text


def test_a_line_separator_inside_a_string_ends_no_record(tmp_path: Path) -> None:
    path = tmp_path / "predictions.jsonl"
    path.write_text(json.dumps({**GOOD, "conclusion": "one\u2028two"}, ensure_ascii=False), encoding="utf-8")
    assert read_records(path, "turtle_soup/prediction", unique="puzzle_id")[0]["conclusion"] == "one\u2028two"


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_an_unreadable_file_is_a_problem(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "predictions.jsonl"
    if content:
        path.write_bytes(content)
    with pytest.raises(InvalidInput, match=r"predictions.jsonl"):
        read_records(path, "turtle_soup/prediction", unique="puzzle_id")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"logic": ["x"], "logic": ["y"]}', "a key stands twice"),
        (b'{"puzzle_id": NaN}', "NaN is no JSON"),
        (b"[" * 100_000, "broken JSON"),
        ('{"puzzle_id": "谜'.encode()[:-1], "not UTF-8"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, line: bytes, words: str) -> None:
    path = tmp_path / "predictions.jsonl"
    path.write_bytes(json.dumps(GOOD).encode() + b"\n" + line + b"\n")
    with pytest.raises(InvalidInput, match=words) as caught:
        read_records(path, "turtle_soup/prediction", unique="puzzle_id", may_be_torn=True)
    [problem] = caught.value.problems
    assert problem.where == f"{path}:2"


def test_only_a_last_line_may_be_torn(tmp_path: Path) -> None:
    path = tmp_path / "predictions.jsonl"
    good = json.dumps({**GOOD, "conclusion": "谜"}, ensure_ascii=False).encode()
    for end in range(1, len(good)):
        path.write_bytes(good + b"\n" + good[:end])
        assert len(read_records(path, "turtle_soup/prediction", may_be_torn=True)) == 1
    with pytest.raises(InvalidInput, match=r":2: "):
        read_records(path, "turtle_soup/prediction")
    path.write_bytes(good[:-1] + b"\n" + good)
    with pytest.raises(InvalidInput, match=r":1: column \d+: found broken JSON"):
        read_records(path, "turtle_soup/prediction", may_be_torn=True)

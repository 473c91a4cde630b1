"""Whose scores are in which file of a run folder."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files
from itertools import combinations, product
from pathlib import Path

import pytest

from turtlesoup_bench.games import Score
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.submissions.files import METADATA, survey

[EXAMPLE] = json.loads(files("turtlesoup_bench.schemas").joinpath("core/score.schema.json").read_text())["examples"]


def score_by(judge: str, overall: float) -> Score:
    return replace(Score.from_json(EXAMPLE), scorer=judge, by_seat={"player": {"overall": overall}})


def test_no_two_judges_share_a_file(tmp_path: Path) -> None:
    judges = ["".join(letters) for length in range(1, 5) for letters in product("a/-:%谜", repeat=length)]
    names = {RunFolder(tmp_path).scores_file(judge).name for judge in judges}
    assert len(names) == len(judges)
    for name in names:
        (tmp_path / name).touch()
    allowed, problems = survey(tmp_path)
    assert set(allowed) == names
    assert [problem.where for problem in problems] == [str(tmp_path / METADATA)]


def test_the_file_of_a_usual_judge_is_readable(tmp_path: Path) -> None:
    names = [RunFolder(tmp_path).scores_file(judge).name for judge in ("embedded", "openai/gpt-4o", "a/b:batched")]
    assert names == ["scores.embedded.jsonl", "scores.openai--gpt-4o.jsonl", "scores.a--b%3Abatched.jsonl"]


@pytest.mark.parametrize(("first", "second"), [*combinations(["a/b", "a:b", "a--b", "A/b"], 2)])
def test_scores_of_two_judges_stay_apart(tmp_path: Path, first: str, second: str) -> None:
    folder = RunFolder(tmp_path)
    folder.add_score(score_by(first, 0.25))
    folder.add_score(score_by(second, 0.75))
    for judge, overall in ((first, 0.25), (second, 0.75)):
        assert [score.by_seat["player"]["overall"] for score in folder.read_scores(judge).values()] == [overall]
    assert set(folder.scorers()) == {first, second}

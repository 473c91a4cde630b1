"""Whose scores are in which file of a run folder."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files
from itertools import combinations, product
from pathlib import Path

import pytest

from turtlesoup_bench.games.turtle_soup.records import Score
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.submissions.files import METADATA, survey

[EXAMPLE] = json.loads(files("turtlesoup_bench.schemas").joinpath("core/score.schema.json").read_text())["examples"]


def score_by(judge: str, overall: float) -> Score:
    score = Score.from_json(EXAMPLE)
    return replace(score, ruler=replace(score.ruler, judge=judge), overall=overall)


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
        assert [score.overall for score in folder.read_scores(judge).values()] == [overall]
    assert set(folder.judges()) == {first, second}


def test_a_file_that_judges_shared_in_an_earlier_version_is_read_for_each(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    shared = [score_by("a:b", 0.25), score_by("a/b", 0.5), score_by("a/b:batched", 0.75)]
    for score, name in zip(shared, ("a--b", "a--b", "a--b--batched"), strict=True):
        with (tmp_path / f"scores.{name}.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(score.to_json()) + "\n")
    for score in shared:
        assert folder.read_scores(score.ruler.judge) == {score.episode_id: score}
    newer = score_by("a:b", 1.0)
    folder.add_score(newer)
    assert folder.read_scores("a:b") == {newer.episode_id: newer}
    assert sorted(folder.judges()) == ["a/b", "a/b:batched", "a:b"]

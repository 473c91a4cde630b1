"""A run folder that version 0.1.0 wrote, of two games of `direct` against the simulated provider."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from turtlesoup_bench.errors import InvalidInput, RunFolderError
from turtlesoup_bench.games.turtle_soup.earlier import upgrade
from turtlesoup_bench.games.turtle_soup.records import Episode
from turtlesoup_bench.reporting.notes import texts
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.run_folder import RunFolder

OLD = Path(__file__).parent / "earlier_run"
DATA = OLD / "data"


def lines(name: str) -> list[dict]:
    return [json.loads(line) for line in (OLD / name).read_text(encoding="utf-8").splitlines()]


def lines_of_run() -> dict:
    return json.loads((OLD / "run.json").read_text(encoding="utf-8"))


def test_what_was_played_and_scored_is_shown_as_it_was(tmp_path: Path) -> None:
    upgrade(OLD, tmp_path / "new", DATA)
    results = read_results(tmp_path / "new", data=DATA)
    views = [Episode.of(result.episode) for result in results.results]
    for record, view in zip(lines("episodes.jsonl"), views, strict=True):
        assert [turn.question for turn in view.turns] == [turn["question"] for turn in record["turns"]]
        assert [turn.answer.verdict for turn in view.turns] == [turn["answer"]["verdict"] for turn in record["turns"]]
        assert [turn.shown.is_key_clue for turn in view.turns] == [t["shown"]["is_key_clue"] for t in record["turns"]]
        assert view.prediction is not None and view.prediction.conclusion == record["prediction"]["conclusion"]
        assert view.usage["player"].calls == record["usage"]["questioner"]["calls"]
    overall = {record["episode_id"]: record["overall"] for record in lines("scores.embedded.jsonl")}
    assert {result.episode.id: result.values["overall"] for result in results.results} == overall
    assert results.rows[0].outcomes["solved"] == 2
    assert any("Self-hosted" in text for text in texts(results.notes))


def test_its_ruler_is_not_that_of_today(tmp_path: Path) -> None:
    upgrade(OLD, tmp_path / "new", DATA)
    [ruler] = {json.dumps(score.ruler) for score in RunFolder(tmp_path / "new").read_scores("embedded").values()}
    assert json.loads(ruler)["seats"]["host"]["version"] == lines_of_run()["responder_version"]


def test_an_old_folder_says_how_it_can_be_read() -> None:
    with pytest.raises(InvalidInput, match="turtlesoup upgrade"):
        read_results(OLD)


def test_an_aborted_and_a_failed_episode_stay_what_they_were(tmp_path: Path) -> None:
    old = shutil.copytree(OLD, tmp_path / "old")
    aborted, failed = lines("episodes.jsonl")
    aborted |= {"status": "aborted", "prediction": None, "reason": "questioner: no question", "replies": ["Hm."]}
    failed |= {"status": "failed", "prediction": None, "reason": "responder: time-out"}
    text = "".join(json.dumps(record) + "\n" for record in (aborted, failed))
    (old / "episodes.jsonl").write_text(text, encoding="utf-8")
    (old / "scores.embedded.jsonl").write_text("", encoding="utf-8")
    upgrade(old, tmp_path / "new", DATA)
    results = read_results(tmp_path / "new", data=DATA)
    assert [result.outcome for result in results.results] == ["aborted", "failed"]
    assert results.results[0].episode.ending.data == {"reason": "no question", "replies": ["Hm."]}
    assert results.results[1].episode.failure == "responder: time-out"


def test_nothing_is_overwritten_and_nothing_else_is_taken(tmp_path: Path) -> None:
    upgrade(OLD, tmp_path / "new", DATA)
    with pytest.raises(RunFolderError, match="already"):
        upgrade(OLD, tmp_path / "new", DATA)
    with pytest.raises(InvalidInput, match=r"version 0\.1\.0"):
        upgrade(tmp_path / "new", tmp_path / "newer", DATA)

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from ruamel.yaml import YAML
from submitting import lines, played, write_lines

from turtlesoup_bench.cli import main
from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games.turtle_soup.puzzles import GENRES, load_puzzles
from turtlesoup_bench.records import LANGUAGES
from turtlesoup_bench.reporting.exports.eval_results import eval_results, tasks
from turtlesoup_bench.reporting.exports.every_eval_ever import every_eval_ever, hub_name
from turtlesoup_bench.reporting.results import RunResults, read_results

TASKS = ("all", *LANGUAGES, *GENRES)


@pytest.fixture(scope="module")
def part() -> RunResults:
    """A run of a model on one puzzle a language, scored by a model."""
    return read_results(played("model"))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> RunResults:
    """A run that has scored every puzzle; the episodes of two, told for all."""
    out = Path(shutil.copytree(played("clues"), tmp_path_factory.mktemp("runs") / "whole"))
    run = json.loads((out / "run.json").read_text(encoding="utf-8"))
    (out / "run.json").write_text(json.dumps({**run, "model": "openrouter/some-lab/model-1"}), encoding="utf-8")
    for name in ("episodes.jsonl", "scores.embedded.jsonl"):
        first, second = lines(out / name)[:2]
        records = [
            {**(first if number % 3 else second), "puzzle_id": puzzle.id, "episode_id": f"{puzzle.id}#42"}
            for number, puzzle in enumerate(load_puzzles())
        ]
        write_lines(out / name, records)
    return read_results(out)


def test_tasks_are_those_of_the_data_set(whole: RunResults, part: RunResults) -> None:
    assert [task.id for task in tasks(whole)] == list(TASKS)
    assert all(task.is_whole for task in tasks(whole))
    assert not any(task.is_whole for task in tasks(part))


def test_eval_results_state_each_task_in_percent(whole: RunResults, tmp_path: Path) -> None:
    path = eval_results(whole, tmp_path, "some-lab/turtlesoup-bench", "https://example.org/run")
    assert path == tmp_path / ".eval_results" / "turtlesoup-bench.yaml"
    entries = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    assert [entry["dataset"] for entry in entries] == [
        {"id": "some-lab/turtlesoup-bench", "task_id": task} for task in TASKS
    ]
    assert entries[0]["value"] == round(100 * whole.rows[0].means["overall"].mean, 2)
    assert entries[0]["source"] == {"url": "https://example.org/run", "name": "turtlesoup-bench run"}
    assert "judge embedded" in entries[0]["notes"]


def test_a_task_played_in_part_is_only_stated_when_asked_for(part: RunResults, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="--partial"):
        eval_results(part, tmp_path, "some-lab/turtlesoup-bench")
    path = eval_results(part, tmp_path, "some-lab/turtlesoup-bench", with_partial=True)
    entries = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    assert f"in part: 2 of {len(load_puzzles())} episodes" in entries[0]["notes"]


def test_a_run_without_a_model_has_no_repository_to_go_to(tmp_path: Path) -> None:
    baseline = read_results(played("bank"))
    with pytest.raises(InvalidInput, match="a run of a model"):
        eval_results(baseline, tmp_path, "some-lab/turtlesoup-bench")
    with pytest.raises(InvalidInput, match="a run of a model"):
        every_eval_ever(baseline, tmp_path, "Some Lab")


@pytest.mark.parametrize("name", ["turtlesoup-bench", "a/b/c", "../x", "a b/c"])
def test_a_data_set_that_is_none_on_the_hub_is_refused(whole: RunResults, tmp_path: Path, name: str) -> None:
    with pytest.raises(InvalidInput, match="<owner>/<name>"):
        eval_results(whole, tmp_path, name)


def record_of(results: RunResults, out: Path, **options: object) -> tuple[Path, dict]:
    path = every_eval_ever(results, out, "Some Lab", **options)
    return path, json.loads(path.read_text(encoding="utf-8"))


def test_an_every_eval_ever_record_is_filed_under_its_model(whole: RunResults, tmp_path: Path) -> None:
    path, record = record_of(whole, tmp_path, dataset_id="some-lab/turtlesoup-bench")
    assert re.fullmatch(
        r"data/turtlesoup-bench/some-lab/model-1/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.json",
        path.relative_to(tmp_path).as_posix(),
    )
    assert record_of(whole, tmp_path, dataset_id="some-lab/turtlesoup-bench")[0] == path
    results = {result["evaluation_result_id"]: result for result in record["evaluation_results"]}
    assert set(results) == {f"{task}/overall" for task in TASKS} | {
        f"all/{m}" for m in ("logic", "details", "conclusion")
    }
    overall = whole.rows[0].means["overall"]
    told = results["all/overall"]["score_details"]
    assert told["score"] == overall.mean
    assert told["uncertainty"]["confidence_interval"]["lower"] == overall.low
    assert "llm_scoring" not in results["all/overall"]["metric_config"]


def test_a_record_names_the_judge_that_is_a_model(part: RunResults, tmp_path: Path) -> None:
    _, record = record_of(part, tmp_path)
    [judge] = record["evaluation_results"][0]["metric_config"]["llm_scoring"]["judges"]
    assert judge["model_info"]["id"] == "openai/judge"
    warm = replace(part, run={**part.run, "temperature": 0.7})
    [result, *_] = record_of(warm, tmp_path)[1]["evaluation_results"]
    assert result["generation_config"]["generation_args"]["temperature"] == 0.7
    assert result["metric_config"]["llm_scoring"]["judges"][0]["temperature"] == 0.0
    assert record["evaluation_results"][0]["source_data"]["source_type"] == "other"


def structure(record: dict) -> None:
    """What the schema of Every Eval Ever asks for, without that package."""
    assert set(record) == {
        "schema_version",
        "evaluation_id",
        "evaluation_timestamp",
        "retrieved_timestamp",
        "source_metadata",
        "eval_library",
        "model_info",
        "evaluation_results",
    }
    assert record["retrieved_timestamp"].isdigit() and record["evaluation_timestamp"].isdigit()
    assert record["source_metadata"]["source_type"] == "evaluation_run"
    for model in (record["model_info"], *judges(record)):
        assert model["name"] and "/" in model["id"]
        assert {"deployment_type", "model_availability"} <= set(model["additional_details"])
    for result in record["evaluation_results"]:
        metric, score = result["metric_config"], result["score_details"]["score"]
        assert metric["score_type"] == "continuous" and metric["lower_is_better"] is False
        assert metric["min_score"] <= score <= metric["max_score"]
        details = [result["source_data"]["additional_details"], result["score_details"]["details"]]
        details.append(result["generation_config"]["additional_details"])
        assert all(isinstance(value, str) for values in details for value in values.values())
        assert set(result["generation_config"]["generation_args"]) == {"temperature"}


def judges(record: dict) -> list[dict]:
    scorings = [result["metric_config"].get("llm_scoring") for result in record["evaluation_results"]]
    return [judge["model_info"] for scoring in scorings if scoring for judge in scoring["judges"]]


@pytest.mark.parametrize("name", ["part", "whole"])
@pytest.mark.parametrize("dataset_id", [None, "some-lab/turtlesoup-bench"])
def test_a_record_has_the_structure(
    request: pytest.FixtureRequest, tmp_path: Path, name: str, dataset_id: str | None
) -> None:
    structure(record_of(request.getfixturevalue(name), tmp_path, dataset_id=dataset_id)[1])


@pytest.mark.parametrize("name", ["part", "whole"])
def test_a_record_validates_with_its_own_package(request: pytest.FixtureRequest, tmp_path: Path, name: str) -> None:
    """Where `every-eval-ever` is installed, which needs Python 3.12."""
    validate = pytest.importorskip("every_eval_ever.validator.validation_core").validate_aggregate
    path, _ = record_of(request.getfixturevalue(name), tmp_path, dataset_id="some-lab/turtlesoup-bench")
    report = validate(path)
    assert report.valid, report.errors


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("openai/gpt-4o", "openai/gpt-4o"),
        ("openrouter/some-lab/model-1", "some-lab/model-1"),
        ("local:7b", "unknown-developer/local-7b"),
    ],
)
def test_names_on_the_hub(model: str, name: str) -> None:
    assert hub_name(model) == name


@pytest.mark.parametrize(
    ("options", "words"),
    [({"relationship": "friend"}, "first_party"), ({"model_id": "../../x"}, "<developer>/<name>")],
)
def test_wrong_options_are_refused(whole: RunResults, tmp_path: Path, options: dict, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        every_eval_ever(whole, tmp_path, "Some Lab", **options)
    assert list(tmp_path.iterdir()) == []


def test_the_command_line_exports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = str(played("model"))
    for arguments in (
        ["eval-results", run, "--dataset-id", "a/b", "--partial", "--out", str(tmp_path)],
        ["every-eval-ever", run, "--organization", "Some Lab", "--out", str(tmp_path)],
    ):
        with pytest.raises(SystemExit) as end:
            main(["export", *arguments])
        assert not end.value.code
    out = capsys.readouterr().out
    assert ".eval_results/turtlesoup-bench.yaml" in out
    assert "data/turtlesoup-bench/openai/simulated/" in out

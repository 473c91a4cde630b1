from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest
from ruamel.yaml import YAML
from submitting import lines, played, write_lines

from turtlesoup_bench.cli import main
from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games import Measure
from turtlesoup_bench.games.turtle_soup.game import GAME
from turtlesoup_bench.games.turtle_soup.puzzles import GENRES, load_puzzles
from turtlesoup_bench.records import LANGUAGES
from turtlesoup_bench.reporting.exports.eval_results import eval_results, hub_task, tasks
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
    run["seats"]["player"] |= {"model": "openrouter/some-lab/model-1", "sampling": {"temperature": 0.0}}
    run["data"]["selection"] = {}
    (out / "run.json").write_text(json.dumps(run), encoding="utf-8")
    episodes, scores = (lines(out / name)[:2] for name in ("episodes.jsonl", "scores.embedded.jsonl"))
    told, scored = [], []
    for number, instance in enumerate(GAME.load({})):
        setup = {**episodes[number % 2]["setup"], "instance": {"id": instance.id, "hash": instance.hash}}
        told.append({**episodes[number % 2], "setup": setup, "episode_id": f"{instance.id}#42"})
        scored.append({**scores[number % 2], "episode_id": f"{instance.id}#42"})
    write_lines(out / "episodes.jsonl", told)
    write_lines(out / "scores.embedded.jsonl", scored)
    return read_results(out)


@pytest.fixture(scope="module")
def twenty(tmp_path_factory: pytest.TempPathFactory) -> RunResults:
    """A run of a game without a judge; as if a model had played."""
    out = Path(shutil.copytree(played("twenty"), tmp_path_factory.mktemp("runs") / "twenty"))
    run = json.loads((out / "run.json").read_text(encoding="utf-8"))
    sampling = {"temperature": 0.5, "top_p": 0.9, "reasoning": "high"}
    run["seats"]["answerer"] |= {"model": "some-lab/model-1", "sampling": sampling}
    (out / "run.json").write_text(json.dumps(run), encoding="utf-8")
    return read_results(out)


def test_tasks_are_those_of_the_data_set(whole: RunResults, part: RunResults) -> None:
    assert [task.id for task in tasks(whole)] == list(TASKS)
    assert all(task.is_whole for task in tasks(whole))
    assert not any(task.is_whole for task in tasks(part))


def test_eval_results_state_each_task_in_percent(whole: RunResults, tmp_path: Path) -> None:
    path = eval_results(whole, tmp_path, "some-lab/turtlesoup-bench", "https://example.org/run")
    assert path == tmp_path / ".eval_results" / "turtlesoup-bench.turtle-soup.yaml"
    entries = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    assert [entry["dataset"] for entry in entries] == [
        {"id": "some-lab/turtlesoup-bench", "task_id": hub_task("turtle-soup", task)} for task in TASKS
    ]
    assert entries[0]["value"] == round(100 * whole.rows[0].means["overall"].mean, 2)
    assert entries[0]["source"] == {"url": "https://example.org/run", "name": "turtlesoup-bench run"}
    assert "agent all-clues, host embedded, scorer embedded" in entries[0]["notes"]


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
        f"all/{m}" for m in ("logic", "details", "conclusion", "precision", "solved")
    }
    overall = whole.rows[0].means["overall"]
    told = results["all/overall"]["score_details"]
    assert told["score"] == overall.mean
    assert told["uncertainty"]["confidence_interval"]["lower"] == overall.low
    metric = results["all/overall"]["metric_config"]
    assert (metric["metric_id"], metric["min_score"], metric["max_score"]) == ("turtle-soup.overall", 0.0, 1.0)
    assert "llm_scoring" not in metric


def test_a_record_names_the_judge_that_is_a_model(part: RunResults, tmp_path: Path) -> None:
    _, record = record_of(part, tmp_path)
    [judge] = record["evaluation_results"][0]["metric_config"]["llm_scoring"]["judges"]
    assert judge["model_info"]["id"] == "openai/judge"
    player = {**part.run["seats"]["player"], "sampling": {"temperature": 0.7}}
    warm = replace(part, run={**part.run, "seats": {**part.run["seats"], "player": player}})
    [result, *_] = record_of(warm, tmp_path)[1]["evaluation_results"]
    assert result["generation_config"]["generation_args"]["temperature"] == 0.7
    assert result["metric_config"]["llm_scoring"]["judges"][0]["temperature"] == 0.0
    assert record["evaluation_results"][0]["source_data"]["source_type"] == "other"


def test_a_game_is_exported_by_its_own_measures(twenty: RunResults, tmp_path: Path) -> None:
    assert [(task.id, task.row.scored, task.asked) for task in tasks(twenty)] == [("all", 5, 400), ("en", 5, 400)]
    path = eval_results(twenty, tmp_path, "some-lab/games", with_partial=True)
    assert path.name == "turtlesoup-bench.twenty-questions.yaml"
    assert YAML(typ="safe").load(path.read_text(encoding="utf-8"))[0]["value"] == 100.0
    _, record = record_of(twenty, tmp_path)
    assert [result["evaluation_result_id"] for result in record["evaluation_results"]] == [
        "all/score",
        "all/consistent",
        "en/score",
    ]
    result = record["evaluation_results"][1]
    assert result["metric_config"]["metric_id"] == "twenty-questions.consistent"
    assert result["generation_config"]["generation_args"] == {"temperature": 0.5, "top_p": 0.9}
    assert '"reasoning": "high"' in result["generation_config"]["additional_details"]["seats"]


def test_a_measure_of_which_less_is_better_is_stated_as_it_is(twenty: RunResults, tmp_path: Path) -> None:
    attempts = Measure("consistent", "Attempts", (1.0, 40.0), higher_is_better=False)
    counted = replace(twenty, game=replace(twenty.game, measures=(attempts,)))
    [result, *_] = record_of(counted, tmp_path)[1]["evaluation_results"]
    metric = result["metric_config"]
    assert (metric["lower_is_better"], metric["min_score"], metric["max_score"]) == (True, 1.0, 40.0)
    assert metric["metric_unit"] == "points"
    path = eval_results(counted, tmp_path, "some-lab/games", with_partial=True)
    assert YAML(typ="safe").load(path.read_text(encoding="utf-8"))[0]["value"] == 1.0  # not in percent


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
        assert metric["metric_id"].startswith(result["evaluation_name"].split(":")[0] + ".")
        assert metric.get("min_score", -inf) <= score <= metric.get("max_score", inf)
        details = [result["source_data"]["additional_details"], result["score_details"]["details"]]
        details.append(result["generation_config"]["additional_details"])
        assert all(isinstance(value, str) for values in details for value in values.values())
        assert set(result["generation_config"]["generation_args"]) <= {"temperature", "top_p", "top_k", "max_tokens"}


def judges(record: dict) -> list[dict]:
    scorings = [result["metric_config"].get("llm_scoring") for result in record["evaluation_results"]]
    return [judge["model_info"] for scoring in scorings if scoring for judge in scoring["judges"]]


@pytest.mark.parametrize("name", ["part", "whole", "twenty"])
@pytest.mark.parametrize("dataset_id", [None, "some-lab/turtlesoup-bench"])
def test_a_record_has_the_structure(
    request: pytest.FixtureRequest, tmp_path: Path, name: str, dataset_id: str | None
) -> None:
    structure(record_of(request.getfixturevalue(name), tmp_path, dataset_id=dataset_id)[1])


@pytest.mark.parametrize("name", ["part", "whole", "twenty"])
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
    assert ".eval_results/turtlesoup-bench.turtle-soup.yaml" in out
    assert "data/turtlesoup-bench/openai/simulated/" in out

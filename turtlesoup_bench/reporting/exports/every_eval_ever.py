"""A run as a record of Every Eval Ever, the shared collection of evaluation results."""

from __future__ import annotations

import hashlib
import json
import re
import uuid
from datetime import datetime
from pathlib import Path
from typing import Any

from turtlesoup_bench import __version__
from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.turtle_soup.puzzles import DATASET_NAME
from turtlesoup_bench.games.turtle_soup.scoring.judges import BATCHED, EMBEDDED
from turtlesoup_bench.reporting.exports.eval_results import HUB_NAME, OVERALL, Task, check_exportable, mean, tasks
from turtlesoup_bench.reporting.results import RunResults
from turtlesoup_bench.run_folder import write_atomically
from turtlesoup_bench.statistics.bootstrap import CONFIDENCE, RESAMPLES

SCHEMA_VERSION = "0.3.0"
"""Version of Every Eval Ever's schema that `every_eval_ever` writes."""
_MEASURES = {
    "overall": "Weighted sum of logic, details and conclusion",
    "logic": "Credit for the abstract causes and effects of the hidden story",
    "details": "Credit for the concrete facts of the hidden story",
    "conclusion": "Likeness of the conclusion to the whole hidden story",
}


def every_eval_ever(
    results: RunResults,
    out: Path,
    organization: str,
    relationship: str = "third_party",
    dataset_id: str | None = None,
    model_id: str | None = None,
    now: datetime | None = None,
) -> Path:
    """Writes a run as an Every Eval Ever record, at its place in that project's data folder.

    Args:
        results: A run of a model.
        out: Folder above ``data/<benchmark>/<developer>/<model>/<id>.json``.
        organization: Who evaluated.
        relationship: To the model: ``first_party``, ``third_party``, ``collaborative`` or ``other``.
        dataset_id: The data set on the Hub, if it is there.
        model_id: The model's name on the Hub, ``<developer>/<name>``; None makes one of litellm's name.
        now: When the record is made; None takes the run's own time, so that the same run gives the same file.

    Returns:
        The file; the same run and judge always give the same name.

    Raises:
        InvalidInput: If the run has no model, no scores, or the relationship is none.
    """
    check_exportable(results)
    relationships = ("first_party", "third_party", "collaborative", "other")
    if relationship not in relationships:
        raise InvalidInput([Problem("--relationship", "", repr(relationship), f"one of {', '.join(relationships)}")])
    run = results.run
    played = datetime.fromisoformat(run["created"])
    model = model_id or hub_name(run["model"])
    if not HUB_NAME.fullmatch(model):
        raise InvalidInput([Problem("--model-id", "", repr(model), "<developer>/<name>, as on the Hub")])
    stamp = str(int((now or played).timestamp()))
    found = tasks(results)
    if not found:
        raise InvalidInput([Problem(str(results.folder.path), "", "no scores", "at least one scored episode")])
    record = {
        "schema_version": SCHEMA_VERSION,
        "evaluation_id": f"{DATASET_NAME}/{model}/{stamp}",
        "evaluation_timestamp": str(int(played.timestamp())),
        "retrieved_timestamp": stamp,
        "source_metadata": {
            "source_name": f"turtlesoup-bench run {run['name']}",
            "source_type": "evaluation_run",
            "source_organization_name": organization,
            "evaluator_relationship": relationship,
        },
        "eval_library": {"name": "turtlesoup-bench", "version": run["versions"].get("turtlesoup-bench", __version__)},
        "model_info": _model_info(model, run["model"]),
        "evaluation_results": [
            _result(results, task, measure, dataset_id)
            for task in found
            for measure in (_MEASURES if task.id == "all" else (OVERALL,))
        ],
    }
    digest = hashlib.sha256(f"{run['identity']} {results.judge}".encode()).digest()
    developer, name = model.split("/", 1)
    path = out / "data" / DATASET_NAME / developer / name / f"{uuid.UUID(bytes=digest[:16], version=4)}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, json.dumps(record, indent=2, ensure_ascii=False) + "\n")
    return path


def _result(results: RunResults, task: Task, measure: str, dataset_id: str | None) -> dict[str, Any]:
    run = results.run
    interval = mean(task.row, measure)
    details = {"version": run["dataset"]["version"], "hash": run["dataset"]["hash"], "configuration": task.id}
    source: dict[str, Any] = {"dataset_name": DATASET_NAME, "source_type": "other", "additional_details": details}
    if dataset_id:
        source |= {"source_type": "hf_dataset", "hf_repo": dataset_id, "hf_split": "test"}
        source["samples_number"] = task.row.scored
    metric: dict[str, Any] = {
        "evaluation_description": f"{_MEASURES[measure]}; protocol {run['protocol']}, judge {results.judge}",
        "metric_id": f"turtlesoup_score.{measure}",
        "metric_name": f"turtlesoup_score {measure}",
        "metric_kind": "score",
        "metric_unit": "proportion",
        "lower_is_better": False,
        "score_type": "continuous",
        "min_score": 0.0,
        "max_score": 1.0,
    }
    if results.judge != EMBEDDED:
        judged_by = results.judge.removesuffix(BATCHED)
        judge = {"model_info": _model_info(hub_name(judged_by), judged_by), "temperature": 0.0}
        version = run["versions"].get("turtlesoup-bench", __version__)
        prompts = f"turtlesoup-bench {version}, games/turtle_soup/scoring/prompts"
        metric["llm_scoring"] = {"judges": [judge], "input_prompt": prompts}
    uncertainty: dict[str, Any] = {"num_samples": task.row.scored}
    if interval.low is not None and interval.high is not None:
        uncertainty["num_bootstrap_samples"] = RESAMPLES
        uncertainty["confidence_interval"] = {
            "lower": interval.low,
            "upper": interval.high,
            "confidence_level": CONFIDENCE,
            "method": "percentile bootstrap over stories",
        }
    played = ("agent", "agent_version", "responder", "responder_version", "max_turns", "feedback", "seeds")
    return {
        "evaluation_result_id": f"{task.id}/{measure}",
        "evaluation_name": f"{DATASET_NAME}: {task.id}",
        "source_data": source,
        "metric_config": metric,
        "score_details": {
            "score": interval.mean,
            "details": {"scored": str(task.row.scored), "asked": str(task.asked)},
            "uncertainty": uncertainty,
        },
        "generation_config": {
            "generation_args": {"temperature": run["temperature"]},
            "additional_details": {name: str(run[name]) for name in played},
        },
    }


def _model_info(name: str, model: str) -> dict[str, Any]:
    unknown = {"deployment_type": "unknown", "model_availability": "unknown"}
    developer, short = name.split("/", 1)
    return {"name": short, "id": name, "developer": developer, "additional_details": {**unknown, "litellm_name": model}}


def hub_name(model: str) -> str:
    """``<developer>/<model>``: a litellm name without the service that was asked in between or before."""
    parts = [re.sub(r"[^\w.-]+", "-", part) for part in model.split("/") if part]
    return "/".join(parts[-2:]) if len(parts) > 1 else f"unknown-developer/{parts[0]}"

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
from turtlesoup_bench.games import Measure
from turtlesoup_bench.reporting.exports.eval_results import BENCHMARK, HUB_NAME, Task, mean, tasks, tested_model
from turtlesoup_bench.reporting.results import RunResults
from turtlesoup_bench.run_folder import write_atomically
from turtlesoup_bench.statistics.bootstrap import CONFIDENCE, RESAMPLES

SCHEMA_VERSION = "0.3.0"
"""Version of Every Eval Ever's schema that `every_eval_ever` writes."""
_SAMPLING = ("temperature", "top_p", "top_k", "max_tokens")
"""Parameters of sampling that its schema names; others stand among the additional details."""


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
        The file; the same run and scorer always give the same name.

    Raises:
        InvalidInput: If the run has no model, no scores, or the relationship is none.
    """
    tested = tested_model(results)
    relationships = ("first_party", "third_party", "collaborative", "other")
    if relationship not in relationships:
        raise InvalidInput([Problem("--relationship", "", repr(relationship), f"one of {', '.join(relationships)}")])
    run = results.run
    played = datetime.fromisoformat(run["created"])
    model = model_id or hub_name(tested)
    if not HUB_NAME.fullmatch(model):
        raise InvalidInput([Problem("--model-id", "", repr(model), "<developer>/<name>, as on the Hub")])
    stamp = str(int((now or played).timestamp()))
    found = tasks(results)
    if not found:
        raise InvalidInput([Problem(str(results.folder.path), "", "no scores", "at least one scored episode")])
    record = {
        "schema_version": SCHEMA_VERSION,
        "evaluation_id": f"{BENCHMARK}/{model}/{stamp}",
        "evaluation_timestamp": str(int(played.timestamp())),
        "retrieved_timestamp": stamp,
        "source_metadata": {
            "source_name": f"{BENCHMARK} run {run['name']}",
            "source_type": "evaluation_run",
            "source_organization_name": organization,
            "evaluator_relationship": relationship,
        },
        "eval_library": {"name": BENCHMARK, "version": run["versions"].get(BENCHMARK, __version__)},
        "model_info": _model_info(model, tested),
        "evaluation_results": [
            _result(results, task, measure, dataset_id)
            for task in found
            for measure in (results.game.measures if task.id == "all" else results.game.measures[:1])
            if task.row.means[measure.name] is not None
        ],
    }
    digest = hashlib.sha256(f"{run['identity']} {results.scorer}".encode()).digest()
    developer, name = model.split("/", 1)
    path = out / "data" / BENCHMARK / developer / name / f"{uuid.UUID(bytes=digest[:16], version=4)}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, json.dumps(record, indent=2, ensure_ascii=False) + "\n")
    return path


def _result(results: RunResults, task: Task, measure: Measure, dataset_id: str | None) -> dict[str, Any]:
    run, game = results.run, results.game
    interval = mean(task.row, measure.name)
    details = {"version": run["data"]["version"], "hash": run["data"]["hash"], "configuration": task.id}
    source: dict[str, Any] = {"dataset_name": game.name, "source_type": "other", "additional_details": details}
    if dataset_id:
        source |= {"source_type": "hf_dataset", "hf_repo": dataset_id, "hf_split": "test"}
        source["samples_number"] = task.row.scored
    uncertainty: dict[str, Any] = {"num_samples": task.row.scored}
    if interval.low is not None and interval.high is not None:
        uncertainty["num_bootstrap_samples"] = RESAMPLES
        uncertainty["confidence_interval"] = {
            "lower": interval.low,
            "upper": interval.high,
            "confidence_level": CONFIDENCE,
            "method": "percentile bootstrap over clusters of instances",
        }
    tested = run["seats"][run["tested"][0]]
    sampling = {name: tested["sampling"][name] for name in _SAMPLING if tested["sampling"].get(name) is not None}
    played = ("game_version", "options", "seats", "tested", "self_hosted", "seeds")
    return {
        "evaluation_result_id": f"{task.id}/{measure.name}",
        "evaluation_name": f"{game.name}: {task.id}",
        "source_data": source,
        "metric_config": _metric(results, measure),
        "score_details": {
            "score": interval.mean,
            "details": {"scored": str(task.row.scored), "asked": str(task.asked)},
            "uncertainty": uncertainty,
        },
        "generation_config": {
            "generation_args": sampling,
            "additional_details": {name: json.dumps(run[name], ensure_ascii=False) for name in played},
        },
    }


def _metric(results: RunResults, measure: Measure) -> dict[str, Any]:
    run, game = results.run, results.game
    low, high = measure.range
    metric: dict[str, Any] = {
        "evaluation_description": f"{measure.label}; {game.name} {run['game_version']}, scorer {results.scorer}",
        "metric_id": f"{game.name}.{measure.name}",
        "metric_name": f"{game.name} {measure.name}",
        "metric_kind": "score",
        "metric_unit": "proportion" if measure.scale == 100 else "points",
        "lower_is_better": not measure.higher_is_better,
        "score_type": "continuous",
        **{name: end for name, end in (("min_score", low), ("max_score", high)) if end is not None},
    }
    if results.scorer_model is not None:
        judge = {"model_info": _model_info(hub_name(results.scorer_model), results.scorer_model), "temperature": 0.0}
        prompts = f"{BENCHMARK} {run['versions'].get(BENCHMARK, __version__)}, prompts of {game.files or game.name}"
        metric["llm_scoring"] = {"judges": [judge], "input_prompt": prompts}
    return metric


def _model_info(name: str, model: str) -> dict[str, Any]:
    unknown = {"deployment_type": "unknown", "model_availability": "unknown"}
    developer, short = name.split("/", 1)
    return {"name": short, "id": name, "developer": developer, "additional_details": {**unknown, "litellm_name": model}}


def hub_name(model: str) -> str:
    """``<developer>/<model>``: a litellm name without the service that was asked in between or before."""
    parts = [re.sub(r"[^\w.-]+", "-", part) for part in model.split("/") if part]
    return "/".join(parts[-2:]) if len(parts) > 1 else f"unknown-developer/{parts[0]}"

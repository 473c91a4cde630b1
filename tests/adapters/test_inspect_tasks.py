"""Games as tasks that Inspect finds by name: model roles, agents, and logs as run folders."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from turtlesoup_bench.games.registry import game_names
from turtlesoup_bench.games.simulated import simulated_reply
from turtlesoup_bench.models.simulated.server import served
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.settings import RunSettings

NEEDED = "pip install -e '.[inspect]'"
inspect_ai = pytest.importorskip("inspect_ai", reason=NEEDED)
chat_api = pytest.importorskip("inspect_ai.model", reason=NEEDED)
registry_info = pytest.importorskip("inspect_ai._util.registry", reason=NEEDED).registry_info
registered = pytest.importorskip("turtlesoup_bench.adapters.inspect.registered", reason=NEEDED)
logs = pytest.importorskip("turtlesoup_bench.runner.inspect_logs", reason=NEEDED)

pytestmark = [
    pytest.mark.filterwarnings("ignore:The 'initial' parameter is deprecated:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning"),
]


def simulated(asked: list[str] | None = None, slip: bool = False) -> Any:
    """A model of Inspect that replies as the simulated provider does; notes the system message of each chat."""

    def reply(chat: Sequence[Any], *_: Any) -> Any:
        messages = [{"role": message.role, "content": message.text} for message in chat]
        if asked is not None:
            asked.append(messages[0]["content"])
        output = chat_api.ModelOutput.from_content("mockllm/model", simulated_reply(messages, slip) or "Hello.")
        output.usage = chat_api.ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    return chat_api.get_model("mockllm/model", custom_outputs=reply, memoize=False)


def evaluated(game: str, folder: Path, **options: Any) -> Any:
    """The log of a registered task."""
    task = registered.TASKS[game](**options.pop("task_args"))
    options = {"model": simulated(), "limit": 2, "display": "none", "log_dir": str(folder), **options}
    [log] = inspect_ai.eval(task, **options)
    gc.collect()
    assert log.status == "success", log.error
    return log


def test_inspect_finds_them() -> None:
    assert ("turtlesoup_bench", registered.__name__) in {
        (point.name, point.value) for point in entry_points(group="inspect_ai")
    }
    names = {registry_info(task).name.removeprefix("turtlesoup_bench/") for task in registered.TASKS.values()}
    assert names == {game.replace("-", "_") for game in game_names()}


@pytest.mark.parametrize("game", game_names())
def test_every_game_is_a_task_that_a_model_can_play(game: str, tmp_path: Path) -> None:
    log = evaluated(game, tmp_path / "log", task_args={"language": "en"})
    run = logs.import_log(Path(log.location), tmp_path / "run")
    results = read_results(run)
    assert [result.instance.language for result in results.results] == ["en", "en"]
    for sample, result in zip(log.samples, results.results, strict=True):
        given = sample.scores[game].value
        assert {name: given[name] for name, value in result.scored.items() if value is not None} == pytest.approx(
            {name: value for name, value in result.scored.items() if value is not None}
        )


def test_model_roles_host_and_judge(tmp_path: Path) -> None:
    asked: dict[str, list[str]] = {"player": [], "host": [], "judge": []}
    roles = {role: simulated(asked[role]) for role in ("host", "judge")}
    log = evaluated(
        "turtle-soup",
        tmp_path / "log",
        model=simulated(asked["player"]),
        model_roles=roles,
        task_args={"language": "zh", "options": {"max_turns": 2}},
        limit=1,
    )
    assert all("主持人" in text for text in asked["host"]) and len(asked["host"]) == 4
    assert asked["player"] and asked["judge"]
    [sample] = log.samples
    asked = {event.name for event in sample.events if event.event == "span_begin"}
    assert {"player", "host", "judge"} <= asked  # what the outline of a transcript shows
    assert sample.store["episode"]["setup"]["cast"] == {
        "player": "chat with mockllm/model",
        "host": "responder with mockllm/model",
    }
    run = logs.import_log(Path(log.location), tmp_path / "run")
    record = json.loads((run / "run.json").read_text(encoding="utf-8"))
    assert (record["scorer"], record["self_hosted"]) == ("mockllm/model", [])


def test_a_model_without_a_host_hosts_its_own_games(tmp_path: Path) -> None:
    asked: list[str] = []
    evaluated(
        "turtle-soup",
        tmp_path,
        model=simulated(asked),
        task_args={"language": "en", "options": {"max_turns": 1}},
        limit=1,
    )
    assert len(asked) == 4  # a question, its answer and its flag, a prediction


def test_mosaic_plays_as_in_a_run_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    args = {"language": "en", "agent": "mosaic", "options": {"max_turns": 3}}
    log = evaluated("turtle-soup", tmp_path / "log", task_args=args, limit=1)
    [sample] = log.samples
    with served(simulated_reply) as provider:
        monkeypatch.setenv("OPENAI_API_KEY", "simulated")
        monkeypatch.setenv("OPENAI_BASE_URL", provider.url)
        settings = RunSettings(
            "turtle-soup",
            agent="mosaic",
            model="openai/simulated",
            selection={"languages": ["en"], "limit": 1},
            options={"max_turns": 3},
            out=tmp_path / "ours",
        )
        folder = asyncio.run(run(settings))
    [ours] = read_results(folder.path).results
    theirs = sample.store["episode"]
    assert theirs["setup"]["instance"]["id"] == ours.instance.id
    assert theirs["moves"] == ours.episode.to_json()["moves"]
    assert theirs["events"] == ours.episode.to_json()["events"]


def test_a_foreign_log_is_refused_in_words(tmp_path: Path) -> None:
    from inspect_ai import Task
    from inspect_ai.dataset import Sample

    from turtlesoup_bench.errors import InvalidInput

    [log] = inspect_ai.eval(Task([Sample("Hello")]), model="mockllm/model", display="none", log_dir=str(tmp_path))
    with pytest.raises(InvalidInput, match="turtlesoup_bench registers"):
        logs.import_log(Path(log.location), tmp_path / "run")

"""The metric of the questions on cases: it loads by path, its examples are true, and it agrees with a run."""

from __future__ import annotations

import asyncio
import doctest
import json
from pathlib import Path
from typing import Any

import pytest

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.settings import RunSettings

FOLDER = Path(__file__).parents[2] / "metrics" / "murder_mystery_qa"
GAME = "murder-mystery-questions"


@pytest.fixture(scope="module")
def metric(tmp_path_factory: pytest.TempPathFactory) -> Any:
    import evaluate

    return evaluate.load(str(FOLDER), cache_dir=str(tmp_path_factory.mktemp("cache")))


def test_the_examples_of_the_description_are_true(metric: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import evaluate

    real = evaluate.load
    monkeypatch.setattr(evaluate, "load", lambda name: metric if name == "murder_mystery_qa" else real(name))
    runner = doctest.DocTestRunner()
    for test in doctest.DocTestFinder().find(type(metric), "murder_mystery_qa", globs={}):
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0
    assert runner.summarize(verbose=False).attempted >= 7


def test_it_agrees_with_a_run(metric: Any, tmp_path: Path) -> None:
    agent = "murder-mystery-questions-random"
    settings = RunSettings(GAME, agent=agent, selection={"languages": ("en",)}, out=tmp_path / "run")
    folder = asyncio.run(run(settings))
    episodes = [json.loads(line) for line in folder.episodes_file.read_text(encoding="utf-8").splitlines()]
    answers = [episode["ending"]["data"]["answer"] for episode in episodes]
    references = [episode["setup"]["instance"]["id"] for episode in episodes]
    result = metric.compute(predictions=answers, references=references)
    expected = read_results(folder.path).rows[0].means
    assert {name: result[name] for name in ("accuracy", "lsu", "tiu", "miu", "mmr")} == pytest.approx(
        {name: expected[name].mean for name in ("accuracy", "lsu", "tiu", "miu", "mmr")}
    )
    assert result["interval"] == pytest.approx([expected["accuracy"].low, expected["accuracy"].high])
    bare = metric.compute(predictions=answers, references=[name.split("@")[0] for name in references])
    assert bare["accuracy"] == result["accuracy"]


def test_a_kind_without_answers_has_no_share_and_an_unknown_question_is_named(metric: Any) -> None:
    result = metric.compute(predictions=["a"], references=["water-stage/text_rich-1"])
    assert (result["lsu"], result["interval"], result["n"]) == (None, None, 1)
    assert result["tiu"] == result["accuracy"]
    with pytest.raises(InvalidInput, match=r"references\[0\].*'water-stage/text_rich-99'"):
        metric.compute(predictions=["a"], references=["water-stage/text_rich-99"])

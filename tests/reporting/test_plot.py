"""Cost against score over several runs."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from turtlesoup_bench.cli import main
from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games.results import Result
from turtlesoup_bench.records import Usage
from turtlesoup_bench.reporting.plot import cost_points, plot_cost
from turtlesoup_bench.reporting.results import RunResults, read_results
from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.settings import RunSettings


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, RunResults]:
    """Runs of two rules, and the first again."""
    folder = tmp_path_factory.mktemp("runs")
    agents = {"consistent": "word-guess-consistent", "random": "word-guess-random", "again": "word-guess-consistent"}
    for name, agent in agents.items():
        settings = RunSettings("word-guess", agent=agent, selection={"limit": 4}, out=folder / name)
        asyncio.run(run(settings))
    return {str(folder / name): read_results(folder / name) for name in agents}


def spending(run: RunResults, cost: float | None, tokens: int = 1_000) -> RunResults:
    """The run as if each episode had consumed so much."""
    usage = {"guesser": Usage(1, prompt_tokens=tokens, cost=cost)}
    results = [Result(one.game, one.instance, replace(one.episode, usage=usage), one.score) for one in run.results]
    return replace(run, results=results)


def test_a_point_is_the_mean_cost_and_the_headline(runs: dict[str, RunResults]) -> None:
    first, second, third = runs
    spent = {first: spending(runs[first], 0.25), second: spending(runs[second], 0.5), third: spending(runs[third], 1.0)}
    unit, points = cost_points(spent)
    assert (unit, [point.spent.mean for point in points]) == ("cost", [0.25, 0.5, 1.0])
    means = [run.rows[0].means["score"].mean for run in runs.values()]
    assert [point.score.mean for point in points] == pytest.approx([100 * mean for mean in means])
    assert [point.label for point in points] == [
        "word-guess-consistent (consistent)",
        "word-guess-random",
        "word-guess-consistent (again)",
    ]


def test_tokens_stand_in_where_a_price_is_not_known(runs: dict[str, RunResults]) -> None:
    first, second, _ = runs
    unit, points = cost_points({first: spending(runs[first], 0.25), second: spending(runs[second], None, 500)})
    assert (unit, [point.spent.mean for point in points]) == ("tokens", [1_000, 500])


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_the_picture_is_written_by_the_command(runs: dict[str, RunResults], tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"cost.{suffix}"
    with pytest.raises(SystemExit) as ended:
        main(["plot", "cost", *list(runs)[:2], "--out", str(out)])
    assert ended.value.code == 0
    assert out.read_bytes().startswith({"svg": b"<?xml", "png": b"\x89PNG"}[suffix])


def test_what_cannot_be_drawn_is_said(runs: dict[str, RunResults], tmp_path: Path) -> None:
    first, second, _ = runs
    with pytest.raises(InvalidInput, match="no scored episode"):
        cost_points({first: runs[first], second: replace(runs[second], results=[])})
    other = asyncio.run(run(RunSettings("word-chaining", selection={"limit": 1}, out=tmp_path / "other")))
    with pytest.raises(InvalidInput, match="the same in all runs"):
        cost_points({first: runs[first], "other": read_results(other.path)})
    with pytest.raises(InvalidInput, match="svg"):
        plot_cost({first: runs[first]}, tmp_path / "cost.words")

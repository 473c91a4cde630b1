"""Runs by a ruler file, and whether the official rulers fit the code."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import in_a_process, turtlesoup
from ruamel.yaml import YAML
from running import settings

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games.registry import find_game
from turtlesoup_bench.models import Sampling
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.ruler_file import RulerFile, find_ruler, official_ruler, read_ruler
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.runner.rulers import by_ruler, official_rulers, renew, unfit

GAME = find_game("turtle-soup")
MODEL = "hosted_vllm/Qwen/Qwen3.6-27B"
RENEW = """
Prompts of the host or of the judge changed, and so did what a leaderboard measures with. If the ruler's status is
"empty", record their hashes anew: `turtlesoup ruler check --fix`. If it is "in use", give the rules of the game another
version and add a ruler of that version (docs/referee.md)."""


def official() -> RulerFile:
    ruler = official_ruler(GAME.name, GAME.version)
    assert ruler is not None, f"rulers/turtle_soup/protocol-{GAME.version}.yaml is missing"
    return ruler


def written(path: Path, change: Callable[[dict], object] = lambda record: None) -> Path:
    """The official ruler with a change, two turns a game."""
    record = json.loads(json.dumps(official().record))
    record["options"]["max_turns"] = 2
    change(record)
    YAML(typ="safe").dump(record, path)
    return path


@pytest.mark.parametrize(
    "ruler", official_rulers(), ids=lambda ruler: f"{ruler.record['game']}-{ruler.record['version']}"
)
def test_the_official_ruler_fits_the_prompts(ruler: RulerFile) -> None:
    problems = unfit(ruler)
    assert not problems, "\n".join([*map(str, problems), RENEW])


def test_turtle_soup_has_an_official_ruler() -> None:
    assert official().record["game"] == "turtle-soup"
    assert official().record["models"][MODEL]["licence"] == "Apache-2.0"


@pytest.fixture
def served(provider: SimulatedProvider, monkeypatch: pytest.MonkeyPatch) -> SimulatedProvider:
    """The simulated provider also where the official host and judge are looked for."""
    monkeypatch.setenv("HOSTED_VLLM_API_BASE", provider.url)
    return provider


def test_a_run_takes_host_judge_sampling_and_options_from_the_ruler(served: SimulatedProvider, tmp_path: Path) -> None:
    ruler = written(tmp_path / "ruler.yaml")
    out = tmp_path / "run"
    command = ("run", "--model", "openai/m", "--agent", "direct", "--limit", 1, "--ruler", ruler, "--out", out)
    done = turtlesoup(*command)
    assert done.returncode == 0, done.stderr
    run = RunFolder(out).read_run()
    sampling = official().record["scorer"]["sampling"]
    assert run["seats"]["host"] == official().record["seats"]["host"]
    assert (run["scorer"], run["scorer_sampling"], run["options"]["max_turns"]) == (MODEL, sampling, 2)
    assert run["self_hosted"] == []
    for task in ("responder/answer", "responder/key_clue", "judge/point", "judge/conclusion"):
        asked = served.settings[task]
        assert asked and all(one["chat_template_kwargs"] == {"enable_thinking": False} for one in asked), task
        assert all((one["temperature"], one["max_tokens"]) == (0.0, 1024) for one in asked), task
    assert all("chat_template_kwargs" not in one for one in served.settings["direct/ask"])
    scores = RunFolder(out).read_scores(MODEL)
    assert len(scores) == 2
    assert all(read_ruler(ruler).measured(score.ruler) for score in scores.values())
    assert not any(official().measured(score.ruler) for score in scores.values())  # two turns, not thirty
    tries = served.tries.total()
    assert turtlesoup("score", out).returncode == 0  # by the run's own judge, sampled as in the run
    assert served.tries.total() == tries


def test_a_run_is_scored_again_by_a_ruler(served: SimulatedProvider, tmp_path: Path) -> None:
    out = tmp_path / "run"
    chosen = ("--model", "openai/m", "--agent", "direct", "--limit", 1, "--max-turns", 2, "--judge", "openai/judge")
    assert turtlesoup("run", *chosen, "--out", out).returncode == 0
    done = turtlesoup("score", out, "--ruler", "official")
    assert done.returncode == 0, done.stderr
    scores = RunFolder(out).read_scores(MODEL)
    assert {score.ruler["scorer"]["sampling"]["max_tokens"] for score in scores.values()} == {1024}
    assert not any(official().measured(score.ruler) for score in scores.values())  # the model hosted its own games
    done = turtlesoup("score", out, "--ruler", "official", "--judge", "openai/judge")
    assert (done.returncode, "as --ruler says" in done.stderr) == (2, True)


def test_predictions_are_scored_by_a_ruler(served: SimulatedProvider, tmp_path: Path) -> None:
    file, out = tmp_path / "predictions.jsonl", tmp_path / "scores.jsonl"
    line = {"puzzle_id": "four-visitors@en", "logic": ["a"], "details": ["b"], "conclusion": "c"}
    file.write_text(json.dumps(line) + "\n", encoding="utf-8")
    done = turtlesoup("score", file, "--ruler", "official", "--out", out)
    assert done.returncode == 0, done.stderr
    ruler = json.loads(out.read_text(encoding="utf-8"))["ruler"]
    assert (ruler["scorer"]["judge"], ruler["scorer"]["sampling"]["temperature"]) == (MODEL, 0.0)


def test_compared_hosts_and_judges_can_be_those_of_a_ruler(served: SimulatedProvider, tmp_path: Path) -> None:
    ruler, out = written(tmp_path / "ruler.yaml"), tmp_path / "run"
    chosen = ("--model", "openai/m", "--agent", "direct", "--limit", 1, "--max-turns", 2, "--judge", "openai/judge")
    assert turtlesoup("run", *chosen, "--out", out).returncode == 0
    for noun in ("responder", "judge"):
        done = turtlesoup(noun, "compare", out, "--ruler", ruler, "--out", tmp_path / "agreement")
        assert done.returncode == 0, done.stderr
        assert f"{MODEL}: " in done.stdout
    assert all("chat_template_kwargs" in one for one in served.settings["judge/point"][-2:])


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"seats": {"host": "openai/other"}}, "--seat host: found openai/other"),
        ({"scorer": "embedded"}, "--judge: found embedded"),
        ({"sampling": {"host": Sampling(temperature=1.0)}}, "--sampling host: found {'temperature': 1.0}"),
        ({"sampling": {"judge": Sampling()}}, "--sampling judge"),
        ({"options": {"max_turns": 5}}, "--option max_turns: found 5; expected 30"),
    ],
)
def test_what_contradicts_the_ruler_is_refused(changed: dict, words: str) -> None:
    chosen = settings(model="openai/m")
    asked = type(chosen)("turtle-soup", model="openai/m", **changed)
    with pytest.raises(InvalidInput) as caught:
        by_ruler(asked, official())
    assert words in str(caught.value)
    assert "as --ruler says" in str(caught.value)


def test_what_says_the_same_as_the_ruler_is_not(tmp_path: Path) -> None:
    ruler = official()
    ruled = by_ruler(settings(model="openai/m", temperature=0.7), ruler)
    assert by_ruler(ruled, ruler) == ruled
    assert ruled.sampling["player"] == Sampling(temperature=0.7)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda record: record.update(version="1"), "turtle-soup 1; expected turtle-soup 2"),
        (lambda record: record.update(note="x"), "unknown field 'note'"),
        (lambda record: record["models"][MODEL].update(revision="main"), "models"),
        (lambda record: record.pop("why"), "no field 'why'"),
    ],
)
def test_a_ruler_file_is_checked_when_it_is_read(tmp_path: Path, change: Callable[[dict], object], words: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        find_ruler(str(written(tmp_path / "ruler.yaml", change)), GAME.name, "2")
    assert words in str(caught.value)


@pytest.mark.parametrize("version", ["0", "../turtle_soup/protocol-3", "2.yaml/..", ""])
def test_no_path_is_made_of_a_version(version: str) -> None:
    assert official_ruler(GAME.name, version) is None


def test_without_an_official_ruler_a_path_is_asked_for() -> None:
    done = turtlesoup("run", "--game", "word-guess", "--ruler", "official", "--limit", 1)
    assert done.returncode == 2
    assert "no official one was fixed for word-guess" in done.stderr


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda record: record["seats"]["host"].update(version="0" * 12), "seats.host.version"),
        (lambda record: record["scorer"]["ruler"].update(judge_prompts="0" * 12), "scorer.ruler.judge_prompts"),
        (lambda record: record["scorer"]["ruler"].update(weights=[1.0, 0.0, 0.0]), "scorer.ruler.weights"),
        (lambda record: record["options"].pop("feedback"), "options"),
        (lambda record: record.update(models={}), "models"),
    ],
)
def test_a_ruler_that_does_not_fit_the_code_is_refused(
    tmp_path: Path, change: Callable[[dict], object], place: str
) -> None:
    ruler = read_ruler(written(tmp_path / "ruler.yaml", change))
    assert [problem.place for problem in unfit(ruler)] == [place]
    with pytest.raises(InvalidInput, match=place):
        by_ruler(settings(model="openai/m"), ruler)


def test_hashes_are_recorded_anew_and_the_rest_is_left_as_written(tmp_path: Path) -> None:
    text = official().path.read_text(encoding="utf-8")
    old = official().record["seats"]["host"]["version"]
    path = tmp_path / "ruler.yaml"
    path.write_text(text.replace(old, "0" * 12), encoding="utf-8")
    done = in_a_process("ruler", "check", path)
    assert (done.returncode, "run it again with --fix" in done.stderr) == (2, True)
    assert turtlesoup("ruler", "check", path, "--fix").returncode == 0
    assert path.read_text(encoding="utf-8") == text


def test_a_ruler_in_use_never_changes(tmp_path: Path) -> None:
    def change(record: dict) -> None:
        record["status"] = "in use"
        record["seats"]["host"]["version"] = "0" * 12

    path = written(tmp_path / "ruler.yaml", change)
    text = path.read_text(encoding="utf-8")
    renew(read_ruler(path))
    assert path.read_text(encoding="utf-8") == text
    assert "give the rules of the game another version" in str(unfit(read_ruler(path))[0])


def test_sampling_of_no_seat_is_refused() -> None:
    done = turtlesoup("run", "--model", "openai/m", "--sampling", "hots:temperature=1", "--limit", 1)
    assert done.returncode == 2
    assert "--sampling hots: found no such seat" in done.stderr

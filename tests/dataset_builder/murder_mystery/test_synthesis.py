"""Cases written by a model, which here is simulated: mistakes go back, and a killed command goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from authoring import author, drawn, teach_the_players
from clue_samples import needs_fonts
from commands import turtlesoup
from conftest import ROOT
from ruamel.yaml import YAML
from turtlesoup_bench.dataset_builder.murder_mystery.check import check_cases
from turtlesoup_bench.dataset_builder.murder_mystery.synthesis.settings import read_settings

from turtlesoup_bench.games.murder_mystery.instances import load
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider, served
from turtlesoup_bench.run_folder import read_saved

pytest.importorskip("PIL")


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimulatedProvider]:
    teach_the_players()
    with served(author) as simulated:
        monkeypatch.setenv("OPENAI_BASE_URL", simulated.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-simulated")
        yield simulated


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    settings = tmp_path / "settings.yaml"
    settings.write_text("place: a theatre\ndate: 2012-07-06\nroles: 5\nnotes: [no children]\n", encoding="utf-8")
    return ["synthesize", "mystery", str(tmp_path / "new"), "--model", "openai/simulated", "--settings", str(settings)]


@needs_fonts
def test_a_case_is_written_checked_and_played(provider: SimulatedProvider, command: list[str], tmp_path: Path) -> None:
    done = turtlesoup(*command)
    assert done.returncode == 0, done.stderr
    out = tmp_path / "new"
    cases, problems = check_cases([out / "cases" / f"{drawn()['id']}.yaml"])
    assert not problems
    assert cases[0].murderer == drawn()["murder"]["murderer"]
    rounds = [json.loads(line) for line in (out / "rounds.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(one["by"], sorted(one["problems"])) for one in rounds] == [
        ("check", ["outline"]),
        ("critic", ["roles"]),
        ("check", ["clues", "roles[0]"]),
    ]
    asked = (out / "open_questions.jsonl").read_text(encoding="utf-8")
    assert "Who did it, and why?" in asked
    assert len(load({"data": out})) == 2
    assert len(read_saved(out / "played", out).episodes) == 1


@needs_fonts
def test_a_killed_command_goes_on_and_pays_nothing_twice(
    provider: SimulatedProvider, command: list[str], tmp_path: Path
) -> None:
    provider.behaviour.latency = 0.02
    provider.behaviour.faults = {"rate_limit": 0.05, "server_error": 0.05, "broken_json": 0.05}
    silent = subprocess.DEVNULL
    process = subprocess.Popen([sys.executable, "-m", "turtlesoup_bench", *command], stdout=silent, stderr=silent)
    while process.poll() is None and provider.answered.total() < 5:
        time.sleep(0.005)
    assert process.poll() is None
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    while provider.in_flight:
        time.sleep(0.05)
    out = tmp_path / "new"
    with Journal(out / "calls.sqlite") as journal:
        lost = provider.answered.total() - len(journal)
    assert 0 <= lost <= len(drawn()["roles"])
    done = turtlesoup(*command)
    assert done.returncode == 0, done.stderr
    with Journal(out / "calls.sqlite") as journal, Journal(out / "played" / "calls.sqlite") as played:
        assert provider.answered.total() == len(journal) + len(played) + lost
    answered = provider.answered.total()
    assert turtlesoup(*command).returncode == 0
    assert provider.answered.total() == answered


@needs_fonts
def test_a_budget_stops_it_and_a_larger_one_goes_on(
    provider: SimulatedProvider, command: list[str], tmp_path: Path
) -> None:
    stopped = turtlesoup(*command, "--budget", "4calls")
    assert stopped.returncode != 0
    assert "budget" in stopped.stderr
    assert provider.answered.total() <= 4 + len(drawn()["roles"])
    assert turtlesoup(*command, "--budget", "500calls").returncode == 0


def test_what_the_check_finds_after_the_last_round_is_told(provider: SimulatedProvider, command: list[str]) -> None:
    stopped = turtlesoup(*command, "--rounds", "0")
    assert stopped.returncode != 0
    assert "the check still finds" in stopped.stderr
    assert "stays[1]" in stopped.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--without-model"], "--seed"),
        (["--model", "openai/simulated"], "--settings"),
        (["--without-model", "--seed", "1", "--model", "openai/simulated"], "no --model"),
    ],
)
def test_what_is_missing_is_named(arguments: list[str], told: str, tmp_path: Path) -> None:
    done = turtlesoup("synthesize", "mystery", str(tmp_path), *arguments)
    assert done.returncode != 0
    assert told in done.stderr


def test_settings_are_checked(tmp_path: Path) -> None:
    settings = tmp_path / "settings.yaml"
    YAML().dump({"place": "a pier", "roles": 12}, settings)
    done = turtlesoup("synthesize", "mystery", str(tmp_path), "--model", "openai/x", "--settings", str(settings))
    assert done.returncode != 0
    assert "date" in done.stderr
    assert "roles" in done.stderr


def test_the_example_passes_the_check() -> None:
    cases, problems = check_cases(sorted((ROOT / "examples" / "synthesis" / "cases").glob("*.yaml")))
    assert len(cases) == 1 and problems == []
    assert read_settings(ROOT / "examples" / "synthesis" / "settings.yaml").roles == len(cases[0].suspects)

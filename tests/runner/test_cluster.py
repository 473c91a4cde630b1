"""Runs on a local Ray cluster of two workers; skipped where Ray, an extra, is not installed."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest
import running

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.runner.run import run

MODEL = "openai/simulated"
CONCURRENCY = 6
needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="needs Ray: pip install -e '.[ray]'")
SCRIPT = """
import asyncio, ray
from pathlib import Path
import running
from turtlesoup_bench.runner.run import run

def main():
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    asyncio.run(run(running.settings(**{settings!r}, executor="ray", out=Path({out!r}))))

main()
"""


def settings(**changes: object) -> dict:
    base = {"agent": "mosaic", "model": MODEL, "judge": MODEL, "limit": 4, "max_turns": 5, "concurrency": CONCURRENCY}
    return {**base, **changes}


def on_ray(out: Path, **changes: object) -> subprocess.Popen[str]:
    script = SCRIPT.format(settings=settings(**changes), out=str(out))
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(__file__).parents[1]),
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_TMPDIR": "/tmp",
    }
    return subprocess.Popen(
        [sys.executable, "-c", script],
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        # Where the tests run in the background of a shell, they inherit that the signal is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def workers(url: str) -> list[int]:
    """Ray's workers that play episodes for the provider at this address."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            name, environment = (folder / "cmdline").read_bytes(), (folder / "environ").read_bytes()
        except OSError:
            continue
        if name.startswith(b"ray::_Worker") and url.encode() in environment:
            found.append(int(folder.name))
    return found


def scores(out: Path) -> dict[str, float | None]:
    return running.overall_of(RunFolder(out), MODEL)


@needs_ray
def test_a_killed_worker_loses_nothing_and_pays_nothing_twice(provider: SimulatedProvider, tmp_path: Path) -> None:
    provider.behaviour.latency = 0.1
    process = on_ray(tmp_path / "far")
    while provider.answered.total() < 40:
        assert process.poll() is None, process.communicate()[1]
        time.sleep(0.05)
    assert provider.most_in_flight <= CONCURRENCY
    playing = workers(provider.url)
    assert len(playing) == 2
    os.kill(playing[0], signal.SIGKILL)
    _, errors = process.communicate(timeout=240)
    assert process.returncode == 0, errors

    folder = RunFolder(tmp_path / "far")
    lines = folder.episodes_file.read_text(encoding="utf-8").splitlines()
    assert len({json.loads(line)["episode_id"] for line in lines}) == len(lines) == 8
    with Journal(folder.journal_file) as journal:
        assert len(journal) <= provider.answered.total() <= len(journal) + CONCURRENCY

    provider.behaviour.latency = 0.0
    asyncio.run(run(running.settings(**settings(), out=tmp_path / "near")))
    assert scores(tmp_path / "far") == scores(tmp_path / "near")


@needs_ray
def test_the_budget_holds_for_all_workers_together(provider: SimulatedProvider, tmp_path: Path) -> None:
    process = on_ray(tmp_path / "run", budget="50calls")
    _, errors = process.communicate(timeout=240)
    assert process.returncode != 0
    assert "BudgetSpent" in errors
    assert 50 <= provider.answered.total() <= 50 + CONCURRENCY
    with Journal(RunFolder(tmp_path / "run").journal_file) as journal:
        assert len(journal) == provider.answered.total()


@needs_ray
def test_closing_waits_for_no_limit(provider: SimulatedProvider, tmp_path: Path) -> None:
    process = on_ray(tmp_path / "run", limit=40, concurrency=80, requests_per_minute=10)
    while provider.answered.total() < 2:
        assert process.poll() is None, process.communicate()[1]
        time.sleep(0.05)
    start, answered = time.monotonic(), provider.answered.total()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=240)
    assert time.monotonic() - start < 30  # most of which Ray takes to shut down; the calls that wait would take minutes
    assert answered <= provider.answered.total() <= answered + 1
    with Journal(RunFolder(tmp_path / "run").journal_file) as journal:
        assert len(journal) == provider.answered.total()


def test_without_ray_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InvalidInput, match=r"turtlesoup-bench\[ray\]"):
        asyncio.run(run(running.settings(limit=1, executor="ray", out=tmp_path / "run")))
    assert not (tmp_path / "run").exists()

"""Games of many moves by the command line, through a provider that fails, and a kill in the middle."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commands import turtlesoup

from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.run_folder import RunFolder, read_saved

IN_FLIGHT = 4
LIMITS = {
    "murder-mystery": 1,
    "word-guess": 8,
    "movie-recommendation": 4,
    "circuit-decoding": 3,
    "word-chaining": 6,
    "twenty-questions": 4,
}
"""How many instances of each game are played: some forty calls."""


def lines(path: Path) -> list[str]:
    return [json.loads(line)["episode_id"] for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("game", LIMITS)
def test_a_killed_run_with_faults_loses_nothing_and_pays_nothing_twice(
    game: str, provider: SimulatedProvider, tmp_path: Path
) -> None:
    provider.behaviour.latency = 0.01
    provider.behaviour.faults = {"rate_limit": 0.03, "server_error": 0.03, "refusal": 0.03}
    out = tmp_path / "run"
    command = ["run", "--game", game, "--model", "openai/simulated", "--language", "en", "--out", str(out)]
    command += ["--limit", str(LIMITS[game]), "--concurrency", str(IN_FLIGHT)]
    process = subprocess.Popen(
        [sys.executable, "-m", "turtlesoup_bench", *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while process.poll() is None and provider.answered.total() < 15:
        time.sleep(0.005)
    assert process.poll() is None
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    while provider.in_flight:
        time.sleep(0.05)
    with Journal(out / "calls.sqlite") as journal:
        lost = provider.answered.total() - len(journal)
    assert 0 <= lost <= 2 * IN_FLIGHT  # answered, but killed before the reply was written
    done = turtlesoup(*command)
    assert done.returncode == 0, done.stderr
    with Journal(out / "calls.sqlite") as journal:
        assert provider.answered.total() == len(journal) + lost
    folder = RunFolder(out)
    episodes = read_saved(out).episodes
    assert len(episodes) == LIMITS[game]
    assert sorted(lines(folder.episodes_file)) == sorted(episodes)
    assert {episode.status for episode in episodes.values()} <= {"completed", "aborted"}
    scored = [name for name, episode in episodes.items() if episode.status == "completed"]
    assert sorted(lines(folder.scores_file("rules"))) == sorted(scored)
    assert len(scored) >= LIMITS[game] / 2

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import running
from commands import turtlesoup
from running import episodes_of

from turtlesoup_bench.errors import AccessError, InvalidInput, RunFolderError
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.reporting.notes import texts
from turtlesoup_bench.reporting.report import write_report
from turtlesoup_bench.reporting.results import read_results, write_summary
from turtlesoup_bench.run_folder import RunFolder, drop_torn_line, read_saved
from turtlesoup_bench.runner.run import run
from turtlesoup_bench.statistics.bootstrap import Interval

MODEL = "openai/simulated"


def settings(out: Path, **options) -> running.RunSettings:
    return running.settings(
        **{"model": MODEL, "judge": "openai/judge", "limit": 2, "max_turns": 8, "out": out, **options}
    )


def finished(out: Path, **options) -> RunFolder:
    return asyncio.run(run(settings(out, **options)))


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def settle(provider: SimulatedProvider) -> None:
    """Waits until what was on its way when a process was killed has been answered."""
    quiet = 0
    while quiet < 10:
        time.sleep(0.05)
        quiet = 0 if provider.in_flight else quiet + 1


def test_a_perfect_player_solves_everything(provider: SimulatedProvider, tmp_path: Path) -> None:
    folder = finished(tmp_path / "run")
    results = read_results(folder.path)
    assert results.rows[0].outcomes == {"solved": 4, "unsolved": 0, "aborted": 0, "unscored": 0, "failed": 0}
    assert results.rows[0].means["overall"].mean == 1.0
    assert results.usage.keys() == {"player", "host", "judge"}
    assert write_report(results).stat().st_size > 10_000
    assert json.loads(write_summary(results).read_text())["rows"][0]["group"] == "overall"


def test_only_the_player_is_sampled_at_the_runs_temperature(
    provider: SimulatedProvider, tmp_path: Path, model: str
) -> None:
    finished(tmp_path / "run", model=model, judge=model, temperature=0.7)
    temperatures = {
        task: {asked["temperature"] for asked in all_asked} for task, all_asked in provider.settings.items()
    }
    assert temperatures == {
        "direct/ask": {0.7},
        "direct/conclude": {0.7},
        "responder/answer": {0.0},
        "responder/key_clue": {0.0},
        "judge/point": {0.0},
        "judge/conclusion": {0.0},
    }


def test_what_was_not_sent_is_said_beside_the_numbers(provider: SimulatedProvider, tmp_path: Path) -> None:
    folder = finished(tmp_path / "run")
    assert json.loads(write_summary(read_results(folder.path)).read_text())["dropped"] == {}
    with Journal(folder.journal_file) as journal:
        reply = {"text": "Yes", "prompt_tokens": 1, "completion_tokens": 1, "cost": None}
        journal.put("0" * 64, "openai/o1", "task", {**reply, "dropped": ["seed", "temperature"]}, 0.1)
    results = read_results(folder.path)
    assert "Not taken by openai/o1, and so not sent to it: seed, temperature." in texts(results.notes)
    summary = json.loads(write_summary(results).read_text())
    assert summary["dropped"] == {"openai/o1": ["seed", "temperature"]}


def test_a_finished_run_is_not_played_again(provider: SimulatedProvider, tmp_path: Path) -> None:
    folder = finished(tmp_path / "run")
    calls, episodes = provider.tries.total(), folder.episodes_file.read_bytes()
    finished(tmp_path / "run")
    assert provider.tries.total() == calls
    assert folder.episodes_file.read_bytes() == episodes


def test_the_journal_replays_a_run_to_the_byte(provider: SimulatedProvider, tmp_path: Path) -> None:
    folder = finished(tmp_path / "run")
    calls, episodes = provider.tries.total(), folder.episodes_file.read_bytes()
    folder.episodes_file.unlink()
    finished(tmp_path / "run")
    assert provider.tries.total() == calls
    assert sorted(folder.episodes_file.read_bytes().splitlines()) == sorted(episodes.splitlines())


def test_a_lost_score_is_made_again_without_playing(provider: SimulatedProvider, tmp_path: Path) -> None:
    folder = finished(tmp_path / "run")
    before = read_results(folder.path).rows
    folder.scores_file("openai/judge").unlink()
    asked = provider.tasks["direct/ask"]
    finished(tmp_path / "run")
    assert provider.tasks["direct/ask"] == asked
    assert read_results(folder.path).rows == before


@pytest.mark.parametrize(
    ("model", "stops"),
    [(MODEL, (40, 110, 200)), ("deepseek/simulated", (110,))],  # each process of litellm takes seconds to start
    ids=["own server", "litellm"],
)
def test_a_killed_run_loses_nothing_and_pays_nothing_twice(
    provider: SimulatedProvider, tmp_path: Path, model: str, stops: tuple[int, ...]
) -> None:
    provider.behaviour.latency = 0.02
    out = tmp_path / "run"
    command = ["run", "--model", model, "--judge", "openai/judge", "--out", str(out)]
    command += ["--limit", "4", "--max-turns", "12", "--concurrency", "6"]
    kills = 0
    for answers in stops:
        process = subprocess.Popen(
            [sys.executable, "-m", "turtlesoup_bench", *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        while process.poll() is None and provider.answered.total() < answers:
            time.sleep(0.01)
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
            kills += 1
        process.wait()
    assert kills == len(stops)
    settle(provider)
    with Journal(out / "calls.sqlite") as journal:
        journaled = len(journal)
    lost = provider.answered.total() - journaled
    assert lost <= kills * 6 * 2  # answered, but killed before the reply was written: at most what was in flight
    done = turtlesoup(*command)
    assert done.returncode == 0, done.stderr
    with Journal(out / "calls.sqlite") as journal:
        assert provider.answered.total() == len(journal) + lost
    folder = RunFolder(out)
    assert len(episodes_of(folder)) == 8
    assert len(lines(folder.episodes_file)) == len({line["episode_id"] for line in lines(folder.episodes_file)}) == 8
    assert len(lines(folder.scores_file("openai/judge"))) == 8
    assert read_results(out).rows[0].outcomes["solved"] == 8


def test_an_interrupted_run_waits_for_what_is_paid(provider: SimulatedProvider, tmp_path: Path, model: str) -> None:
    provider.behaviour.latency = 0.2
    command = [sys.executable, "-m", "turtlesoup_bench", "run", "--model", model, "--limit", "4"]
    process = subprocess.Popen(
        [*command, "--out", str(tmp_path / "run")],
        stderr=subprocess.PIPE,
        text=True,
        # Where the tests run in the background of a shell, they inherit that the signal is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while provider.answered.total() < 20:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "run the same command again" in told
    with Journal(tmp_path / "run" / "calls.sqlite") as journal:
        assert provider.answered.total() == len(journal)


def test_an_interrupted_run_waits_for_no_limit(provider: SimulatedProvider, tmp_path: Path, model: str) -> None:
    out = tmp_path / "run"
    command = [sys.executable, "-m", "turtlesoup_bench", "run", "--model", model, "--judge", model, "--out", str(out)]
    process = subprocess.Popen(
        [*command, "--limit", "40", "--concurrency", "80", "--rpm", "10"],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while provider.answered.total() < 1:
        assert process.poll() is None
        time.sleep(0.01)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert time.monotonic() - start < 10  # the calls that wait would take eight minutes
    assert process.returncode == 130
    with Journal(out / "calls.sqlite") as journal:
        assert len(journal) == provider.answered.total() < 10


def test_an_episode_that_failed_is_tried_again(
    provider: SimulatedProvider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turtlesoup_bench.models.client._backoff", lambda attempt: 0.0)
    provider.behaviour.faults = {"server_error": 1.0}
    provider.behaviour.fault_tasks = "responder"
    folder = finished(tmp_path / "run")
    assert read_results(folder.path).rows[0].outcomes["failed"] == 4
    assert read_results(folder.path).rows[0].means["overall"] is None
    provider.behaviour.faults = {}
    finished(tmp_path / "run")
    assert read_results(folder.path).rows[0].outcomes["solved"] == 4


def test_a_questioner_without_a_question_aborts_and_its_replies_are_kept(
    provider: SimulatedProvider, tmp_path: Path
) -> None:
    provider.behaviour.faults = {"refusal": 1.0}
    provider.behaviour.fault_tasks = "direct/ask"
    folder = finished(tmp_path / "run")
    assert read_results(folder.path).rows[0].outcomes["aborted"] == 4
    [first, *_] = episodes_of(folder).values()
    assert first.ending.data["replies"] == ["I'm sorry, but I can't help with that."] * 3


def test_a_judge_that_fails_leaves_unscored_which_is_not_zero(provider: SimulatedProvider, tmp_path: Path) -> None:
    provider.behaviour.faults = {"refusal": 1.0}
    provider.behaviour.fault_tasks = "judge/conclusion"
    results = read_results(finished(tmp_path / "run").path)
    assert results.rows[0].outcomes["unscored"] == 4
    assert results.rows[0].means["overall"] is None
    assert "4 predictions are unscored" in " ".join(texts(results.notes))


def test_puzzles_with_one_title_do_not_overwrite_each_other(provider: SimulatedProvider, tmp_path: Path) -> None:
    """The released reference code names result files by title."""
    source = json.loads(Path(data_file("en")).read_text(encoding="utf-8").split("\n")[0])
    data = tmp_path / "data" / "en"
    data.mkdir(parents=True)
    twin = {**source, "id": "twin/two@en", "story": "twin/two"}
    (data / "test.jsonl").write_text(json.dumps(source) + "\n" + json.dumps(twin) + "\n", encoding="utf-8")
    folder = finished(tmp_path / "run", data=tmp_path / "data", languages=("en",), limit=None)
    played = read_saved(folder.path, tmp_path / "data").episodes
    assert {episode.setup.instance.id for episode in played.values()} == {
        source["id"],
        "twin/two@en",
    }


def data_file(language: str) -> Path:
    from turtlesoup_bench.games.turtle_soup.puzzles import DATA

    return DATA / language / "dev" / "original.jsonl"


def test_seeds_are_episodes_of_their_own(provider: SimulatedProvider, tmp_path: Path) -> None:
    folder = finished(tmp_path / "run", seeds=(1, 2), languages=("zh",), limit=1)
    assert sorted(episode.setup.seed for episode in episodes_of(folder).values()) == [1, 2]


def test_another_run_is_not_mixed_in(provider: SimulatedProvider, tmp_path: Path) -> None:
    finished(tmp_path / "run")
    with pytest.raises(RunFolderError, match=r"options\.max_turns: 8 before, 9 now"):
        finished(tmp_path / "run", max_turns=9)


def test_a_wrong_key_stops_the_run_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(AccessError, match="key"):
        finished(tmp_path / "run")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"agent": "dirct"}, "did you mean 'direct'"),
        ({"agent": "direct", "model": None}, "--model"),
        ({"limit": 0}, "at least 1"),
        ({"timeout": 0.0}, "more than 0 seconds"),
        ({"languages": ("fr",)}, "one of en, zh"),
        ({"genres": ("originl",)}, "did you mean"),
    ],
)
def test_wrong_settings_write_nothing(tmp_path: Path, options: dict, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        finished(tmp_path / "run", **options)
    assert not (tmp_path / "run").exists()


def test_a_torn_last_line_is_owed_again(tmp_path: Path) -> None:
    path = tmp_path / "episodes.jsonl"
    path.write_bytes(b'{"a": 1}\n{"a": 2')
    drop_torn_line(path)
    assert path.read_bytes() == b'{"a": 1}\n'


def test_a_folder_in_use_is_refused(provider: SimulatedProvider, tmp_path: Path) -> None:
    folder = finished(tmp_path / "run")
    with folder.opened(folder.read_run()), pytest.raises(RunFolderError, match="another process"):
        finished(tmp_path / "run")


def test_without_fork_and_fcntl_as_on_windows_a_folder_is_locked_all_the_same(tmp_path: Path) -> None:
    code = """
import asyncio, os, sys, types  # which look at once whether this is Windows
del os.fork, os.register_at_fork
locked = set()
def locking(number, mode, size):
    place = os.fstat(number).st_ino
    if place in locked:
        raise PermissionError
    locked.add(place)
sys.modules |= {"fcntl": None, "msvcrt": types.SimpleNamespace(LK_NBLCK=2, locking=locking)}
from pathlib import Path
from turtlesoup_bench.errors import RunFolderError
from turtlesoup_bench.models import callers
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.settings import RunSettings
selection = {"limit": 1}
folder = asyncio.run(run(RunSettings("turtle-soup", agent="closed-book", selection=selection, out=Path(sys.argv[1]))))
assert len(folder.episodes_file.read_text().splitlines()) == 2
try:
    with folder.opened(folder.read_run()):
        pass
except RunFolderError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code, tmp_path / "run"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "another process is running in this folder" in done.stdout


@pytest.mark.parametrize("agent", ["question-bank", "closed-book", "all-clues"])
def test_the_baselines_play_without_a_model(tmp_path: Path, agent: str) -> None:
    folder = finished(tmp_path / "run", model=None, judge="embedded", agent=agent)
    episodes = episodes_of(folder)
    assert all(episode.status == "completed" for episode in episodes.values())
    assert all((len(episode.moves) > 1) == (agent == "question-bank") for episode in episodes.values())


def overall(folder: RunFolder) -> Interval:
    return read_results(folder.path).rows[0].means["overall"]


def test_floor_and_ceiling_stand_apart(tmp_path: Path) -> None:
    floor, ceiling = (
        overall(finished(tmp_path / agent, model=None, judge="embedded", agent=agent, limit=50))
        for agent in ("closed-book", "all-clues")
    )
    assert floor.high + 0.1 < ceiling.low


@pytest.mark.parametrize("agent", ["closed-book", "all-clues"])
def test_floor_and_ceiling_with_a_model(provider: SimulatedProvider, tmp_path: Path, agent: str) -> None:
    assert overall(finished(tmp_path / agent, agent=agent)).mean == (1.0 if agent == "all-clues" else 0.0)

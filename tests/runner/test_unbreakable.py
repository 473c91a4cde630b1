"""What must not break, leak or lose a run: budgets, suites, full disks, foreign folders, keys."""

from __future__ import annotations

import json
import os
import shlex
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from commands import in_a_process, turtlesoup
from conftest import MODEL
from running import episodes_of, settings

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.reporting.report import render_report
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.runner.rehearsal import forecast
from turtlesoup_bench.runner.suite import read_suite

PRICED = "deepseek/deepseek-chat"


def run_options(out: Path, *more: object) -> list[object]:
    return ["run", "--model", MODEL, "--judge", "openai/judge", "--limit", 3, "--max-turns", 5, "--out", out, *more]


@pytest.mark.parametrize("concurrency", [1, 8])
def test_a_budget_is_kept_within_the_calls_in_flight_and_can_be_raised(
    provider: SimulatedProvider, tmp_path: Path, concurrency: int
) -> None:
    provider.behaviour.latency = 0.01
    options = run_options(tmp_path / "run", "--concurrency", concurrency)
    stopped = in_a_process(*options, "--budget", "30calls")
    assert stopped.returncode == 4
    assert "the budget of 30 calls is spent" in stopped.stderr
    assert "larger --budget" in stopped.stderr
    assert "Note: Not finished: " in stopped.stdout
    assert {"summary.json", "report.html"} <= {path.name for path in (tmp_path / "run").iterdir()}
    [advice] = [line for line in stopped.stdout.splitlines() if line.startswith("go on with: ")]
    typed = [*map(str, options), "--budget", "30calls"]
    assert shlex.split(advice.removeprefix("go on with: ")) == ["turtlesoup", *typed[:-1], "60calls"]
    with Journal(tmp_path / "run" / "calls.sqlite") as journal:
        assert 30 <= len(journal) < 30 + concurrency
        assert len(journal) == provider.answered.total() == journal.spent().calls
        again = turtlesoup(*options, "--budget", "30calls")
        assert again.returncode == 4
        assert len(journal) == provider.answered.total()
    done = turtlesoup(*options, "--budget", "5000calls")
    assert done.returncode == 0, done.stderr
    assert max(provider.answered.values()) == 1
    assert read_results(tmp_path / "run").rows[0].outcomes["solved"] == 6


def test_a_budget_in_money_needs_prices(provider: SimulatedProvider, tmp_path: Path) -> None:
    refused = turtlesoup(*run_options(tmp_path / "run", "--budget", "$5"))
    assert refused.returncode == 2
    assert f"no known price of {MODEL}" in refused.stderr
    assert not provider.tries
    assert not (tmp_path / "run").exists()


def test_a_dry_run_says_what_the_run_then_needs(provider: SimulatedProvider, tmp_path: Path) -> None:
    expected = forecast(settings(agent="mosaic", model=MODEL, judge="openai/judge", limit=2, max_turns=6))
    assert not provider.tries
    assert expected.cost is None
    done = turtlesoup(*run_options(tmp_path / "run", "--agent", "mosaic", "--limit", 2, "--max-turns", 6))
    assert done.returncode == 0, done.stderr
    usage = read_results(tmp_path / "run").usage
    for seat, one in expected.seats.items():
        assert abs(one.usage.calls - usage[seat].calls) <= 0.1 * usage[seat].calls
    priced = forecast(settings(agent="direct", model=PRICED, limit=1, max_turns=2))
    assert priced.cost
    assert priced.seats["player"].usage.cost


def test_a_suite_runs_everything_once_with_one_budget(provider: SimulatedProvider, tmp_path: Path) -> None:
    file = tmp_path / "suite.yaml"
    suite = (
        "name: s\ngame: turtle-soup\nagents: [closed-book, direct, question-bank]\nmodels: [openai/one, openai/two]\n"
    )
    suite += "selection: {limit: 1}\nseeds: [1, 2]\noptions: {max_turns: 3}\nscorer: openai/judge\n"
    file.write_text(suite + "budget: 25calls\n")
    stopped = in_a_process("suite", file, "--out", tmp_path / "out")
    assert stopped.returncode == 4
    page = tmp_path / "out" / "report.html"
    assert f"report: {page}\n" in stopped.stdout and page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert (
        f"go on with a larger budget in {file}, and: turtlesoup suite {file} --out {tmp_path}/out\n" in stopped.stdout
    )
    assert 25 <= provider.answered.total() < 25 + 16
    file.write_text(suite)
    done = turtlesoup("suite", file, "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    names = {path.name for path in (tmp_path / "out").iterdir() if path.is_dir()}
    folders = read_suite(file, tmp_path / "out").begun().values()
    assert page.read_text(encoding="utf-8") == render_report([read_results(folder) for folder in folders])
    assert names == {f"{a}_openai-{m}" for a in ("closed-book", "direct") for m in ("one", "two")} | {"question-bank"}
    kept = 0
    for name in names:
        with Journal(tmp_path / "out" / name / "calls.sqlite") as journal:
            kept += len(journal)
    assert kept == provider.answered.total()
    results = read_results(tmp_path / "out" / "direct_openai-one")
    assert {result.episode.setup.seed for result in results.results} == {1, 2}
    assert (tmp_path / "out" / "report.html").is_file() and "report: " in done.stdout
    assert any("Overall by seed: 1: " in note.text() for note in results.notes)
    answered = provider.answered.total()
    assert in_a_process("suite", file, "--out", tmp_path / "out").returncode == 0
    assert provider.answered.total() == answered


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name: s\ngame: turtle-soup\n", "agents"),
        ("name: s\ngame: turtle-soup\nagents: [mosaic]\n", "a model, which agent mosaic needs"),
        ("name: s\ngame: turtle-soup\nagents: [mosiac]\nmodels: [a/b]\n", "did you mean 'mosaic'"),
        ("name: ../s\ngame: turtle-soup\nagents: [direct]\nmodels: [a/b]\n", "name"),
        ("agents: [", "a suite as YAML"),
        ("name: s\ngame: turtle-soup\nagents: [direct]\nmodels: [a/b]\nmodle: x\n", "unknown field 'modle'"),
    ],
)
def test_a_wrong_suite_is_refused(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "suite.yaml"
    file.write_text(text)
    with pytest.raises(InvalidInput, match=words):
        read_suite(file)


def test_a_full_disk_stops_the_run_and_loses_nothing(provider: SimulatedProvider, tmp_path: Path) -> None:
    full = in_a_process(*run_options(tmp_path / "run"), file_size=40_000)
    assert full.returncode == 2, full.stderr
    assert "cannot write" in full.stderr or "cannot be written" in full.stderr
    done = turtlesoup(*run_options(tmp_path / "run"))
    assert done.returncode == 0, done.stderr
    folder = RunFolder(tmp_path / "run")
    assert len(episodes_of(folder)) == 6
    assert read_results(folder.path).rows[0].outcomes["solved"] == 6


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    refused = turtlesoup("run", "--limit", 1, "--out", tmp_path / "run")
    tmp_path.chmod(0o700)
    assert refused.returncode == 2
    assert "cannot be written" in refused.stderr


def test_a_file_in_place_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("a file")
    refused = turtlesoup("run", "--limit", 1, "--out", tmp_path / "run")
    assert refused.returncode == 2
    assert "cannot be written" in refused.stderr


def test_a_locked_or_broken_journal_is_an_error_not_a_loss(provider: SimulatedProvider, tmp_path: Path) -> None:
    assert turtlesoup(*run_options(tmp_path / "run")).returncode == 0
    journal = tmp_path / "run" / "calls.sqlite"
    journal.write_bytes(b"this is no database, but it is long enough to be taken for one by nobody" * 20)
    for name in ("calls.sqlite-wal", "calls.sqlite-shm"):
        (tmp_path / "run" / name).unlink(missing_ok=True)
    (tmp_path / "run" / "episodes.jsonl").unlink()
    broken = turtlesoup(*run_options(tmp_path / "run"))
    assert broken.returncode == 2
    assert "cannot open the journal" in broken.stderr


def test_a_journal_that_another_process_holds_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "calls.sqlite"
    with Journal(path):
        pass
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    script = (
        "from pathlib import Path\nfrom turtlesoup_bench.models import journal\n"
        "real = journal.sqlite3.connect\n"
        "journal.sqlite3.connect = lambda *a, **k: real(*a, **{**k, 'timeout': 0.1})\n"
        f"with journal.Journal(Path({str(path)!r})) as j:\n"
        "    j.put('00' * 32, 'm', 't', {'text': 'x'}, 0.0)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    holder.execute("ROLLBACK")
    holder.close()
    assert "RunFolderError" in done.stderr
    assert "journal" in done.stderr


def test_a_folder_of_another_data_set_or_version_is_refused(provider: SimulatedProvider, tmp_path: Path) -> None:
    assert turtlesoup(*run_options(tmp_path / "run")).returncode == 0
    run_file = tmp_path / "run" / "run.json"
    record = json.loads(run_file.read_text())
    record |= {"identity": "0" * 16, "data": {**record["data"], "version": "9.9.9", "hash": "f" * 16}}
    run_file.write_text(json.dumps(record))
    episodes = (tmp_path / "run" / "episodes.jsonl").read_bytes()
    other = turtlesoup(*run_options(tmp_path / "run"))
    assert other.returncode == 2
    assert (
        "holds another run; give another folder with --out, or the settings of the run that is there\n  data.hash: "
        in other.stderr
    )
    assert (tmp_path / "run" / "episodes.jsonl").read_bytes() == episodes
    report = turtlesoup("report", tmp_path / "run")
    assert report.returncode == 2
    assert "install the version that was played" in report.stderr


def test_no_key_is_written_anywhere(
    provider: SimulatedProvider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = "sk-planted-7f3a9c51e2"
    monkeypatch.setenv("OPENAI_API_KEY", key)
    monkeypatch.setenv("DEEPSEEK_API_KEY", key)
    monkeypatch.setattr("turtlesoup_bench.models.client._backoff", lambda attempt: 0.0)
    provider.behaviour.faults = {"rate_limit": 0.1, "server_error": 0.1, "broken_json": 0.1}
    spoken = [turtlesoup(*run_options(tmp_path / "run", "--agent", "mosaic", "--timeout", 2))]
    failed = ["run", "--model", "openai/nobody", "--limit", 1, "--out", tmp_path / "other", "--timeout", 0.001]
    spoken.append(turtlesoup(*failed))
    for name in ("OPENAI_BASE_URL", "DEEPSEEK_API_BASE"):
        monkeypatch.setenv(name, f"{provider.url}/{key}")
    for model in ("openai/nobody", "deepseek/nobody"):
        out = tmp_path / model.replace("/", "-")
        spoken.append(in_a_process("run", "--model", model, "--limit", 1, "--out", out))
        assert spoken[-1].returncode == 3
        assert "404" in spoken[-1].stderr
    for done in spoken:
        assert key not in done.stdout + done.stderr
    submitted = in_a_process(
        "submit", "prepare", tmp_path / "run", "--author", "A", "--contact", "a@example.org", "--out", tmp_path / "sub"
    )
    assert submitted.returncode == 0, submitted.stderr
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {"run.json", "episodes.jsonl", "calls.sqlite", "report.html", "submission.json"} <= {p.name for p in files}
    for path in files:
        assert key.encode() not in path.read_bytes(), path

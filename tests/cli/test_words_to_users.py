"""What commands say where something is missing or clashes: in a few lines, with what to do."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest
from commands import in_a_process, turtlesoup

from turtlesoup_bench.runner.person import say


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of one puzzle in both languages, in a room without a model."""
    folder = tmp_path_factory.mktemp("runs") / "one"
    in_a_process("run", "--limit", 1, "--out", folder).check_returncode()
    return folder


@pytest.mark.parametrize("command", [("dataset", "stats", "--plot"), ("plot", "cost", "runs", "--out")])
def test_a_figure_of_no_known_kind_is_refused_before_anything_is_read(tmp_path: Path, command: tuple[str, ...]) -> None:
    done = turtlesoup(*command, tmp_path / "x.xyz")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("x.xyz: found the suffix '.xyz'; expected a name that ends in .svg, .png or .pdf\n")


def test_a_clash_of_settings_prints_what_differs(folder: Path) -> None:
    done = turtlesoup("run", "--limit", "2", "--seed", "7", "--out", folder)
    assert done.returncode == 2
    assert done.stderr.splitlines()[1:] == [
        "  data.instances: 2 before, 4 now",
        "  data.selection.limit: 1 before, 2 now",
        "  seeds: [42] before, [7] now",
    ]
    error = turtlesoup("run", "--language", "en", "--limit", "1", "--out", folder).stderr
    assert '  data.selection.languages: not set before, ["en"] now\n' in error


def test_an_analysis_without_a_model_says_what_it_would_need(folder: Path) -> None:
    done = turtlesoup("analyze", folder)
    assert done.returncode == 0
    assert "Only repeated questions are measured. A model reads the rest: --model" in done.stdout


@pytest.mark.parametrize("command", ["analyze", "report", "compare"])
def test_a_judge_without_scores_is_named_with_those_that_have_some(folder: Path, command: str) -> None:
    page = (folder / "report.html").read_bytes()
    folders = (folder, folder) if command == "compare" else (folder,)
    done = turtlesoup(command, *folders, "--judge", "openai/gpt-4o")
    assert done.returncode == 2
    assert (
        "found none by openai/gpt-4o; expected a judge whose scores are there (embedded), "
        f"or first: turtlesoup score {folder}" in done.stderr
    )
    assert (folder / "report.html").read_bytes() == page


REFUSED = [
    (["run", "--agent", "mosiac"], "agent: found 'mosiac'; expected a known name; did you mean 'mosaic'?"),
    (
        ["run", "--seat", "host=nope"],
        "seat host: found 'nope'; expected one of chat, embedded, provider/model, responder",
    ),
    (
        ["run", "--feedback", "nosy:1"],
        "expected What the player is shown of the answers: full, no-clues, noisy:<share> or",
    ),
    (["run", "--ruler", "offical"], "--ruler: found 'offical'; expected official, or the path of a ruler file"),
    (["ruler", "check", "nope.yaml"], "nope.yaml: found No such file or directory; expected a ruler as YAML"),
    (["suite", "{empty}"], "found Is a directory; expected a suite as YAML"),
    (["play", "0000@en"], "instance: found '0000@en'; expected one of 800, such as a-"),
    (["play", "--language", "fr"], "language: found 'fr'; expected one of en, zh"),
    (["play", "--genre", "orignal"], "genre: found 'orignal'; expected a known name; did you mean 'original'?"),
    (["play", "--game", "word-guess", "--genre", "x"], "genre: found 'x'; expected none"),
    (
        ["play", "--game", "murder-mystery", "--seat", "butler"],
        "--seat butler: found no such seat; expected murderer or ",
    ),
    (["report", "{empty}"], "{empty}: found no run.json in it; expected a run folder\n"),
    (["report", "{empty}/none"], "{empty}/none: found no such folder; expected a run folder\n"),
    (["report", "{run}/.."], "{run}/..: found no run.json in it; expected a run folder, such as {run}/../one\n"),
    (["compare", "{run}", "{run}/episodes.jsonl"], "episodes.jsonl: found a file; expected a run folder\n"),
    (
        ["score", "{run}/episodes.jsonl"],
        "found a file of a run; expected a prediction file, or the run folder: turtlesoup ",
    ),
    (
        ["score", "{misspelt}"],
        "; expected the id of a puzzle of the data set; did you mean 'four-visitors@en'?",
    ),
    (["score", "{former}"], "of the data set; did you mean 'red-egg-at-easter@zh'?"),
    (["judge", "audit", "--run", "{empty}"], "{empty}: found no run.json in it; expected a run folder\n"),
    (["upgrade", "{run}", "{empty}/new"], "found no field 'dataset'; expected a run folder of version 0.1.0"),
    (["dataset", "new", "foo"], "story id: found foo; expected <genre>/<slug>"),
    (["dataset", "check", "{empty}"], "{empty}: found Is a directory; expected a readable UTF-8 file"),
    (["serve", "--port", "99999"], "--port: found 99999 on 127.0.0.1: bind(): port must be 0-65535"),
]


@pytest.mark.parametrize(("command", "message"), REFUSED, ids=[" ".join(command) for command, _ in REFUSED])
def test_a_wrong_argument_is_named_with_what_was_expected(
    folder: Path, tmp_path: Path, command: list[str], message: str
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    names = {"run": folder, "empty": empty}
    for name, puzzle in (("misspelt", "four-visitor@en"), ("former", "clever_logic/the-egg-with-eleven-names@zh")):
        names[name] = tmp_path / f"{name}.jsonl"
        prediction = {"puzzle_id": puzzle, "logic": [], "details": [], "conclusion": ""}
        names[name].write_text(json.dumps(prediction), encoding="utf-8")
    done = turtlesoup(*(text.format(**names) for text in command))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("1 problem:\n")
    assert message.format(**names) in done.stderr


@pytest.mark.parametrize("command", ["serve", "view", "relay", "simulate"])
def test_a_port_that_is_taken_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = turtlesoup(command, "--port", port, *(["--game", "word-guess"] if command == "serve" else []))
    assert (done.returncode, done.stdout) == (2, "")
    assert f"--port: found {port} on 127.0.0.1: Address already in use; expected a free port" in done.stderr


def test_runs_of_two_games_are_not_compared(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    turtlesoup("run", "--game", "word-guess", "--limit", 1, "--out", other)
    done = turtlesoup("compare", folder, other)
    assert done.stderr.splitlines() == [
        "2 problems:",
        '  one: game: found "turtle-soup"; expected the same in all runs',
        '  other: game: found "word-guess"; expected the same in all runs',
    ]


@pytest.mark.parametrize(
    "group", [(), *((name,) for name in ("games", "dataset", "responder", "judge", "ruler", "submit", "export"))]
)
def test_what_a_command_does_fits_on_its_line(monkeypatch: pytest.MonkeyPatch, group: tuple[str, ...]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    commands = turtlesoup(*group, "--help").stdout.partition("Commands:")[2]
    assert commands and "..." not in commands


def test_an_audit_of_whom_nobody_can_call_stops() -> None:
    done = turtlesoup("responder", "audit", "--limit", 1, "--responder", "openai")
    assert (done.returncode, done.stdout) == (3, "")
    assert "error: openai: no provider in the model's name" in done.stderr


def test_no_word_is_parted_at_the_end_of_a_line_of_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "[b] :cat: " + "four words make a line " * 4
    say(text)
    assert capsys.readouterr().out == f"{text}\n"
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "24")
    say(text)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 4 and max(map(len, lines)) <= 24
    assert " ".join(lines).split() == text.split()

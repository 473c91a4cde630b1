from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from commands import in_a_process, turtlesoup
from typer.main import get_command

from turtlesoup_bench import PROTOCOL_VERSION
from turtlesoup_bench.cli import app, main
from turtlesoup_bench.games.registry import agent_names, game_names
from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzles
from turtlesoup_bench.models.simulated.server import SimulatedProvider

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def manual() -> ModuleType:
    """docs/commands.py, which writes the page of all commands."""
    spec = spec_from_file_location("commands_page", ROOT / "docs" / "commands.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_command_and_option_has_help(manual: ModuleType) -> None:
    for path, command in manual.commands(get_command(app)):
        assert command.help, path
        for parameter in command.params:
            assert getattr(parameter, "help", None), f"{path} {parameter.name}"


def test_the_page_of_all_commands_is_fresh(manual: ModuleType) -> None:
    assert manual.PAGE.read_text(encoding="utf-8") == manual.page(), "run: python docs/commands.py"


def cpu_seconds(code: str) -> float:
    """The least of five processes' CPU time, less that of an empty one."""

    def once(source: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", source], stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return min(once(code) for _ in range(5))


def test_help_and_import_are_fast() -> None:
    help_code = "import sys; sys.argv = ['turtlesoup', '--help']; from turtlesoup_bench.cli import main; main()"
    assert cpu_seconds(help_code) < 0.35
    assert cpu_seconds("import turtlesoup_bench") < 0.15


def test_the_version_is_an_option_and_a_command() -> None:
    option, command = turtlesoup("--version"), turtlesoup("version")
    assert (option.returncode, option.stdout, option.stderr) == (command.returncode, command.stdout, command.stderr)
    assert f"protocol {PROTOCOL_VERSION}" in option.stdout


def test_run_and_report_with_the_embedded_defaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = in_a_process("run", "--limit", 1)
    assert done.returncode == 0, done.stderr
    assert "embedded responder" in done.stdout
    assert "embedded judge" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    [folder] = Path("runs").iterdir()
    assert (folder / "report.html").is_file()
    again = turtlesoup("report", folder)
    assert again.stdout.splitlines()[:-1] == done.stdout.splitlines()[:-1]


@pytest.mark.parametrize(("command", "names"), [("games", game_names), ("agents", agent_names)])
def test_a_name_in_a_list_can_be_copied(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str, names: Callable[[], list[str]]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        main([command])
    lines = capsys.readouterr().out.splitlines()
    assert {line.split()[0] for line in lines} >= set(names())
    assert max(map(len, lines)) <= 80


def test_a_prediction_file_is_scored(tmp_path: Path) -> None:
    path, out = tmp_path / "predictions.jsonl", tmp_path / "scores.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for puzzle in load_puzzles(limit=2):
            gold = {"logic": list(puzzle.logic), "details": list(puzzle.details), "conclusion": puzzle.bottom}
            file.write(json.dumps({"puzzle_id": puzzle.id, **gold}) + "\n")
    done = turtlesoup("score", path, "--out", out)
    assert done.returncode == 0, done.stderr
    assert "4/4" in done.stdout
    assert [json.loads(line)["by_seat"]["player"]["overall"] for line in out.read_text().splitlines()] == [1.0] * 4


def test_every_problem_of_a_prediction_file_is_listed_and_nothing_written(tmp_path: Path) -> None:
    path, out = tmp_path / "predictions.jsonl", tmp_path / "scores.jsonl"
    good = {"puzzle_id": load_puzzles("en", limit=1)[0].id, "logic": [], "details": [], "conclusion": ""}
    records = [good, good, {**good, "puzzle_id": "no/such@en"}, {**good, "puzzle_id": "a/b@zh", "logic": "text"}]
    path.write_text("\n".join(map(json.dumps, records)) + '\n{"puzzle_id": "torn', encoding="utf-8")
    done = turtlesoup("score", path, "--out", out)
    assert done.returncode == 2
    assert "4 problems" in done.stderr
    for words in (
        f"{path}:2: puzzle_id:",
        f"{path}:5: column",
        'logic: found "text"; expected type array',
        "found 'no/such@en'; expected the id of a puzzle",
    ):
        assert words in done.stderr
    assert not out.exists()


STORY_FAULTS = [
    ("unknown field", "content_notes:", "mood: sad\ncontent_notes:", "unknown field 'mood'"),
    ("missing language", "zh:", "# zh:", "no field 'zh'"),
    (
        "answer: maybe",
        'answer: "yes"',
        'answer: "maybe"',
        '.answer: found "maybe"; expected one of yes, no, unknown',
    ),
    ("broken YAML", "en:", 'en: "', "YAML 1.2"),
]


@pytest.mark.parametrize(("name", "old", "new", "words"), STORY_FAULTS, ids=[fault[0] for fault in STORY_FAULTS])
def test_a_bad_story_is_refused_with_its_place(tmp_path: Path, name: str, old: str, new: str, words: str) -> None:
    source = next((ROOT / "dataset_builder" / "turtle_soup" / "stories").rglob("*.yaml"))
    text = source.read_text(encoding="utf-8")
    if name == "missing language":
        start, end = text.index("zh:\n"), text.index("key_clues:")
        text = text[:start] + text[end:]
    else:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / source.parent.name / source.name
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    done = turtlesoup("dataset", "check", path)
    assert done.returncode == 2
    assert str(path) in done.stderr
    assert words in done.stderr


def test_a_score_of_a_run_folder_calls_no_player(provider: SimulatedProvider, tmp_path: Path) -> None:
    options = ("run", "--model", "openai/simulated", "--limit", 1, "--max-turns", 4, "--out", tmp_path / "run")
    assert turtlesoup(*options).returncode == 0
    asked = provider.tries.total()
    done = turtlesoup("score", tmp_path / "run", "--judge", "openai/judge")
    assert done.returncode == 0, done.stderr
    assert "scorer openai/judge" in done.stdout
    judged = sum(count for task, count in provider.tasks.items() if task.startswith("judge/"))
    assert provider.tries.total() == asked + judged


@pytest.mark.parametrize("arguments", [("run", "--agent", "nobody"), ("report", "nowhere"), ("score", "nothing.jsonl")])
def test_a_mistake_ends_with_two(arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = in_a_process(*arguments)
    assert done.returncode == 2
    assert "expected" in done.stderr
    assert "Traceback" not in done.stderr

"""What commands say where something is missing or clashes: in a few lines, with what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import in_a_process, turtlesoup


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of one puzzle in both languages, in a room without a model."""
    folder = tmp_path_factory.mktemp("runs") / "one"
    in_a_process("run", "--limit", 1, "--out", folder).check_returncode()
    return folder


def test_the_version_is_an_option_and_a_command() -> None:
    option, command = turtlesoup("--version"), turtlesoup("version")
    assert (option.returncode, option.stdout, option.stderr) == (command.returncode, command.stdout, command.stderr)


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
    assert "Only repeated questions are measured; a model reads the rest: --model" in done.stdout


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

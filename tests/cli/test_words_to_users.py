"""What commands say where something is missing or clashes: in a few lines, with what to do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from turtlesoup_bench.cli import main


def turtlesoup(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[object, str, str]:
    """Exit status, standard output, standard error."""
    with pytest.raises(SystemExit) as end:
        main([str(argument) for argument in arguments])
    return end.value.code, *capsys.readouterr()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of one puzzle in both languages, in a room without a model."""
    folder = tmp_path_factory.mktemp("runs") / "one"
    command = [sys.executable, "-m", "turtlesoup_bench", "run", "--limit", "1", "--out", folder]
    subprocess.run(command, check=True, capture_output=True)
    return folder


def test_the_version_is_an_option_and_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert turtlesoup(capsys, "--version") == turtlesoup(capsys, "version")


@pytest.mark.parametrize("command", [("dataset", "stats", "--plot"), ("plot", "cost", "runs", "--out")])
def test_a_figure_of_no_known_kind_is_refused_before_anything_is_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: tuple[str, ...]
) -> None:
    code, printed, error = turtlesoup(capsys, *command, tmp_path / "x.xyz")
    assert (code, printed) == (2, "")
    assert error.endswith("x.xyz: found the suffix '.xyz'; expected a name that ends in .svg, .png or .pdf\n")


def test_a_clash_of_settings_prints_what_differs(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    code, _, error = turtlesoup(capsys, "run", "--limit", "2", "--seed", "7", "--out", folder)
    assert code == 2
    assert error.splitlines()[1:] == [
        "  data.instances: 2 before, 4 now",
        "  data.selection.limit: 1 before, 2 now",
        "  seeds: [42] before, [7] now",
    ]
    _, _, error = turtlesoup(capsys, "run", "--language", "en", "--limit", "1", "--out", folder)
    assert '  data.selection.languages: not set before, ["en"] now\n' in error


def test_an_analysis_without_a_model_says_what_it_would_need(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    code, printed, _ = turtlesoup(capsys, "analyze", folder)
    assert code == 0
    assert "Only repeated questions are measured; a model reads the rest: --model" in printed


@pytest.mark.parametrize("command", ["analyze", "report", "compare"])
def test_a_judge_without_scores_is_named_with_those_that_have_some(
    capsys: pytest.CaptureFixture[str], folder: Path, command: str
) -> None:
    page = (folder / "report.html").read_bytes()
    folders = (folder, folder) if command == "compare" else (folder,)
    code, _, error = turtlesoup(capsys, command, *folders, "--judge", "openai/gpt-4o")
    assert code == 2
    assert (
        "found none by openai/gpt-4o; expected a judge whose scores are there (embedded), "
        f"or first: turtlesoup score {folder}" in error
    )
    assert (folder / "report.html").read_bytes() == page

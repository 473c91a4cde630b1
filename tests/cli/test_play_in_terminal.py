"""Turtle soup in the terminal, whose words are for people."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from commands import turtlesoup
from conftest import MODEL

from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle, load_puzzles
from turtlesoup_bench.games.turtle_soup.records import Episode
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.run_folder import read_saved

PLAY = [sys.executable, "-m", "turtlesoup_bench", "play"]


def play(lines: list[str], *options: object) -> subprocess.CompletedProcess[str]:
    return turtlesoup("play", *options, typed=lines)


def revealing(puzzle: Puzzle) -> str:
    return next(probe.question for probe in puzzle.probes if probe.answer == "yes" and probe.key_clue)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_game_is_scored_and_kept_by_consent(tmp_path: Path, language: str) -> None:
    puzzle = load_puzzles(language)[0]
    lines = [revealing(puzzle), "", puzzle.bottom]
    played = play([*lines, "n"], puzzle.id, "--out", tmp_path / "kept")
    assert played.returncode == 0, played.stderr
    assert {"en": "Yes <Key Clue>", "zh": "是 <关键线索>"}[language] in played.stdout
    assert {"en": "29 left", "zh": "还剩 29 问"}[language] in played.stdout
    assert "Concl.: 100" in played.stdout and puzzle.bottom in played.stdout
    assert {"en": "The embedded host knows only", "zh": "内置主持人只认得"}[language] in played.stdout
    assert puzzle.title not in played.stdout
    assert not (tmp_path / "kept").exists()
    for _ in range(2):  # the same puzzle again is another game
        assert play([*lines, "y"], puzzle.id, "--out", tmp_path / "kept").returncode == 0
    episodes = {name: Episode.of(one) for name, one in read_saved(tmp_path / "kept").episodes.items()}
    assert list(episodes) == [f"{puzzle.id}#1", f"{puzzle.id}#2"]
    assert all(episode.turns[0].shown.is_key_clue for episode in episodes.values())


def test_a_game_can_be_left(tmp_path: Path) -> None:
    left = play(["Was it raining?"], "--out", tmp_path / "kept")
    assert left.returncode == 0
    assert "The game was left." in left.stdout
    assert not (tmp_path / "kept").exists()


def test_an_explanation_is_asked_for_until_there_is_one(tmp_path: Path) -> None:
    played = play(["", "", "", "It was the wind.", "n"], load_puzzles("en")[0].id)
    assert played.stdout.count("Say what happened, as far as you can guess.") == 2
    assert "unsolved" not in played.stderr and "Overall: " in played.stdout


def test_an_unknown_puzzle_is_named(tmp_path: Path) -> None:
    refused = play([], "no-such-story@en")
    assert refused.returncode == 2
    assert "no-such-story@en" in refused.stderr


def test_a_missing_key_is_named_before_the_first_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DEEPSEEK_API_KEY", raising=False)
    refused = play(["Was it raining?"], "--responder", "deepseek/deepseek-chat")
    assert refused.returncode == 3
    assert "no key; set DEEPSEEK_API_KEY" in refused.stderr
    assert refused.stdout == ""


def test_a_call_that_fails_can_be_made_again(provider: SimulatedProvider, tmp_path: Path) -> None:
    provider.behaviour.faults, provider.behaviour.fault_tasks = {"server_error": 1.0}, "responder/answer"
    puzzle = load_puzzles("en")[0]
    process = subprocess.Popen(
        [*PLAY, puzzle.id, "--responder", MODEL, "--out", str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=0,
    )
    assert process.stdin and process.stdout
    process.stdin.write(f"{revealing(puzzle)}\n")
    shown = ""
    while "Try again?" not in shown:
        shown += process.stdout.read(1)
    provider.behaviour.faults = {}
    rest, _ = process.communicate(f"y\n\n{puzzle.bottom}\ny\n")
    assert "Yes <Key Clue>" in rest
    [result] = read_results(tmp_path).results
    assert (result.values["turns"], result.episode.status) == (1, "completed")


def test_wide_characters_can_be_edited(tmp_path: Path) -> None:
    puzzle = load_puzzles("zh")[0]
    question = revealing(puzzle)
    left, backspace = "\x1b[D", "\x7f"
    typed = f"{question[0]}错{backspace}{question[1:-1]}错{question[-1]}{left}{backspace}\r"
    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
    process = subprocess.Popen([*PLAY, puzzle.id], stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    await_text(ours, "还剩 30 问", PROMPT)
    os.write(ours, typed.encode())
    screen = await_text(ours, "还剩 29 问", PROMPT)
    os.write(ours, b"\x03")
    await_text(ours, "已离开")
    assert process.wait() == 0
    assert "是 <关键线索>" in screen
    os.close(ours)


PROMPT = "\x1b[?2004h"
"""What a prompt begins with: a terminal's word for that whole pastes can be taken."""


def await_text(terminal: int, *texts: str) -> str:
    """Reads until these texts have come, one after the other."""
    screen, place = b"", 0
    for text in texts:
        while (found := screen.find(text.encode(), place)) < 0:
            screen += os.read(terminal, 4096)
        place = found + len(text)
    return screen.decode(errors="replace")

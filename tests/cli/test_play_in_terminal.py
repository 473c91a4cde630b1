from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzles
from turtlesoup_bench.games.turtle_soup.records import Episode
from turtlesoup_bench.run_folder import read_saved


def play(lines: list[str], *options: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "turtlesoup_bench", "play", *map(str, options)]
    text = "".join(line + "\n" for line in lines)
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_game_in_the_terminal_is_scored_and_kept_by_consent(tmp_path: Path, language: str) -> None:
    puzzle = load_puzzles(language)[0]
    probe = next(probe for probe in puzzle.probes if probe.answer == "yes" and probe.key_clue)
    ending = [puzzle.bottom, *puzzle.logic, "", *puzzle.details, ""]
    played = play([probe.question, "", *ending, "n"], puzzle.id, "--out", tmp_path / "kept")
    assert played.returncode == 0, played.stderr
    assert {"en": "KEY CLUE", "zh": "关键线索"}[language] in played.stdout
    assert "100.0" in played.stdout
    assert not (tmp_path / "kept").exists()
    for _ in range(2):  # the same puzzle again is another game
        assert play([probe.question, "", *ending, "y"], puzzle.id, "--out", tmp_path / "kept").returncode == 0
    episodes = {name: Episode.of(one) for name, one in read_saved(tmp_path / "kept").episodes.items()}
    assert list(episodes) == [f"{puzzle.id}#1", f"{puzzle.id}#2"]
    assert all(episode.turns[0].shown.is_key_clue for episode in episodes.values())


def test_a_game_can_be_left(tmp_path: Path) -> None:
    left = play(["Was it raining?"], "--out", tmp_path / "kept")
    assert left.returncode == 0
    assert "The game was left." in left.stdout
    assert not (tmp_path / "kept").exists()


def test_an_unknown_puzzle_is_named(tmp_path: Path) -> None:
    refused = play([], "original/no-such-story@en")
    assert refused.returncode == 2
    assert "original/no-such-story@en" in refused.stderr

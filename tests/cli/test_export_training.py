"""``turtlesoup export sft`` and ``grpo``: from a game's data, from runs, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import turtlesoup
from datasets import load_dataset

from turtlesoup_bench.models.simulated.server import SimulatedProvider

QUESTIONS = ("--game", "murder-mystery-questions", "--limit", 3)


def test_data_are_exported_by_selection_and_option(tmp_path: Path) -> None:
    chosen = ("--language", "zh", "--select", "kinds=text_rich", "--option", "images=captions")
    for kind in ("sft", "grpo"):
        done = turtlesoup("export", kind, *QUESTIONS, *chosen, "--out", tmp_path / kind)
        assert done.stdout == f"wrote 3 rows to {tmp_path / kind}\n", done.stderr
        rows = load_dataset(str(tmp_path / kind), split="train", cache_dir=str(tmp_path / "cache"))
        assert set(rows["language"]) == {"zh"}
        assert all("/text_rich-" in name for name in rows["id"])


def test_runs_of_several_games_are_exported_together(provider: SimulatedProvider, tmp_path: Path) -> None:
    words = ("--game", "word-guess", "--limit", 1)
    for name, game in (("words", words), ("questions", QUESTIONS)):
        options = ("--language", "en", "--model", "openai/simulated")
        done = turtlesoup("run", *game, *options, "--out", tmp_path / name)
        assert done.returncode == 0, done.stderr
    runs = [tmp_path / "words", tmp_path / "questions"]
    done = turtlesoup("export", "sft", *runs, "--min-score", 0.1, "--judge", "rules", "--out", tmp_path / "sft")
    assert "rows with images" in done.stdout, done.stderr
    rows = load_dataset(str(tmp_path / "sft"), split="train", cache_dir=str(tmp_path / "cache"))
    assert set(rows["game"]) == {"word-guess", "murder-mystery-questions"}
    done = turtlesoup("export", "grpo", tmp_path / "questions", "--out", tmp_path / "grpo")
    assert done.stdout.startswith("wrote 3 rows"), done.stderr
    done = turtlesoup("export", "grpo", *runs, "--out", tmp_path / "both")
    assert done.returncode == 2
    assert "2 games: murder-mystery-questions, word-guess; expected runs of one game" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("sft",), "run folders, or --game NAME"),
        (("grpo",), "run folders, or --game NAME"),
        (("sft", "--game", "word-gues"), "did you mean 'word-guess'?"),
        (("sft", "--game", "word-guess"), "data without right replies"),
        (("grpo", "--game", "twenty-questions"), "turtlesoup_bench.adapters.verifiers"),
        (("sft", *QUESTIONS, "--min-score", "1"), "--min-score: found a value; expected none with --game"),
        (("sft", "a-run", *QUESTIONS), "RUNS: found a value; expected none with --game"),
        (("sft", "a-run", "--select", "kinds=open"), "--select: found a value; expected none with run folders"),
        (("grpo", "a-run", "--limit", "2"), "--limit: found a value; expected none with run folders"),
        (("sft", "a-run"), "a-run: found no such folder; expected a run folder"),
        (("sft", *QUESTIONS, "--option", "images"), "NAME=VALUE"),
        (("sft", *QUESTIONS, "--option", "image=captions"), "no such option"),
        (("grpo", *QUESTIONS, "--select", "kinds=hard"), "long_script"),
    ],
)
def test_what_is_refused_says_what_to_do(arguments: tuple[object, ...], words: str, tmp_path: Path) -> None:
    done = turtlesoup("export", *arguments, "--out", tmp_path / "out")
    assert done.returncode == 2
    assert words in done.stderr
    assert list(tmp_path.iterdir()) == []

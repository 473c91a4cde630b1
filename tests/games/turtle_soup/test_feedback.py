from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from running import settings

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games.turtle_soup.feedback import Feedback
from turtlesoup_bench.games.turtle_soup.records import Answer, Episode, Shown
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.run_folder import read_saved
from turtlesoup_bench.runner.run import run

FLAGGED = Answer("yes", True, 2)


@pytest.mark.parametrize(
    "text", ["full", "no-clues", "noisy:0.1", "silent:0.25", "noisy:1", "noisy:0", "silent:0.12345678", "noisy:0.00001"]
)
def test_it_is_written_as_it_is_read(text: str) -> None:
    assert str(Feedback.parse(text)) == text


@pytest.mark.parametrize("text", ["", "loud", "noisy", "noisy:2", "silent:-1", "full:0.1", "noisy:x"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="noisy:<share>"):
        Feedback.parse(text)


def shown(text: str, answer: Answer, turns: int = 2000) -> list[Shown]:
    return [Feedback.parse(text).show(answer, "a/b@en", 42, turn) for turn in range(turns)]


def test_full_and_without_clues() -> None:
    assert set(shown("full", FLAGGED)) == {Shown("yes", True)}
    assert set(shown("no-clues", FLAGGED)) == {Shown("yes", False)}


def test_noise_flips_the_given_share_and_always_the_same_turns() -> None:
    flipped = [one.verdict for one in shown("noisy:0.2", FLAGGED)]
    assert flipped.count("no") / len(flipped) == pytest.approx(0.2, abs=0.03)
    assert flipped == [one.verdict for one in shown("noisy:0.2", FLAGGED)]
    assert {one.verdict for one in shown("noisy:1", Answer("unknown"))} == {"yes", "no"}


def test_silence_withholds_answer_and_flag() -> None:
    withheld = [one for one in shown("silent:0.2", FLAGGED) if one.verdict is None]
    assert len(withheld) / 2000 == pytest.approx(0.2, abs=0.03)
    assert not any(one.is_key_clue for one in withheld)


def test_a_run_records_what_was_said_and_what_was_shown(provider: SimulatedProvider, tmp_path: Path) -> None:
    chosen = settings(model="openai/simulated", feedback="silent:0.5", limit=1, max_turns=10, out=tmp_path / "run")
    saved = read_saved(asyncio.run(run(chosen)).path)
    assert saved.run["options"] == {"answers": 3, "feedback": "silent:0.5", "max_turns": 10}
    turns = [turn for episode in saved.episodes.values() for turn in Episode.of(episode).turns]
    assert len(turns) == 20
    assert {turn.shown.verdict is None for turn in turns} == {True, False}
    assert all(turn.answer.verdict in ("yes", "no", "unknown") for turn in turns)

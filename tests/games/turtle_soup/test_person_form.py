"""How what a person writes becomes a move."""

from __future__ import annotations

import json
from typing import Any

import pytest

from turtlesoup_bench.games import Move, Unreadable
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.games.turtle_soup.game import GAME, instance_of
from turtlesoup_bench.games.turtle_soup.playing.form import PersonForm, points_of
from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzles


@pytest.mark.parametrize(
    ("explanation", "points"),
    [
        ("He left. She stayed!", ["He left.", "She stayed!"]),
        ("灯灭了。“你是谁？”她问。", ["灯灭了。", "“你是谁？”", "她问。"]),
        ("He left, since it rained.", ["He left, since it rained.", "He left", "since it rained."]),
        ("灯灭了，她走了；门没关。", ["灯灭了，她走了；门没关。", "门没关。"]),
        ("One line\nanother line", ["One line", "another line"]),
        ("It took 1,200 days.", ["It took 1,200 days."]),
        (" ... \n ! ", []),
        ("Yes. Yes.", ["Yes."]),
    ],
)
def test_sentences_and_clauses_are_points(explanation: str, points: list[str]) -> None:
    assert points_of(explanation) == points


@pytest.mark.parametrize(
    ("phase", "text", "action"),
    [
        ("ask", "  Was it\n raining? ", {"question": "Was it raining?"}),
        ("ask", " \n", {"question": None}),
        ("ask", "x" * 1001, None),
        ("conclude", "It rained.", {"logic": ["It rained."], "details": ["It rained."], "conclusion": "It rained."}),
        (
            "conclude",
            json.dumps({"conclusion": "It rained.", "logic": ["Water falls."], "details": []}),
            {"logic": ["Water falls."], "details": ["It rained."], "conclusion": "It rained."},
        ),
        ("conclude", "   ", None),
        ("conclude", json.dumps({"conclusion": " "}), None),
    ],
)
def test_a_text_is_read(phase: str, text: str, action: Any) -> None:
    match = Match(GAME, GAME.setup(instance_of(load_puzzles("en")[0])))
    if phase == "conclude":
        match.act({"player": Move({"question": None})})
    reading = PersonForm("en").read(text, match.observe()["player"])
    assert isinstance(reading, Unreadable) if action is None else reading == action
    if action is not None:
        assert GAME.rules.refuse(match._state, "player", reading) is None

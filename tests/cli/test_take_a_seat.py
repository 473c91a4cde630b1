"""A person takes a seat of a murder mystery in the terminal, in plain lines and with pictures told in words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from commands import turtlesoup

from turtlesoup_bench.games import Unreadable
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.games.murder_mystery.game import GAME, load
from turtlesoup_bench.games.murder_mystery.person import PersonForm

CASE = "a-clear-night-on-the-ridge"


@pytest.mark.parametrize(
    ("language", "said", "asked", "suspected", "vote"),
    [
        ("en", "I was in the workshop.", "Inés: where were you?", "Inés 90, bruno 5", "Ines Carrasco"),
        ("zh", "我一直在工作间。", "伊内斯：你在哪儿？", "伊内斯 90，布鲁诺 5", "伊内斯·卡拉斯科"),
    ],
)
def test_a_case_is_played_to_the_vote(language: str, said: str, asked: str, suspected: str, vote: str) -> None:
    instance = load({"cases": [CASE], "languages": [language]})[0]
    # How often others ask is theirs to decide: lines that no answer takes are complained of, up to the empty one.
    lines = [said]
    for _ in range(3):
        lines += [asked, *[said] * 5, "", suspected]
    lines += [*[said] * 3, vote]
    done = turtlesoup("play", "--game", GAME.name, "--seat", "innocent-1", instance.id, typed=lines)
    assert done.returncode == 0, done.stderr
    assert "DM: 100\n" in done.stdout
    assert "[image" not in done.stdout
    told = instance.data["case"]["clues"][1]["image"]["caption"][language]
    assert told in done.stdout


def test_whoever_takes_no_seat_is_told_how() -> None:
    done = turtlesoup("play", "--game", GAME.name)
    assert done.returncode != 0
    assert "one seat, such as --seat murderer" in done.stderr


READINGS = [
    ("introduction", "Nothing to say.", {"introduction": "Nothing to say."}),
    ("introduction", " ", None),
    ("question", "murata: why?", {"question": "why?", "chosen_player": "kenji", "clues_share": []}),
    ("question", "Nobody at all: why?", None),
    ("question", "Why?", None),
    ("belief", "Kenji 70, Inés 20", {"suspicion": {"kenji": 70, "ines": 20}}),
    ("belief", "Kenji 170", None),
    ("belief", "no idea", None),
    ("hypothesis", "one\ntwo", None),
    ("hypothesis", "one\ntwo\nthree\nfour", {"reasoning": "one", "motive": "two", "method": "three\nfour"}),
    ("vote", "Inés.", {"chosen_player": "ines"}),
    ("vote", "the cook", None),
]


@pytest.mark.parametrize(("phase", "typed", "action"), READINGS)
def test_plain_lines_are_read(phase: str, typed: str, action: dict | None) -> None:
    instance = load({"cases": [CASE], "languages": ["en"]})[0]
    match = Match(GAME, GAME.setup(instance))
    seen = next(one for one in match.observe().values() if one.view["who"] == "viktor")
    read = PersonForm("en").read(typed, replace(seen, phase=phase))
    if action is None:
        assert isinstance(read, Unreadable)
    elif phase == "belief":
        named = {who: share for who, share in read["suspicion"].items() if share}
        assert named == action["suspicion"]
        assert set(read["suspicion"]) == set(seen.view["others"])
    else:
        assert read == action

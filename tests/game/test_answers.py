from __future__ import annotations

import pytest

from turtlesoup_bench.games.turtle_soup.answers import read_key_clue, read_verdict, shown_text

READ = [
    # The released reference code finds "no" in "unknown", "correct" in "incorrect", 是 in 不是, 对 in 不对, 有 in 没有.
    ("Unknown", "unknown"),
    ("unknown.", "unknown"),
    ("Incorrect", "no"),
    ("Not correct.", "no"),
    ("不是", "no"),
    ("不对。", "no"),
    ("没有", "no"),
    ("不是的", "no"),
    ("未知", "unknown"),
    ("不知道", "unknown"),
    ("不确定", "unknown"),
    ("无关", "unknown"),
    ("Yes", "yes"),
    ("yes!", "yes"),
    ("**Yes**", "yes"),
    ("Answer: No", "no"),
    ("No, he did not know.", "no"),
    ("Yes - she did", "yes"),
    ("是", "yes"),
    ("是的。", "yes"),
    ("对，他知道。", "yes"),
    ("答案：不是", "no"),
    ("「是」", "yes"),
    ("Correct", "yes"),
]


@pytest.mark.parametrize(("reply", "verdict"), READ)
def test_a_reply_is_read_as_a_whole_word(reply: str, verdict: str) -> None:
    assert read_verdict(reply) == verdict


@pytest.mark.parametrize(
    "reply", ["", "Maybe", "Yes and no", "Nothing", "Note that", "是不是", "他是医生", "Yesterday", "I know"]
)
def test_what_is_no_answer_is_refused(reply: str) -> None:
    with pytest.raises(ValueError, match="not one of"):
        read_verdict(reply)


@pytest.mark.parametrize(
    ("reply", "flag", "clue"),
    [("Yes 2", True, 2), ("yes (3)", True, 3), ("Yes", True, None), ("Yes 0", True, None), ("No", False, None)]
    + [("是 2", True, 2), ("是，4", True, 4), ("不是", False, None), ("No 3", False, None)],
)
def test_the_key_clue_reply(reply: str, flag: bool, clue: int | None) -> None:
    assert read_key_clue(reply) == (flag, clue)


@pytest.mark.parametrize("reply", ["Unknown", "2", "perhaps 2"])
def test_a_key_clue_reply_is_yes_or_no(reply: str) -> None:
    with pytest.raises(ValueError, match="Yes"):
        read_key_clue(reply)


def test_what_a_player_reads() -> None:
    assert shown_text("yes", True, "en") == "Yes <Key Clue>"
    assert shown_text("no", False, "zh") == "不是"
    assert shown_text(None, False, "en") == "…"

from __future__ import annotations

import pytest

from turtlesoup_bench.questions import find_questions, follows, is_compound, is_repeat


@pytest.mark.parametrize(
    "line",
    [
        "1. Is he dead?",
        "1) Is he dead?",
        "(1) Is he dead?",
        "- Is he dead?",
        "* **Is he dead?**",
        "a) Is he dead?",
        "Question 2: Is he dead?",
        '"Is he dead?",',
        "  [3] Is he dead?  ",
        "Is he dead?",
    ],
)
def test_a_question_is_found_in_any_numbering(line: str) -> None:
    assert find_questions(f"Here they are:\n{line}\nThat is all.") == ["Is he dead?"]


CHINESE = ["1. 他死了吗？", "一、他死了吗？", "（1）他死了吗？", "问题1：他死了吗？", "- “他死了吗？”", "他死了吗？"]


@pytest.mark.parametrize("line", CHINESE)
def test_chinese_question_marks_count(line: str) -> None:
    """The released reference code knows only the Western one."""
    assert find_questions(line) == ["他死了吗？"]


def test_lines_without_a_question_are_left_out() -> None:
    assert find_questions("He is dead.\n?\nWhy\n") == []


@pytest.mark.parametrize(
    "question",
    [
        "Did he kill her and was it planned?",
        "Is it day or is it night?",
        "Was he there? Did he see it?",
        "Was it planned; was it paid for?",
        "Did he die or not?",
        "他杀了她吗，是有预谋的吗？",
        "是他还是她？",
        "他在场吗？他看见了吗？",
    ],
)
def test_two_questions_in_one(question: str) -> None:
    assert is_compound(question)


@pytest.mark.parametrize(
    "question",
    [
        "Did he and his brother own the mill?",
        "Was the salt and pepper pot the key?",
        "Did he leave because he was afraid?",
        "他还是离开了吗？",
        "兄弟俩都知道吗？",
        "他和弟弟一起去的吗？",
    ],
)
def test_one_question(question: str) -> None:
    assert not is_compound(question)


@pytest.mark.parametrize(
    ("question", "earlier"),
    [
        ("Is the man dead?", "Is the man dead ?"),
        ("Was the man really killed?", "Was the man killed?"),
        ("Did the dog bark?", "Did the dogs bark?"),
        ("这个人死了吗？", "这个人是不是死了？"),
        ("他真的知道吗？", "他知道吗？"),
    ],
)
def test_repeats(question: str, earlier: str) -> None:
    assert is_repeat(question, ["Other?", earlier])


@pytest.mark.parametrize(
    ("question", "earlier"),
    [
        ("Did Ann kill Bob?", "Did Bob kill Ann?"),
        ("Is the man dead?", "Is the woman dead?"),
        ("Did he know?", "Did he not know?"),
        ("他杀了她吗？", "她杀了他吗？"),
        ("他知道吗？", "他不知道吗？"),
    ],
)
def test_no_repeats(question: str, earlier: str) -> None:
    assert not is_repeat(question, [earlier])


def test_going_on_under_a_denied_question() -> None:
    assert follows("Was the man murdered with a knife?", "Was the man murdered?")
    assert follows("这个人被谋杀是为了钱吗？", "这个人被谋杀了吗？")
    assert not follows("Did the man die in an accident?", "Was the man murdered?")
    assert not follows("Is the rule old?", "Is it so?")

from __future__ import annotations

import pytest

from turtlesoup_bench.games.turtle_soup.answers import Verdict, read_key_clue, read_verdict, shown_text

# What a host's reply looks like, and the answer in it.
VERDICTS = [
    # The released reference code finds "no" in "unknown", "correct" in "incorrect", 是 in 不是, 对 in 不对, 有 in 没有.
    *[(word, "yes") for word in ("Yes", "yeah", "Correct", "right", "true")],
    *[(word, "no") for word in ("No", "nope", "Incorrect", "Not correct.", "wrong", "false", "not true")],
    *[(word, "unknown") for word in ("Unknown", "irrelevant", "not relevant", "unclear", "uncertain", "not known")],
    *[(word, "unknown") for word in ("cannot say", "don't know")],
    *[(word, "yes") for word in ("是", "是的。", "对", "对的", "正确", "有", "没错")],
    *[(word, "no") for word in ("不是", "否", "不", "不对。", "不正确", "错", "错误", "没有", "不是的")],
    *[(word, "unknown") for word in ("未知", "不知道", "不确定", "无法确定", "不清楚", "不重要", "无关", "与此无关")],
    # case, width, marks
    ("YES", "yes"),
    ("Ｙｅｓ！", "yes"),
    ("no.", "no"),
    ("Unknown…", "unknown"),
    ("是！", "yes"),
    ('"Yes"', "yes"),
    ("「是」", "yes"),
    ("【不是】", "no"),
    ("（未知）", "unknown"),
    ("not  \t known", "unknown"),
    # markdown
    ("**Yes**", "yes"),
    ("__No__", "no"),
    ("`Yes`", "yes"),
    ("```\nYes\n```", "yes"),
    ("```\nYes, he died\n```", "yes"),
    ("```text\nNo\n```", "no"),
    ("- Yes", "yes"),
    ("> No", "no"),
    ("1. Yes", "yes"),
    ("# Answer\n\nYes", "yes"),
    ("| No |", "no"),
    # labels
    ("Answer: No", "no"),
    ("**Answer:** Yes", "yes"),
    ("**Answer**: Yes", "yes"),
    ("Final answer: Unknown", "unknown"),
    ("The answer is no.", "no"),
    ("The answer is: Yes", "yes"),
    ("My answer is yes, he did.", "yes"),
    ("My verdict: yes", "yes"),
    ("答案：不是", "no"),
    ("回答：是，他知道。", "yes"),
    ("判断：是", "yes"),
    ("结论：未知", "unknown"),
    ("答：不是", "no"),
    ("答案是：是", "yes"),
    ("答案是不是", "no"),
    ("最终答案：是，他死了", "yes"),
    ("我的答案：是，他死了", "yes"),
    ("**答案**：是，他死了", "yes"),
    # chatter behind
    ("No, he did not know.", "no"),
    ("No; he was alone", "no"),
    ("Yes: she did", "yes"),
    ("Yes (he died)", "yes"),
    ("Yes - she did", "yes"),
    ("Yes – she did", "yes"),
    ("Yes — she did", "yes"),
    ("No. He did not know.", "no"),
    ("Yes!\n\nThe story says so.", "yes"),
    ("对，他知道。", "yes"),
    ("不是。他还活着。", "no"),
    ("是（他死了）", "yes"),
    # chatter before
    ("Sure! Yes", "yes"),
    ("Did he know? No.", "no"),
    ("他知道吗？不是。", "no"),
    ("好的。是", "yes"),
    # reasoning before
    ("The story says that he drowned.\n\nYes", "yes"),
    ("The story does not say. Unknown.", "unknown"),
    ("He drowned. So the answer is yes, he died.", "yes"),
    ("He drowned. Therefore, the answer is yes, he died.", "yes"),
    ("He drowned. Thus my answer is yes, he died.", "yes"),
    ("He lives!\nFinal verdict: no, he lives", "no"),
    ("汤底说他淹死了。是", "yes"),
    ("他还活着。所以答案是不是，他没死", "no"),
    ("他还活着。因此，答案：不是，他没死", "no"),
    ("他还活着。综上，答案是：不是，他没死", "no"),
    ("Yes. He drowned. The answer is yes.", "yes"),
]


@pytest.mark.parametrize(("reply", "verdict"), VERDICTS)
def test_a_reply_is_read_as_a_whole_word(reply: str, verdict: str) -> None:
    assert read_verdict(reply) == verdict


NO_VERDICT = [
    *["", "   ", "...", "?", "Maybe", "Nothing", "Note that", "Yesterday", "I know", "是不是", "他是医生", "不一定"],
    # two answers
    *["Yes and no", "Yes/No", "Yes or no?", "Yes. Or rather: no.\nNo.", "Yes\nNo\nUnknown", "No. He died. Yes."],
    *["是。不是。", "是\n未知"],
    *["I may say Yes, No, Unknown.", "Does it say so? Yes. Does it matter? No."],
    # an answer to something else, or in a subordinate clause
    *["I wonder whether the answer is yes, he died", "The answer is not clear.", "The answer isn't yes, he died"],
    *["He lied, right", "他说谎，对"],
    # cut short
    *["Answer:", "The answer is", "答案是", "答案：", "The story says that he", "Because the question is"],
    # refusals
    *["I'm sorry, but I can't help with that.", "抱歉，我无法回答这个问题。", "As an AI, no comment is possible"],
]


@pytest.mark.parametrize("reply", NO_VERDICT)
def test_what_is_no_answer_is_refused(reply: str) -> None:
    with pytest.raises(ValueError, match="not one of"):
        read_verdict(reply)


PARTLY = [
    *["Partly", "partly.", "**Partly**", "Partially", "In part", "Partly correct", "partly true", "Yes and no"],
    *["Partially correct", "partially true", "Answer: partly", "Partly: he lied, and did not fish"],
    *["部分正确", "部分是", "部分对", "是也不是", "对也不对", "不完全是", "不全是", "不完全对", "答案：部分正确"],
]


@pytest.mark.parametrize("reply", PARTLY)
def test_partly_is_an_answer_of_games_with_four_answers_alone(reply: str) -> None:
    assert read_verdict(reply, partly=True) == "partly"
    with pytest.raises(ValueError, match=r"Yes, No, Unknown \(是"):
        read_verdict(reply)


@pytest.mark.parametrize("reply", ["Partly. No", "Yes, Partly. No", "部分正确。不是", "apartly", "没有部分"])
def test_what_is_not_partly(reply: str) -> None:
    try:
        verdict: Verdict | None = read_verdict(reply, partly=True)
    except ValueError:
        verdict = None
    assert verdict != "partly"


KEY_CLUES = [
    # the form that is asked for
    ("touches 2", (True, 2)),
    ("Touches 2.", (True, 2)),
    ("**touches 2**", (True, 2)),
    ("touches: 2", (True, 2)),
    ("touches clue 2", (True, 2)),
    ("It touches 2", (True, 2)),
    ("it touches clue 12", (True, 12)),
    ("The question touches clue 2.", (True, 2)),
    ("This question touches clue #2, since it names the prison", (True, 2)),
    ("touch 2", (True, 2)),
    ("Answer: touches 2", (True, 2)),
    ("It names the prison.\ntouches 2", (True, 2)),
    ("touches 0", (True, None)),
    ("touches", (True, None)),
    ("碰到 2", (True, 2)),
    ("碰到2", (True, 2)),
    ("碰到了 2", (True, 2)),
    ("碰到线索 2", (True, 2)),
    ("碰到了第二条线索", (True, 2)),
    ("触及 2", (True, 2)),
    ("这个问题碰到 2", (True, 2)),
    ("该问题碰到了线索 2。", (True, 2)),
    ("答案：碰到 2", (True, 2)),
    ("碰到 0", (True, None)),
    ("does not", (False, None)),
    ("Does not.", (False, None)),
    ("doesn't", (False, None)),
    ("doesn’t touch", (False, None)),
    ("does not touch", (False, None)),
    ("It does not touch a key clue.", (False, None)),
    ("The question does not touch any clue", (False, None)),
    ("does not touch any clues: it is a wrong guess", (False, None)),
    ("没碰到", (False, None)),
    ("没有碰到。", (False, None)),
    ("未碰到", (False, None)),
    ("不触及", (False, None)),
    ("没有碰到任何关键线索", (False, None)),
    ("该问题没碰到线索", (False, None)),
    ("这个问题没有碰到", (False, None)),
    # the answers, which models write too
    ("Yes 2", (True, 2)),
    ("yes (3)", (True, 3)),
    ("Yes - 2", (True, 2)),
    ("Yes, 2", (True, 2)),
    ("Yes: 2", (True, 2)),
    ("Yes. 2", (True, 2)),
    ("Yes #2", (True, 2)),
    ("Yes\n2", (True, 2)),
    ("Yes 12", (True, 12)),
    ("**Yes 2**", (True, 2)),
    ("**Yes** (2)", (True, 2)),
    ("Ｙｅｓ ２", (True, 2)),
    ("Yes (clue 2)", (True, 2)),
    ("Yes, clue #2", (True, 2)),
    ("Yes, number 2", (True, 2)),
    ("Yes clue 2", (True, 2)),
    ("是第2条", (True, 2)),
    ("Yes, it touches clue 2.", (True, 2)),
    ("Yes 2: he drowned", (True, 2)),
    ("Yes, clue 2 is about his wife", (True, 2)),
    ("Answer: Yes 2", (True, 2)),
    ("It is about his wife.\nYes 2", (True, 2)),
    ("Yes 2, 3", (True, 2)),
    ("Yes, clue 2, less so clue 3", (True, 2)),
    ("是 2", (True, 2)),
    ("是，4", (True, 4)),
    ("是 - 2", (True, 2)),
    ("是２", (True, 2)),
    ("是（2）", (True, 2)),
    ("是（线索2）", (True, 2)),
    ("是（线索二）", (True, 2)),
    ("是，第2条", (True, 2)),
    ("是，第十条线索", (True, 10)),
    ("是②", (True, 2)),
    ("是的，碰到了线索 3。", (True, 3)),
    ("答案：是 2", (True, 2)),
    # the core causal logic, or no number
    ("Yes", (True, None)),
    ("Yes 0", (True, None)),
    ("是 0", (True, None)),
    ("是", (True, None)),
    ("Yes, 3 men died", (True, None)),
    ("Yes, he died in 1990", (True, None)),
    ("是，3个人死了", (True, None)),
    ("是，一个人死了", (True, None)),
    ("1. Yes", (True, None)),
    # No has no number
    ("No", (False, None)),
    ("No 3", (False, None)),
    ("No, clue 3 is another matter", (False, None)),
    ("不是", (False, None)),
    ("不是 3", (False, None)),
    *[(f"是 {numeral}", (True, number)) for number, numeral in enumerate("一二三四五六七八九十", start=1)],
    *[(f"是（线索{numeral}）", (True, number)) for number, numeral in enumerate("一二三四五六七八九十", start=1)],
]


@pytest.mark.parametrize(("reply", "flag"), KEY_CLUES)
def test_the_key_clue_reply(reply: str, flag: tuple[bool, int | None]) -> None:
    assert read_key_clue(reply) == flag


NO_KEY_CLUE = [
    *[
        "touches 2\ndoes not",
        "touches 2 or does not",
        "touches N, or does not?",
        "untouched 2",
        "碰到 2，没碰到",
        "碰到没碰到",
        "Yes. No. Clue 2",
        "Yes, no. Clue 2.\nNo",
        "",
        "2",
        "第2条",
        "perhaps 2",
        "clue 2",
        "Yes or no 2",
        "Yes 2\nNo",
        "Yes 2 No",
        "Is it 2",
        "eyes 2",
        "是不是 2",
    ],
    *["Unknown", "Unknown 2", "未知", "I'm sorry, but I can't help with that."],
]


@pytest.mark.parametrize("reply", NO_KEY_CLUE)
def test_a_key_clue_reply_is_yes_or_no(reply: str) -> None:
    with pytest.raises(ValueError, match="touches N"):
        read_key_clue(reply)


@pytest.mark.parametrize(
    ("verdict", "language", "word"),
    [("yes", "en", "Yes"), ("no", "en", "No"), ("unknown", "en", "Unknown"), ("partly", "en", "Partly")]
    + [
        ("yes", "zh", "是"),
        ("no", "zh", "不是"),
        ("unknown", "zh", "未知"),
        ("partly", "zh", "部分正确"),
        (None, "en", "…"),
    ],
)
def test_what_a_player_reads(verdict: Verdict | None, language: str, word: str) -> None:
    assert shown_text(verdict, False, language) == word
    assert shown_text(verdict, True, language) == f"{word} <Key Clue>"

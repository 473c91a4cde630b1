"""Which questions a reply holds, and which are two in one."""

from __future__ import annotations

import pytest

from turtlesoup_bench.games.turtle_soup.questions import find_questions, is_compound

# What a reply's line looks like, and the questions in it.
SHAPES = {
    "plain": ("Is he dead?", ["Is he dead?"]),
    "plain zh": ("他死了吗？", ["他死了吗？"]),
    "half width zh": ("他死了吗?", ["他死了吗?"]),
    "spaces": ("  \tIs he dead?  \u3000", ["Is he dead?"]),
    "exclaimed": ("Is he dead?!", ["Is he dead?"]),
    # very short
    "short": ("Him?", ["Him?"]),
    "short zh": ("自杀？", ["自杀？"]),
    "shortest zh": ("他？", ["他？"]),
    # numbering
    "1.": ("1. Is he dead?", ["Is he dead?"]),
    "1)": ("1) Is he dead?", ["Is he dead?"]),
    "(1)": ("(1) Is he dead?", ["Is he dead?"]),
    "[3]": ("  [3] Is he dead?  ", ["Is he dead?"]),
    "1:": ("1: He is dead?", ["He is dead?"]),
    "10.": ("10. Is he dead?", ["Is he dead?"]),
    "a)": ("a) Is he dead?", ["Is he dead?"]),
    "(b)": ("(b) Is he dead?", ["Is he dead?"]),
    "iii)": ("iii) Is he dead?", ["Is he dead?"]),
    "iv)": ("iv) Is he dead?", ["Is he dead?"]),
    "ix)": ("ix) Is he dead?", ["Is he dead?"]),
    "#2": ("#2 Is he dead?", ["Is he dead?"]),
    "circled": ("①他死了吗？", ["他死了吗？"]),
    "filled circle": ("❷ Is he dead?", ["Is he dead?"]),
    "keycap": ("3️⃣ Is he dead?", ["Is he dead?"]),
    "1、": ("1、他死了吗？", ["他死了吗？"]),
    "full width": ("１．他死了吗？", ["他死了吗？"]),
    "full width )": ("2）他死了吗？", ["他死了吗？"]),
    "full width ()": ("（1）他死了吗？", ["他死了吗？"]),
    "full width :": ("1：他死了吗？", ["他死了吗？"]),
    "【1】": ("【1】他死了吗？", ["他死了吗？"]),
    "[1] zh": ("[1]他死了吗？", ["他死了吗？"]),
    "一、": ("一、他死了吗？", ["他死了吗？"]),
    "twice": ("- 1. Is he dead?", ["Is he dead?"]),
    "box": ("- [ ] Is he dead?", ["Is he dead?"]),
    "Q1:": ("Q1: Is he dead?", ["Is he dead?"]),
    "Q1.": ("Q1. He is dead?", ["He is dead?"]),
    "Question 2:": ("Question 2: He is dead?", ["He is dead?"]),
    "Question 2：": ("Question 2：He is dead?", ["He is dead?"]),
    "Question 2)": ("Question 2) Is he dead?", ["Is he dead?"]),
    "Candidate 1:": ("Candidate 1: He is dead?", ["He is dead?"]),
    "第一问": ("第一问：他死了吗？", ["他死了吗？"]),
    "第2题": ("第2题、他死了吗？", ["他死了吗？"]),
    "第二个问题": ("第二个问题：他死了吗？", ["他死了吗？"]),
    "问题1": ("问题1：他死了吗？", ["他死了吗？"]),
    "问题 一": ("问题一:他死了吗？", ["他死了吗？"]),
    "候选问题": ("候选问题2：他死了吗？", ["他死了吗？"]),
    "候选": ("候选1：他死了吗？", ["他死了吗？"]),
    "提问": ("提问：他死了吗？", ["他死了吗？"]),
    # bullets, quotations, headings, tables, fences
    "-": ("- Is he dead?", ["Is he dead?"]),
    "*": ("* Is he dead?", ["Is he dead?"]),
    "+": ("+ Is he dead?", ["Is he dead?"]),
    "•": ("• Is he dead?", ["Is he dead?"]),
    "·": ("·他死了吗？", ["他死了吗？"]),
    "●": ("●他死了吗？", ["他死了吗？"]),
    "–": ("– Is he dead?", ["Is he dead?"]),
    "—": ("— Is he dead?", ["Is he dead?"]),
    "quotation": ("> Is he dead?", ["Is he dead?"]),
    "heading": ("## Is he dead?", ["Is he dead?"]),
    "numbered heading": ("### 1. Is he dead?", ["Is he dead?"]),
    "fence": ("```text\nIs he dead?\n```", ["Is he dead?"]),
    "table": (
        "| # | Question | Why |\n|---|---|---|\n| 1 | Is he dead? | To know |\n| 2 | Was it murder? | Motive |",
        ["Is he dead?", "Was it murder?"],
    ),
    "table of one": ("What now?\n| Is he dead? |", ["Is he dead?"]),
    "no table": ("1. Was it A|B?", ["Was it A|B?"]),
    # emphasis
    "bold": ("**Is he dead?**", ["Is he dead?"]),
    "bold in a list": ("* **Is he dead?**", ["Is he dead?"]),
    "bold number": ("**1.** Is he dead?", ["Is he dead?"]),
    "bold label": ("**Question:** He is dead?", ["He is dead?"]),
    "bold label, colon outside": ("**Q2**: He is dead?", ["He is dead?"]),
    "italic": ("*Is he dead?*", ["Is he dead?"]),
    "underlined": ("__Is he dead?__", ["Is he dead?"]),
    "italic _": ("_Is he dead?_", ["Is he dead?"]),
    "code": ("`Is he dead?`", ["Is he dead?"]),
    "within": ("Is **he** dead?", ["Is he dead?"]),
    "twice bold": ("**Q1:** Is **he** dead?", ["Is he dead?"]),
    "twice _": ("_Q1:_ Is _he_ dead?", ["Is he dead?"]),
    "within _": ("Is __he__ dead?", ["Is he dead?"]),
    "within zh": ("他**真的**死了吗？", ["他真的死了吗？"]),
    "no emphasis": ("Was it 2 * 3 * 4?", ["Was it 2 * 3 * 4?"]),
    "no emphasis, product": ("Was it 2*3?", ["Was it 2*3?"]),
    "no emphasis, letters left out": ("Did he say f**k?", ["Did he say f**k?"]),
    "nested": ("**Is *he* dead?**", ["Is he dead?"]),
    "no emphasis _": ("Was it file_a_b?", ["Was it file_a_b?"]),
    # quotation marks and brackets: around the whole, or a part of the question
    "quoted": ('"Is he dead?"', ["Is he dead?"]),
    "quoted with comma": ('"Is he dead?",', ["Is he dead?"]),
    "single": ("'Did the man's wife die?'", ["Did the man's wife die?"]),
    "curly": ("“Is he dead?”", ["Is he dead?"]),
    "curly single": ("‘Did the man’s wife die?’", ["Did the man’s wife die?"]),
    "quoted zh": ("- “他死了吗？”", ["他死了吗？"]),
    "corners": ("「他死了吗？」", ["他死了吗？"]),
    "double corners": ("『他死了吗？』", ["他死了吗？"]),
    "quoted with a space": ("“ 他死了吗？ ”", ["他死了吗？"]),
    "brackets": ("(Is he dead?)", ["Is he dead?"]),
    "brackets zh": ("（他死了吗？）", ["他死了吗？"]),
    "quoted number": ('"1. Is he dead?"', ["Is he dead?"]),
    "number, quoted": ('1. "Is he dead?"', ["Is he dead?"]),
    "single, in capitals": ("'DID THE MAN'S WIFE DIE?'", ["DID THE MAN'S WIFE DIE?"]),
    "begins with a quotation": ('"Help" was written by him?', ['"Help" was written by him?']),
    "begins with a quotation zh": ("“救命”是他写的吗？", ["“救命”是他写的吗？"]),
    "begins with a straight quotation zh": ('"救命"是他写的吗？', ['"救命"是他写的吗？']),
    "quotation in a quoted question": ('"Did he shout "help"?"', ['Did he shout "help"?']),
    "quotation in a quoted question zh": ("“他喊了“救命”吗？”", ["他喊了“救命”吗？"]),
    "ends in a quotation": ('Did he write "Is he dead?"', ['Did he write "Is he dead?"']),
    "ends in a quotation zh": ("他写的是“他死了吗？”", ["他写的是“他死了吗？”"]),
    "bracket left open": ("Was it he (the father? No.", ["Was it he (the father?"]),
    "ends in brackets": ("Was it he (the father?)", ["Was it he (the father?)"]),
    # several
    "several": ("1. Is he dead?\n2. Was it murder?\n\n3. By her?", ["Is he dead?", "Was it murder?", "By her?"]),
    "several on a line": ("1. Is he dead? 2. Was it murder?", ["Is he dead?", "Was it murder?"]),
    "several on a line )": ("1) Is he dead? 2) Was it murder?", ["Is he dead?", "Was it murder?"]),
    "several on a line ．": ("１．他死了吗？２．是谋杀吗？", ["他死了吗？", "是谋杀吗？"]),
    "several on a line ）": ("1）他死了吗？2）是谋杀吗？", ["他死了吗？", "是谋杀吗？"]),
    "several on a line zh": ("1、他死了吗？2、是谋杀吗？", ["他死了吗？", "是谋杀吗？"]),
    "several circled": ("①他死了吗？②是谋杀吗？", ["他死了吗？", "是谋杀吗？"]),
    "JSON": ('["Is he dead?", "Was it murder?"]', ["Is he dead?", "Was it murder?"]),
    "JSON lines": ('[\n  "Is he dead?",\n  "Was it murder?"\n]', ["Is he dead?", "Was it murder?"]),
    "circle in a question": ("Is it card ① of the deck?", ["Is it card ① of the deck?"]),
    "no JSON": ('Did he ask "why?", then leave?', ['Did he ask "why?", then leave?']),
    "two in one": ("Was he there? Did he see it?", ["Was he there? Did he see it?"]),
    # chatter before and behind
    "introduced": ("Here they are:\n1. Is he dead?\nThat is all.", ["Is he dead?"]),
    "introduced on the line": ("I would ask: Is he dead?", ["Is he dead?"]),
    "introduced on the line, two sentences": ("Let us see. My next question is: Is he dead?", ["Is he dead?"]),
    "introduced on the line zh": ("我的问题是：他死了吗？", ["他死了吗？"]),
    "introduced by the next zh": ("下一个问题：他死了吗？", ["他死了吗？"]),
    "introduced by the last zh": ("最后的问题：他死了吗？", ["他死了吗？"]),
    "introduced by a wish zh": ("我想问：他死了吗？", ["他死了吗？"]),
    "introduced by a plan zh": ("我要问：他死了吗？", ["他死了吗？"]),
    "introduced by will zh": ("我会问：他死了吗？", ["他死了吗？"]),
    "sure": ("Sure! Is he dead?", ["Is he dead?"]),
    "ok": ("OK. Is he dead?", ["Is he dead?"]),
    "okay": ("Okay, is he dead?", ["is he dead?"]),
    "great": ("Great! Is he dead?", ["Is he dead?"]),
    "好的": ("好的，他死了吗？", ["他死了吗？"]),
    "好的！": ("好的！他死了吗？", ["他死了吗？"]),
    "明白了": ("明白了。他死了吗？", ["他死了吗？"]),
    "remark": ("Is he dead? This would rule out a trick.", ["Is he dead?"]),
    "remark in a list": ("1. Is he dead? (rules out a trick)\n2. Was it murder?", ["Is he dead?", "Was it murder?"]),
    "remark zh": ("他死了吗？（先确认生死）", ["他死了吗？"]),
    "bullets after a thought": ("Why?\n* Is he dead?", ["Is he dead?"]),
    "an offer behind a list": ("1. Is he dead?\nShall I go on?", ["Is he dead?"]),
    "a heading before": ("## What do we know?\nIs he dead?", ["Is he dead?"]),
    # what looks like chatter and is the question's own
    "colon": ("Did the note say: is she dead?", ["Did the note say: is she dead?"]),
    "colon, no question behind": ("The rule is this: nobody leaves?", ["The rule is this: nobody leaves?"]),
    "colon zh": ("他问：你死了吗？", ["他问：你死了吗？"]),
    "time": ("3:15 was the time?", ["3:15 was the time?"]),
    "decimal": ("1.5 metres is his height?", ["1.5 metres is his height?"]),
    "minus": ("-5 degrees was it?", ["-5 degrees was it?"]),
    "number": ("12 men died?", ["12 men died?"]),
    "numeral zh": ("三个人死了吗？", ["三个人死了吗？"]),
    "context": ("The man came home. Was he alone?", ["The man came home. Was he alone?"]),
    # reasoning
    "reasoned": ("Could it be poison? Hardly, nobody drank.\n\nWas he stabbed?", ["Was he stabbed?"]),
    "reasoned, labelled": ("Why did he cry?\nSo I ask: Is he dead?", ["Is he dead?"]),
    "reasoned zh": ("会不会是毒？不太像。\n他是被刺死的吗？", ["他是被刺死的吗？"]),
    "cut short": ("1. Is he dead?\n2. Was he kil", ["Is he dead?"]),
    # no question
    "statement": ("He is dead.", []),
    "no mark": ("Is he dead", []),
    "no mark zh": ("他死了吗。", []),
    "only marks": ("?\n？？\n1. ?\n**?**", []),
    "refusal": ("I'm sorry, but I can't help with that.", []),
    "refusal zh": ("抱歉，我无法回答。", []),
    "empty": ("", []),
}


@pytest.mark.parametrize(("reply", "questions"), SHAPES.values(), ids=SHAPES)
def test_questions_are_found_in_replies_of_every_shape(reply: str, questions: list[str]) -> None:
    assert find_questions(reply) == questions


@pytest.mark.parametrize("numeral", "一二三四五六七八九十")
def test_lines_are_numbered_in_chinese(numeral: str) -> None:
    assert find_questions(f"{numeral}、他死了吗？") == ["他死了吗？"]


AUXILIARIES = "Is Are Was Were Did Does Do Has Have Had Can Could Will Would Should".split()


@pytest.mark.parametrize("auxiliary", AUXILIARIES)
def test_a_question_begins_with_its_auxiliary(auxiliary: str) -> None:
    assert find_questions(f"My question: {auxiliary} it so?") == [f"{auxiliary} it so?"]
    assert find_questions(f"{auxiliary} it said: is it so?") == [f"{auxiliary} it said: is it so?"]
    assert is_compound(f"Did he die and {auxiliary.lower()} it matter?")


@pytest.mark.parametrize(
    "question",
    [
        "Did he kill her and was it planned?",
        "Is it day or is it night?",
        "Was he there? Did he see it?",
        "Was it planned; was it paid for?",
        "Did he die or not?",
        "Did he fall but did he live?",
        "他死了；她活着？",
        "他死了;她活着？",
        "他死了吗,她活着吗？",
        "他死了吗、她活着吗?",
        "他死了吗，她活着吗",
        "他在场?他看见了?",
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
        "Did he die in April or May?",
        "Did he leave because he was afraid?",
        "他还是离开了吗？",
        "他还是离开了吗? ",
        "他还是离开了吗",
        "兄弟俩都知道吗？",
        "他和弟弟一起去的吗？",
    ],
)
def test_one_question(question: str) -> None:
    assert not is_compound(question)


def test_what_is_too_long_to_be_asked_is_left_out() -> None:
    assert find_questions(f"Is he dead?\n{'Is it so ' * 200}?") == ["Is he dead?"]

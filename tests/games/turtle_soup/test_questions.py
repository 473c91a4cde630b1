from __future__ import annotations

import pytest

from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzles
from turtlesoup_bench.games.turtle_soup.questions import find_questions, is_compound, is_repeat

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


REPEATS = [
    # case, punctuation, width, contraction
    ("Is the man dead?", "is the man dead ?"),
    ("IS THE MAN DEAD?", "Is the man dead?"),
    ('Did he shout "help"?', "Did he shout help?"),
    ("Was the ex-wife there?", "Was the ex wife there?"),
    ("Was it the man’s knife?", "Was it the man's knife?"),
    ("Is it so that he didn't know?", "Is it so that he did not know?"),
    ("Ｗａｓ ｉｔ ２ men？", "Was it 2 men?"),
    # tense and person
    ("Is the man dead?", "Was the man dead?"),
    ("Does he have a child?", "Did he have a child?"),
    ("Has he eaten?", "Had he eaten?"),
    ("Did he die because she laughs?", "Did he die because she laughed?"),
    ("Is it so that the man hates her?", "Was it so that the man hated her?"),
    ("Did he come back to see who cries?", "Did he come back to see who cried?"),
    ("Does the clerk know that the thief stops there?", "Did the clerk know that the thief stopped there?"),
    ("Did they kill her?", "Did they killed her?"),
    ("Does he carry what they carry?", "Did he carry what they carried?"),
    # number
    ("Did the dog bark?", "Did the dogs bark?"),
    ("Was the thief with the wolf?", "Were the thieves with the wolves?"),
    ("Was the woman with the child?", "Were the women with the children?"),
    ("Was the party big?", "Were the parties big?"),
    ("Was the box empty?", "Were the boxes empty?"),
    ("Did the bus stop?", "Did the buses stop?"),
    ("Was the potato rotten?", "Were the potatoes rotten?"),
    ("Was it a apple?", "Was it an apple?"),
    # opening
    ("Is it so that he didn’t know?", "Is it so that he did not know?"),
    ("_Is he dead?_", "Is he dead?"),
    ("Were there 3-5 men?", "Were there 3 - 5 men?"),
    ("Was it in room B-5?", "Was it in room B 5?"),
    ("Is it so that the man tows it?", "Was it so that the man towed it?"),
    ("Is it so that the man boxes it?", "Was it so that the man boxed it?"),
    ("Is it so that the man woos her?", "Was it so that the man wooed her?"),
    ("Is it so that the man plays it?", "Was it so that the man played it?"),
    ("So, is he dead?", "Is he dead?"),
    ("Well, is he dead?", "Oh, is he dead?"),
    ("OK, is he dead?", "Okay, is he dead?"),
    # particles
    ("他死了吗？", "他死了？"),
    ("他死了吗？", "他死了吧？"),
    ("他死了吗？", "他死了嘛？"),
    ("他死了吗？", "他死了么"),
    ("他死了吗？", "他死了呢？"),
    ("他死了吗？", "他死了啊？"),
    ("他死了吗？", "他死了呀！"),
    ("他死了吗？", "他死了没有？"),
    ("他去过吗？", "他去过没？"),
    ("他死了吗 ？", "他死了吗。"),
    ("他死了吗？", "他死了吗..."),
    ("是A型血吗？", "是 A 型血吗？"),
    # punctuation, width, spaces, opening
    ("他 死了 吗?", "他死了吗？"),
    ("他喊了“救命”吗？", "他喊了救命吗？"),
    ("他有３个孩子吗？", "他有3个孩子吗？"),
    ("请问他死了吗？", "他死了吗？"),
    # the form of the question
    ("这个人死了吗？", "这个人是不是死了？"),
    ("他是不是医生？", "他是医生吗？"),
    ("他是否死了？", "他死了吗？"),
    ("他是否是被杀的？", "他是被杀的吗？"),
    ("他是否知道？", "他是不是知道？"),
    ("他有没有孩子？", "他有孩子吗？"),
    ("他是不是有孩子？", "他有没有孩子？"),
    ("他有没有杀过人？", "他杀过人吗？"),
    ("他知不知道？", "他知道吗？"),
    ("他会不会死？", "他会死吗？"),
    ("他能否离开？", "他能离开吗？"),
    ("她认不认识凶手？", "她认识凶手吗？"),
    ("他知不知道她是不是凶手？", "他知道她是不是凶手吗？"),
    ("他死了，是不是？", "他死了吗？"),
]


@pytest.mark.parametrize(("question", "earlier"), REPEATS)
def test_the_same_words_are_a_repeat(question: str, earlier: str) -> None:
    assert is_repeat(question, ["Other?", earlier])
    assert is_repeat(earlier, [question])


PLURALS = [
    *["man men", "woman women", "policeman policemen", "child children", "foot feet", "tooth teeth", "mouse mice"],
    *["wife wives", "knife knives", "life lives", "half halves", "thief thieves", "wolf wolves", "leaf leaves"],
    *["loaf loaves", "shelf shelves", "dog dogs", "glance glances", "boss bosses", "tax taxes", "waltz waltzes"],
    *["church churches", "ash ashes", "hero heroes", "photo photos", "city cities", "movie movies", "boy boys"],
]


@pytest.mark.parametrize("forms", PLURALS)
def test_the_number_of_a_noun_is_no_difference(forms: str) -> None:
    singular, plural = forms.split()
    assert is_repeat(f"Was the {singular} his?", [f"Were the {plural} his?"])


@pytest.mark.parametrize("pronoun", ["I", "he", "she", "we", "they", "who"])
def test_after_its_subject_a_verb_is_finite(pronoun: str) -> None:
    assert is_repeat(f"Did he know what {pronoun} carry?", [f"Did he know what {pronoun} carried?"])
    assert not is_repeat(f"Is he the one {pronoun} open?", [f"Is he the one {pronoun} opened?"])


OTHER_WORDS = [
    *["her hers", "our ours", "your yours", "their theirs", "it its", "new news", "good goods", "mean means"],
    *["custom customs", "arm arms", "glass glasses", "beside besides", "sometime sometimes", "short shorts"],
]


@pytest.mark.parametrize("words", OTHER_WORDS)
def test_an_s_can_make_another_word(words: str) -> None:
    one, other = words.split()
    assert not is_repeat(f"Was it {one}?", [f"Was it {other}?"])


@pytest.mark.parametrize("sign", "%°&+$€£¥")
def test_signs_count(sign: str) -> None:
    assert not is_repeat(f"Was it 5 {sign}?", ["Was it 5?"])


DIFFERENT = [
    # have, be, do
    ("Is he a child?", "Does he have a child?"),
    ("Was he a son?", "Had he a son?"),
    ("Is there a body?", "Is it a body?"),
    # modals
    ("Did he kill?", "Did he have to kill?"),
    ("Did he kill her?", "Could he kill her?"),
    ("Could he leave?", "Should he leave?"),
    ("Would he die?", "Will he die?"),
    ("May he know?", "Might he know?"),
    ("Does he go?", "Must he go?"),
    ("Did he lie?", "Did he want to lie?"),
    ("Did he read?", "Is he able to read?"),
    # possessors
    ("Did the man die?", "Did the man's wife die?"),
    ("Is it his knife?", "Is it her knife?"),
    ("Is the knife hers?", "Is the knife her?"),
    ("Was it our boat?", "Was it ours boat?"),
    ("Was it the father of the man?", "Was it the man of the father?"),
    # negation
    ("Did he know?", "Did he not know?"),
    ("Did he know?", "Didn't he know?"),
    ("Was she ever there?", "Was she never there?"),
    ("Was he happy?", "Was he unhappy?"),
    ("Did he leave with her?", "Did he leave without her?"),
    ("Was there a witness?", "Was there no witness?"),
    # active and passive, roles
    ("Did Ann kill Bob?", "Did Bob kill Ann?"),
    ("Did he kill?", "Was he killed?"),
    ("Was he eating?", "Was he eaten?"),
    ("Was he killing?", "Was he killed?"),
    ("Did he see her kill?", "Did he see her killed?"),
    ("Was he boring?", "Was he bored?"),
    ("Is he blind?", "Is he blinded?"),
    ("Isn't he blind?", "Isn't he blinded?"),
    ("Has he open windows?", "Has he opened windows?"),
    ("Was the door open?", "Was the door opened?"),
    ("Did he follow her?", "Did she follow him?"),
    # numbers and signs
    ("Were there two men?", "Were there three men?"),
    ("Were there 2 men?", "Were there 12 men?"),
    ("Was it 3.5 metres?", "Was it 35 metres?"),
    ("Was it 3:15?", "Was it 315?"),
    ("Was it -5 degrees?", "Was it 5 degrees?"),
    ("Was it −5 degrees?", "Was it 5 degrees?"),
    ("Was it 3:15?", "Was it 3.15?"),
    ("Was it 3:15?", "Was it 3 15?"),
    ("Was it 3.5?", "Was it 3 5?"),
    ("Was it 3,5?", "Was it 3 5?"),
    ("Was it 1/2?", "Was it 1 2?"),
    ("Was it 50 % sugar?", "Was it 50 sugar?"),
    ("Was he first?", "Was he second?"),
    # quantifiers and determiners
    ("Did any guest leave?", "Did all guests leave?"),
    ("Did some guests leave?", "Did any guests leave?"),
    ("Did every guest leave?", "Did no guest leave?"),
    ("Is this a man?", "Is this the man?"),
    ("Was this man there?", "Was that man there?"),
    ("Was anyone there?", "Was someone there?"),
    ("Did only he know?", "Did he know?"),
    # prepositions and conjunctions
    ("Did he jump on the train?", "Did he jump from the train?"),
    ("Was he at home?", "Was he near home?"),
    ("Did he leave because she died?", "Did he leave after she died?"),
    ("Did he leave before she died?", "Did he leave when she died?"),
    ("Did he die for her?", "Did he die with her?"),
    ("Was he beside her?", "Was he besides her?"),
    # pronouns
    ("Did he know?", "Did she know?"),
    ("Did they kill him?", "Did they kill themselves?"),
    ("Did it fall?", "Did its fall?"),
    ("Was it them?", "Was it us?"),
    # adverbs
    ("Was he really old?", "Was he old?"),
    ("Did he just leave?", "Did he leave?"),
    ("Did he also leave?", "Did he leave?"),
    ("Is he still alive?", "Is he alive?"),
    ("Did he almost die?", "Did he die?"),
    # going on
    ("Was the man murdered with a knife?", "Was the man murdered?"),
    ("Is it true that he died?", "Is it that he died?"),
    ("Did something happen in there?", "Did something happen?"),
    # names
    ("Was Mr. Adams there?", "Was Mr. Adam there?"),
    ("Williams died?", "William died?"),
    # one spelled almost like the other
    ("Was it his?", "Was it hi?"),
    ("Was the news old?", "Was the new old?"),
    ("Was he caring?", "Was he car?"),
    ("Was it a string?", "Was it a str?"),
    ("Was it his bed?", "Was it his b?"),
    ("Did they hate it?", "Did they hat it?"),
    ("Is it so that she hated it?", "Is it so that she hats it?"),
    ("Is it so that he stared there?", "Is it so that he stars there?"),
    ("Was the princess there?", "Was the prince there?"),
    ("Was it needless?", "Was it needles?"),
    ("Did it see it?", "Did it seed it?"),
    ("Did he see how it seed?", "Did he see how it sees?"),
    ("Was it a bus?", "Was it a bu?"),
    ("Was it thus?", "Was it thu?"),
    ("Was the glass his?", "Was the glasses his?"),
    ("Did it go to hell?", "Did it go toes hell?"),
    ("Was the crisis his?", "Was the crisi his?"),
    ("Is it well hidden?", "Well, is it hidden?"),
    ("Did he know so?", "So, did he know?"),
    # have, be
    ("他是孩子吗？", "他有没有孩子？"),
    ("他是孩子吗？", "他有孩子吗？"),
    ("他在家吗？", "他是家吗？"),
    ("他家有狗吗？", "他家是狗吗？"),
    # the form of the question in a clause, where it makes a difference
    ("他知道她是不是死了吗？", "他知道她死了吗？"),
    ("他问她有没有孩子吗？", "他问她有孩子吗？"),
    ("但是不是他杀的吗？", "但是他杀的吗？"),
    ("凡是不是本地人的都死了吗？", "凡是本地人的都死了吗？"),
    ("她是不是男人杀的？", "她男人杀的吗？"),
    ("她是否男人杀的？", "她男人杀的吗？"),
    ("有没有人死了？", "人死了吗？"),
    ("有没有狗来过？", "狗来过吗？"),
    ("他否认了吗？", "他认了吗？"),
    ("他怎么？", "他怎？"),
    ("他手里没有？", "他手里吗？"),
    ("他做了什么？", "他做了什？"),
    ("他喊了“救命吗”？", "他喊了“救命”吗？"),
    ("衣服是毛呢吗？", "衣服是毛吗？"),
    # negation
    ("他知道吗？", "他不知道吗？"),
    ("他来了吗？", "他没来吗？"),
    ("他有孩子吗？", "他没有孩子吗？"),
    ("他来了没有？", "他没有来吗？"),
    ("他会死吗？", "他不会死吗？"),
    # 能, 会, 要, 想
    ("他会杀人吗？", "他杀人吗？"),
    ("他能走吗？", "他会走吗？"),
    ("他要走吗？", "他想走吗？"),
    ("他必须走吗？", "他可以走吗？"),
    ("他应该知道吗？", "他知道吗？"),
    ("他敢说吗？", "他肯说吗？"),
    # 了, 过, 着
    ("他死了吗？", "他死过吗？"),
    ("他杀了人吗？", "他杀人吗？"),
    ("他开着门吗？", "他开了门吗？"),
    ("他结婚了吗？", "他结过婚吗？"),
    ("他吃了吗？", "他在吃吗？"),
    # 把, 被, roles
    ("他杀了她吗？", "她杀了他吗？"),
    ("他被杀了吗？", "他杀了吗？"),
    ("他把她杀了吗？", "他被她杀了吗？"),
    ("他让她走吗？", "她让他走吗？"),
    ("张三欠李四钱吗？", "李四欠张三钱吗？"),
    # 的 and possessors
    ("他死了吗？", "他的妻子死了吗？"),
    ("他是老师吗？", "他是老师的吗？"),
    ("是他的刀吗？", "是她的刀吗？"),
    ("他的孩子病了吗？", "他孩子的病吗？"),
    ("他是送信的吗？", "他是送信吗？"),
    # quantifiers, 都, 也, 只, 就
    ("有人知道吗？", "人人知道吗？"),
    ("他们都死了吗？", "他们死了吗？"),
    ("他也死了吗？", "他死了吗？"),
    ("只有他死了吗？", "他死了吗？"),
    ("他就是凶手吗？", "他是凶手吗？"),
    ("有些人走了吗？", "所有人走了吗？"),
    # numbers
    ("有两个人吗？", "有三个人吗？"),
    ("他有3个孩子吗？", "他有13个孩子吗？"),
    ("是3.5米吗？", "是35米吗？"),
    ("是-5度吗？", "是5度吗？"),
    ("他第一个到吗？", "他一个到吗？"),
    # place, time, cause
    ("他在屋里死的吗？", "他在屋外死的吗？"),
    ("他从楼上跳下吗？", "他往楼上跳下吗？"),
    ("因为她死了他才走的吗？", "她死了以后他才走的吗？"),
    ("他死前见过她吗？", "他死后见过她吗？"),
    ("他为她死了吗？", "他和她死了吗？"),
    # adverbs and demonstratives
    ("他真的知道吗？", "他知道吗？"),
    ("他是真的警察吗？", "他是警察吗？"),
    ("他还活着吗？", "他活着吗？"),
    ("他差点死了吗？", "他死了吗？"),
    ("这个人死了吗？", "那个人死了吗？"),
    ("他们走了吗？", "他走了吗？"),
    # going on
    ("这个人被谋杀是为了钱吗？", "这个人被谋杀了吗？"),
    ("男人死了吗？", "男人的妻子死了吗？"),
]


@pytest.mark.parametrize(("question", "earlier"), DIFFERENT)
def test_other_words_are_no_repeat(question: str, earlier: str) -> None:
    assert not is_repeat(question, [earlier])
    assert not is_repeat(earlier, [question])


def test_no_labelled_question_of_a_story_repeats_another() -> None:
    for puzzle in load_puzzles():
        questions = [probe.question for probe in puzzle.probes]
        assert not [text for place, text in enumerate(questions) if is_repeat(text, questions[:place])]


def test_what_is_too_long_to_be_asked_is_left_out() -> None:
    assert find_questions(f"Is he dead?\n{'Is it so ' * 200}?") == ["Is he dead?"]

"""Which questions repeat an earlier one: the same words in another form do, and nothing else."""

from __future__ import annotations

import pytest

from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzles
from turtlesoup_bench.games.turtle_soup.questions import is_repeat

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

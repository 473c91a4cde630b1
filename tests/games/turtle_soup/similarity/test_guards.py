"""The guards, pair by pair: what each must see, and what each must let pass."""

import pytest

from turtlesoup_bench.games.turtle_soup.similarity.encoder import Encoder, clean
from turtlesoup_bench.games.turtle_soup.similarity.guards import contradicts
from turtlesoup_bench.games.turtle_soup.similarity.numbers import numbers
from turtlesoup_bench.games.turtle_soup.similarity.statements import language, read_statements

ENCODER = Encoder()


def guard(first: str, second: str) -> str | None:
    a, b = read_statements([clean(first), clean(second)], ENCODER)
    return contradicts(a, b, ENCODER.cosines(a.words, b.words))


@pytest.mark.parametrize(
    ("first", "second", "name"),
    [
        ("The porter read the telegram.", "The porter never read the telegram.", "negation"),
        ("The porter couldn't swim.", "The porter could swim.", "negation"),
        ("搬运工看过那封电报。", "搬运工没有看过那封电报。", "negation"),
        ("The cellar was searched by the police.", "警察没有搜查地窖。", "negation"),
        ("The tunnel was open.", "The tunnel was closed.", "opposites"),
        ("那枚邮票是真的。", "那枚邮票是伪造的。", "opposites"),
        ("The clerk believed the story.", "The clerk disbelieved the story.", "opposites"),
        ("The rain stopped before the train left.", "The rain stopped after the train left.", "opposites"),
        ("Eleven prisoners escaped.", "Three prisoners escaped.", "numbers"),
        ("逃走了十一个犯人。", "Three prisoners escaped.", "numbers"),
        ("The cook warned the sergeant.", "The sergeant warned the cook.", "roles"),
        ("厨师救了裁缝。", "裁缝救了厨师。", "roles"),
    ],
)
def test_speaks(first: str, second: str, name: str) -> None:
    assert guard(first, second) == name
    assert guard(second, first) == name


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The porter never read the telegram.", "The telegram was not read by the porter."),
        ("The horse is alive.", "The horse is not dead."),
        ("那匹马还活着。", "那匹马没死。"),
        ("Not only the cook but also the sergeant lied.", "The cook and the sergeant lied."),
        ("He owned nothing but a coat.", "He owned only a coat."),
        ("不但厨师撒了谎，中士也撒了谎。", "厨师和中士都撒了谎。"),
        ("差不多所有人都走了。", "几乎所有人都走了。"),
        ("The porter did not sleep until noon.", "The porter slept only at noon."),
        ("除了厨师，谁也没睡。", "只有厨师睡了。"),
        ("他悄悄付了房租，好让邻居不至于饿死。", "他付了房租，免得邻居饿死。"),
        ("The cook warned the sergeant.", "The sergeant was warned by the cook."),
        ("中士被厨师救了。", "厨师救了中士。"),
        ("Eleven prisoners escaped.", "逃走了11个犯人。"),
        ("The bell rang twenty minutes early.", "钟早敲了二十分钟。"),
        ("It happened in 1963.", "事情发生在一九六三年。"),
        ("The rain stopped before the train left.", "The train left after the rain stopped."),
    ],
)
def test_lets_pass(first: str, second: str) -> None:
    assert guard(first, second) is None
    assert guard(second, first) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a hundred and ten years", {110}),
        ("twenty-three of the 1,500 men", {23, 1500}),
        ("一百一十岁", {110}),
        ("seventy-five thousand two hundred", {75_200}),
        ("two hundred and five thousand", {205_000}),
        ("three million four hundred thousand", {3_400_000}),
        ("one thousand and one nights", {1001}),
        ("one hundred twenty", {120}),
        ("nineteen hundred", {1900}),
        ("A hundred men, a thousand women and two dozen eggs", {100, 1000, 24}),
        ("two and three, five or six, twenty twelve", {2, 3, 5, 6, 20, 12}),
        ("two hundred and five hundred", {200, 500}),
        ("two thousand, three thousand", {2000, 3000}),
        ("三万两千人", {32_000}),
        ("七万五千二百", {75_200}),
        ("两百零五万", {2_050_000}),
        ("三百四十万", {3_400_000}),
        ("一千零一夜", {1001}),
        ("十二，二十，二十三", {12, 20, 23}),
        ("二百五，三千五，七万五", {250, 3500, 75_000}),
        ("三亿四千万", {340_000_000}),
        ("一万亿", {1_000_000_000_000}),
        ("一九六三年, 一九三〇年, 两三个人", {1963, 1930, 3}),
        ("One man, 一个人", set()),
    ],
)
def test_numbers(text: str, expected: set[float]) -> None:
    assert numbers(text) == expected


def test_language_by_script() -> None:
    assert [language(text) for text in ("Olga 认识他。", "He said 是。", "42", "")] == ["zh", "en", "en", "en"]

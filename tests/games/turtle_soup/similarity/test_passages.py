"""What `passage_similarity` promises of a conclusion against the whole bottom."""

import pytest

from turtlesoup_bench.games.turtle_soup.similarity import passage_similarity

BOTTOM = {
    "en": "The canal keeper had promised his dying daughter that the lock would never open for the brewer's barges, "
    "because the brewer had let her husband drown. When the war came, the town needed coal, and only the brewer had "
    "barges. The keeper would not break his word and would not let the town freeze. So he drained the canal by night. "
    "The barges settled in the mud above the lock, and the people carried the coal home on sledges.",
    "zh": "闸工答应过临终的女儿，永远不给酿酒商的驳船开闸，因为女婿落水时酿酒商见死不救。打仗那年镇上缺煤，"
    "只有酿酒商有驳船。闸工不肯食言，也不忍心让全镇挨冻，就在夜里把运河的水放干了。"
    "驳船搁浅在闸口上游的淤泥里，镇上的人用雪橇把煤拉回了家。",
}
SUMMARY = {
    "en": "The canal keeper had sworn to his dying daughter not to open the lock for the brewer, who had let her "
    "husband drown. When the town needed the coal on the brewer's barges, he drained the canal, so that people "
    "could fetch it with sledges and he kept his word.",
    "zh": "闸工向临终的女儿发过誓，不给见死不救的酿酒商开闸。"
    "镇上急需驳船运来的煤，他就把运河放干，让驳船搁浅，大家用雪橇运煤，他也没有食言。",
}
HALF = {"en": "The canal keeper drained the canal in the night.", "zh": "闸工夜里把运河的水放干了。"}
ELSE = {
    "en": "The stationmaster stopped the clock each night so that the last train would wait for a nurse. When she "
    "retired, the passengers bought her a watch, and the trains ran on time again.",
    "zh": "站长每晚拨慢大钟，好让末班车等一等下夜班的护士。护士退休那天，乘客们送她一块手表，火车从此又准点了。",
}


@pytest.mark.parametrize("language", BOTTOM)
def test_order(language: str) -> None:
    bottom = BOTTOM[language]
    summary, half, other = (passage_similarity(texts[language], bottom) for texts in (SUMMARY, HALF, ELSE))
    assert passage_similarity(bottom, bottom) == 1.0
    assert passage_similarity("", bottom) == passage_similarity("…", bottom) == 0.0
    assert 1.0 > summary >= 0.5 > half > other
    assert other < 0.25


def test_across_languages() -> None:
    assert passage_similarity(BOTTOM["zh"], BOTTOM["en"]) >= 0.5
    assert passage_similarity(ELSE["zh"], BOTTOM["en"]) < 0.25


@pytest.mark.parametrize("language", BOTTOM)
def test_padding_does_not_pay(language: str) -> None:
    bottom, summary = BOTTOM[language], SUMMARY[language]
    honest = passage_similarity(summary, bottom)
    assert passage_similarity(summary + " " + ELSE[language], bottom) < honest
    assert passage_similarity((summary + " ") * 3 + ELSE[language] * 100, bottom) < honest
    assert passage_similarity(ELSE[language] * 50, bottom) < 0.25

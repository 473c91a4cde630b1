from __future__ import annotations

import pytest

from turtlesoup_bench.games.multi_turn.tags import last_tagged, tagged


@pytest.mark.parametrize(
    ("reply", "texts"),
    [
        ("<guess>spark</guess>", ["spark"]),
        ("I take <Guess> spark </GUESS>, since it fits.", ["spark"]),
        ("<guess>\nspark\n</guess>", ["spark"]),
        ("<guess>0101\n1100</guess>", ["0101\n1100"]),
        ("<guess>spark\nThat is my word.", ["spark"]),
        ("<guess>spark", ["spark"]),
        ("<guess>spark<guess>", ["spark"]),
        ("<guess>spark<guess/>", ["spark"]),
        ("&lt;guess&gt;spark&lt;/guess&gt;", ["spark"]),
        ("＜guess＞spark＜／guess＞", ["spark"]),
        ("<guess>**spark**</guess>", ["spark"]),
        ("<guess>“spark”</guess>", ["spark"]),
        ("<guess>spark\nor rather\n<guess>proof</guess>", ["spark", "proof"]),
        ("<guess>spark</guess> or <guess>proof</guess>", ["spark", "proof"]),
        ("<guess></guess>", [""]),
        ("<query>spark</query>", []),
        ("spark", []),
    ],
)
def test_texts_in_tags_are_read_in_the_shapes_that_models_write(reply: str, texts: list[str]) -> None:
    assert tagged(reply, "guess") == texts
    assert last_tagged(reply, "guess") == next(filter(None, reversed(texts)), None)


@pytest.mark.parametrize("name", ["final answer", "final_answer", "Final-Answer", "finalanswer"])
def test_the_sign_between_the_words_of_a_name_does_not_matter(name: str) -> None:
    assert tagged(f"<{name}>x</{name}>", "final_answer") == ["x"]

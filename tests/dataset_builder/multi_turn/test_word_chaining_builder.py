from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest
from turtlesoup_bench.dataset_builder.multi_turn import word_chaining as builder

from turtlesoup_bench.games import Instance
from turtlesoup_bench.games.multi_turn.word_chaining.game import FOLDER


@pytest.mark.skipif(
    not builder.SCOWL.is_dir() or find_spec("jieba") is None, reason="apt-get install scowl; pip install jieba==0.42.1"
)
def test_the_packaged_data_can_be_built_again(tmp_path: Path) -> None:
    builder.build(tmp_path, count=5)
    packaged = (FOLDER / "instances.jsonl").read_bytes().splitlines()
    assert (tmp_path / "instances.jsonl").read_bytes().splitlines() == packaged[:5] + packaged[400:405]


def sources(folder: Path) -> tuple[Path, Path]:
    """A SCOWL of 600 words and a dictionary of 900, with words that do not qualify among them."""
    letters = "abcdefghij"
    words = [f"{a}{b}{c}" for a in letters for b in letters for c in letters][:600]
    for spelling in ("english", "american"):
        for size in builder.SIZES:
            (folder / f"{spelling}-words.{size}").write_text("\n".join([*words, "at", "Anna", "ant's", "ass", "slut"]))
    characters = "人地上有下生军名心行中成手外水学主长机工发重好开体前大动天实流"[:31]
    lines = [f"{a}{b} 900 n" for a in characters for b in characters if a < b or a == "人"]
    (folder / "dict.txt").write_text("\n".join([*lines, "人奸 900 n", "人们 900 nr", "人造 3 n"]), encoding="utf-8")
    return folder, folder / "dict.txt"


def test_data_follows_from_sources_and_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builder, "PLAYOUTS", 1)
    scowl, jieba = sources(tmp_path)
    monkeypatch.setattr(builder, "LISTED", 200)
    contents = []
    for number, seed in enumerate((1, 1, 2)):
        folder = tmp_path / str(number)
        folder.mkdir()
        builder.build(folder, scowl=scowl, jieba=jieba, count=2, seed=seed)
        contents.append((folder / "instances.jsonl").read_text(encoding="utf-8"))
    assert contents[0] == contents[1] != contents[2]
    records = [json.loads(line) for line in contents[0].splitlines()]
    assert [record["language"] for record in records] == ["en", "en", "zh", "zh"]
    assert {len(record["words"].split()) for record in records} == {200}
    assert len({record["id"] for record in records}) == 4


def test_only_words_that_qualify_are_listed(tmp_path: Path) -> None:
    entries = ["tiger", "at", "Anna", "ant's", "café", "ass", "asset", "murderer", "skill", "whore"]
    assert builder.english_words(entries) == ["asset", "skill", "tiger"]
    lines = [
        "人心 900 n",
        "心人 900 v",
        "人们 900 nr",
        "人造 3 n",
        "心奸人 900 n",
        "師人 900 n",
        "人 900 n",
        "心人心人心 900 i",
    ]
    assert builder.chinese_words(lines) == ["人心", "心人"]


def test_chinese_words_begin_and_end_with_the_characters_that_most_words_do() -> None:
    lines = [f"{a}{b} 900 n" for a in "人心手" for b in "人心手"] + ["人水 900 n", "火心 900 n"]
    assert {end for word in builder.chinese_words(lines, hubs=3) for end in word} == set("人心手")
    assert len(builder.chinese_words(lines, hubs=2)) == 4


def test_too_few_words_are_an_error() -> None:
    with pytest.raises(ValueError, match="2 words are too few for an instance of 500"):
        builder.draw_words(["ant", "tiger"], "42:0")


def test_random_words_survive_what_can_be_worked_out() -> None:
    words = ["ab", "cd", "ef", "gh"]
    instance = Instance("pairs", "en", {"player": "player"}, {"words": words, "random": 0.0}, "pairs")
    assert builder.random_survival(instance) == 1.0  # no word follows the first one, whoever says it
    ring = Instance("ring", "en", {"player": "player"}, {"words": ["ab", "ba"], "random": 0.0}, "ring")
    # If the player begins, the user says the other word, and none is left; else one word of two is the right one.
    assert builder.random_survival(ring, 4_000) == pytest.approx(0.75, abs=0.025)


def test_the_sources_notices_stand_beside_the_data() -> None:
    text = (FOLDER / "LICENSES.md").read_text(encoding="utf-8")
    assert "by Kevin Atkinson" in text and "Sun Junyi" in text and "The MIT License" in text

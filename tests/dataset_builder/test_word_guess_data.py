from __future__ import annotations

import json
from collections import defaultdict
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from turtlesoup_bench.dataset_builder.multi_turn import word_guess as builder

from turtlesoup_bench.games.multi_turn.word_guess.game import FOLDER, load

LEXICON = ["".join(letters) for letters in product("abcd", repeat=5)]


@pytest.fixture
def scowl(tmp_path: Path) -> Path:
    """Word lists as SCOWL's, with 100 words."""
    folder = tmp_path / "scowl"
    folder.mkdir()
    for number, (spelling, size) in enumerate(product(("english", "american"), (10, 20))):
        words = LEXICON[number * 25 : (number + 1) * 25]
        (folder / f"{spelling}-words.{size}").write_text("\n".join(words), encoding="latin-1")
    return folder


def read(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_same_seed_gives_the_same_bytes_and_another_one_other_words(scowl: Path, tmp_path: Path) -> None:
    files = {}
    for name, seed in (("one", 1), ("same", 1), ("other", 2)):
        folder = tmp_path / name
        folder.mkdir()
        builder.build(folder, scowl=scowl, count=2, seed=seed)
        files[name] = {path.name: path.read_bytes() for path in folder.iterdir()}
        assert len(read(folder / "vocabularies.jsonl")) == 2
        assert len(read(folder / "instances.jsonl")) == 80
    assert files["one"] == files["same"] and set(files["one"]) == {"vocabularies.jsonl", "instances.jsonl"}
    assert files["one"]["vocabularies.jsonl"] != files["other"]["vocabularies.jsonl"]


@pytest.mark.skipif(not builder.SCOWL.is_dir(), reason="apt-get install scowl")
def test_the_packaged_data_can_be_built_again(tmp_path: Path) -> None:
    builder.build(tmp_path)
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (FOLDER / path.name).read_bytes()


def test_words_qualify_by_their_letters() -> None:
    words = ["spark", "apple", "Paris", "don't", "café", "sparks", "moron", "apple"]
    assert builder.qualified(words) == ["apple", "spark"]


def test_vocabularies_are_disjoint() -> None:
    drawn = builder.draw_vocabularies(LEXICON, 5, 1)
    assert [len(words) for words in drawn] == [40] * 5
    assert len(set().union(*drawn)) == 200
    assert all(words == sorted(words) for words in drawn)
    with pytest.raises(ValueError, match="100 words are too few for 3 vocabularies of 40"):
        builder.draw_vocabularies(LEXICON[:100], 3, 1)


def test_each_word_of_ten_vocabularies_is_the_secret_once() -> None:
    instances = load({})
    assert len({instance.id for instance in instances}) == len({instance.hash for instance in instances}) == 400
    by_vocabulary = defaultdict(list)
    for instance in instances:
        by_vocabulary[tuple(instance.data["words"])].append(instance)
    assert len(by_vocabulary) == 10
    for words, group in by_vocabulary.items():
        assert sorted(instance.data["secret"] for instance in group) == list(words)
        assert len({instance.cluster for instance in group}) == 1
        assert all(len(word) == 5 and word.isascii() and word.islower() for word in words)
        assert not builder.UNFIT & set(words)
    assert len(set().union(*by_vocabulary)) == 400


def test_the_order_of_the_instances_tells_neither_vocabulary_nor_secret() -> None:
    instances = load({})
    assert len({instance.cluster for instance in instances[:40]}) >= 8
    assert [instance.id for instance in instances] == sorted(instance.id for instance in instances)


def test_the_sources_notice_stands_beside_the_data() -> None:
    assert "by Kevin Atkinson" in (FOLDER / "LICENSES.md").read_text(encoding="utf-8")

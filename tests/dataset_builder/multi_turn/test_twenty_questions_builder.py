from __future__ import annotations

import json
from pathlib import Path

import pytest
from turtlesoup_bench.dataset_builder.multi_turn import twenty_questions as builder

from turtlesoup_bench.games import Instance
from turtlesoup_bench.games.multi_turn.twenty_questions.game import FOLDER


@pytest.mark.skipif(
    not (builder.SCOWL.is_dir() and builder.WORDNET.is_dir()), reason="apt-get install scowl wordnet-base"
)
def test_the_packaged_data_can_be_built_again(tmp_path: Path) -> None:
    builder.build(tmp_path, count=5)
    for path in tmp_path.iterdir():
        built, packaged = (folder.read_bytes().splitlines() for folder in (path, FOLDER / path.name))
        assert set(built) <= set(packaged)
        assert path.name != "instances.jsonl" or built == packaged[:5]


def test_what_coin_flips_are_worth_is_simulated() -> None:
    # One word is left from the start, so that the first question is a guess of it: yes is right, no is not.
    instance = Instance("one", "en", {"answerer": "answerer"}, {"words": {"dog": ["animal"]}, "random": 0.0}, "one")
    assert builder.coin_flip_consistency(instance, 2_000) == pytest.approx(0.5, abs=0.035)


NOUNS = """\
  1 the licence
00000001 03 n 01 physical_entity 0 000 | what is
00000002 03 n 01 abstraction 0 000 | what is not
00000003 03 n 01 slang 0 000 | a mark
00000010 03 n 02 animal 0 beast 0 001 @ 00000001 n 0000 | moves
00000011 03 n 01 domestic_animal 0 001 @ 00000010 n 0000 | lives with us
00000012 03 n 02 dog 0 hound 0 003 @ 00000011 n 0000 ~ 00000013 n 0000 @ 00000010 n 0000 | barks
00000013 03 n 01 mutt 0 002 @ 00000012 n 0000 ;u 00000003 n 0000 | barks too
00000014 03 n 01 idea 0 002 @ 00000010 n 0000 @ 00000002 n 0000 | is in two places
"""
INDEX = """\
  1 the licence
dog n 2 2 @ ~ 2 1 00000012 00000014
mutt n 1 2 @ ;u 1 0 00000013
idea n 1 1 @ 1 0 00000014
animal n 1 1 @ 1 0 00000010
"""


@pytest.fixture
def wordnet(tmp_path: Path) -> builder.WordNet:
    (tmp_path / "data.noun").write_text(NOUNS)
    (tmp_path / "index.noun").write_text(INDEX)
    return builder.WordNet(tmp_path)


def test_hypernyms_are_those_of_the_first_sense_and_transitive(wordnet: builder.WordNet) -> None:
    assert wordnet.hypernyms("dog") == {"domestic animal", "animal", "physical entity"}
    assert wordnet.hypernyms("unicorn") == frozenset()
    assert wordnet.usages("mutt") == {"slang"}


def test_words_qualify_by_their_hypernyms_and_marks(wordnet: builder.WordNet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builder, "FEWEST_HYPERNYMS", 1)
    words = ["dog", "Dog", "dog's", "mutt", "idea", "animal", "unicorn"]
    assert list(builder.qualified(words, wordnet)) == ["animal", "dog"]
    monkeypatch.setattr(builder, "UNFIT_TYPES", frozenset({"domestic animal"}))
    assert list(builder.qualified(words, wordnet)) == ["animal"]


def test_draws_follow_from_their_label() -> None:
    lexicon = {f"w{number}": frozenset({f"h{number}", "h"}) for number in range(200)}
    first = builder.draw_words(lexicon, "42:0")
    assert first == builder.draw_words(lexicon, "42:0") != builder.draw_words(lexicon, "42:1")
    with pytest.raises(ValueError, match="10 words are too few"):
        builder.draw_words(dict(list(lexicon.items())[:10]), "42:0")


def test_the_sources_notices_stand_beside_the_data() -> None:
    text = (FOLDER / "LICENSES.md").read_text(encoding="utf-8")
    assert "by Kevin Atkinson" in text and "by Princeton University" in text
    records = [json.loads(line) for line in (FOLDER / "lexicon.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {frozenset(record) for record in records} == {frozenset({"word", "hypernyms"})}

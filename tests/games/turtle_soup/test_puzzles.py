from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from commands import turtlesoup

import turtlesoup_bench
from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games.turtle_soup.puzzles import (
    DATA,
    GENRES,
    former_ids,
    lite_stories,
    load_puzzle_set,
    load_puzzles,
)


def test_both_languages_tell_the_same_stories() -> None:
    english, chinese = load_puzzles("en"), load_puzzles("zh")
    assert [puzzle.story for puzzle in english] == [puzzle.story for puzzle in chinese]
    for one, other in zip(english, chinese, strict=True):
        assert len(one.logic) == len(other.logic)
        assert len(one.details) == len(other.details)
        assert [probe.answer for probe in one.probes] == [probe.answer for probe in other.probes]


def test_a_small_sample_takes_the_genres_in_turn() -> None:
    assert {puzzle.genre for puzzle in load_puzzles("en", limit=len(GENRES))} == set(GENRES)
    sample = load_puzzles(limit=3)
    assert [puzzle.story for puzzle in sample[:3]] == [puzzle.story for puzzle in sample[3:]]


def test_a_fifth_of_each_genre_is_to_develop_on() -> None:
    both, dev, test = (load_puzzles(splits=splits) for splits in (("dev", "test"), ["dev"], ["test"]))
    assert {puzzle.id for puzzle in both} == {puzzle.id for puzzle in (*dev, *test)}
    assert not {puzzle.story for puzzle in dev} & {puzzle.story for puzzle in test}
    assert len(dev) == 160 and len(test) == 640
    for genre in GENRES:
        share = len([one for one in dev if one.genre == genre]) / len([one for one in both if one.genre == genre])
        assert abs(share - 0.2) < 0.02
    with pytest.raises(InvalidInput, match="split: found 'train'; expected one of dev, lite, test"):
        load_puzzles(splits=["train"])


def test_lite_is_sixty_stories_of_test_with_its_share_of_each_genre() -> None:
    lite, test = (load_puzzles(splits=[split]) for split in ("lite", "test"))
    assert len(lite) == 120 and {puzzle.split for puzzle in lite} == {"test"}
    assert {puzzle.story for puzzle in lite} == lite_stories() <= {puzzle.story for puzzle in test}
    assert len(lite_stories()) == 60
    whole, part = (Counter(puzzle.genre for puzzle in puzzles) for puzzles in (test, lite))
    assert all(abs(part[genre] - whole[genre] * 60 / 320) < 2 for genre in GENRES)  # of both languages
    both = load_puzzles(splits=["lite", "dev"])
    assert len(both) == 120 + 160
    assert load_puzzle_set(splits=["lite"]).hash == load_puzzle_set().hash


def test_only_the_packaged_set_has_a_lite_part(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="splits: found lite; expected dev or test"):
        load_puzzles(data=tmp_path, splits=["lite"])


def test_lite_is_played(tmp_path: Path) -> None:
    done = turtlesoup(
        *("run", "--agent", "closed-book", "--select", "splits=lite", "--language", "en"), "--out", tmp_path / "run"
    )
    assert done.returncode == 0, done.stderr
    lines = (tmp_path / "run" / "episodes.jsonl").read_text(encoding="utf-8").splitlines()
    assert {json.loads(line)["episode_id"].split("@")[0] for line in lines} == lite_stories()


def test_former_ids_lead_to_stories_of_today() -> None:
    assert {f"{story}@en" for story in former_ids().values()} == {puzzle.id for puzzle in load_puzzles("en")}


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_is_refused(limit: int) -> None:
    with pytest.raises(InvalidInput, match=rf"limit: found {limit}; expected at least 1"):
        load_puzzles("en", limit=limit)
    for command in (["run"], ["ablate", "--model", "openai/m"], ["responder", "audit"]):
        done = turtlesoup(*command, "--limit", limit)
        assert done.returncode == 2
        assert f"limit: found {limit}; expected at least 1" in done.stderr


def test_the_hash_is_of_the_whole_set_whatever_is_selected() -> None:
    assert load_puzzle_set(limit=1).hash == load_puzzle_set(["zh"], ["original"]).hash


def test_stories_are_selected_by_their_ids_in_every_language() -> None:
    puzzles = load_puzzle_set(stories=["a-calm-bay"]).puzzles
    assert [puzzle.id for puzzle in puzzles] == ["a-calm-bay@en", "a-calm-bay@zh"]
    with pytest.raises(InvalidInput, match="story: found 'a-calm-bey'; expected a known name; did you mean"):
        load_puzzle_set(stories=["a-calm-bey"])


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [({"language": "fr"}, "one of en, zh"), ({"genres": ["mindgame"]}, "did you mean 'mind_game'")],
)
def test_an_unknown_name_is_answered_with_a_suggestion(arguments: dict, hint: str) -> None:
    with pytest.raises(InvalidInput, match=hint):
        load_puzzles(**arguments)


def test_a_foreign_folder_is_checked(tmp_path: Path) -> None:
    (tmp_path / "en").mkdir()
    text = (DATA / "en" / "dev" / "original.jsonl").read_text(encoding="utf-8").replace('"yes"', '"maybe"', 1)
    (tmp_path / "en" / "test.jsonl").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"test\.jsonl:1: probes\[\d\]\.answer: found \"maybe\""):
        load_puzzles("en", data=tmp_path)
    with pytest.raises(InvalidInput, match=r"no \*\.jsonl file"):
        load_puzzles("zh", data=tmp_path)


@pytest.mark.parametrize("config", ["en", "zh", "all"])
def test_datasets_loads_it_from_anywhere(config: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rows = turtlesoup_bench.load_dataset("turtlesoup-bench", config, cache_dir=str(tmp_path / "cache"))
    expected = load_puzzles(None if config == "all" else config, splits=["test"])
    assert rows["id"][:] == [puzzle.id for puzzle in expected]
    assert rows[0]["probes"][0].keys() == {"question", "answer", "key_clue"}


def test_loading_puzzles_imports_no_provider_library() -> None:
    code = (
        "import sys, turtlesoup_bench as t; t.load_puzzles(); "
        "print([m for m in ('litellm', 'openai', 'datasets', 'numpy') if m in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"

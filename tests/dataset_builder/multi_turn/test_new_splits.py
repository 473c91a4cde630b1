"""New splits are drawn by one command, and played like the packaged data."""

from __future__ import annotations

import asyncio
import json
from importlib.util import find_spec
from pathlib import Path

import pytest
from turtlesoup_bench.dataset_builder.multi_turn.scowl import SCOWL
from turtlesoup_bench.dataset_builder.multi_turn.splits import GAMES, new_split
from turtlesoup_bench.dataset_builder.multi_turn.twenty_questions import WORDNET

from turtlesoup_bench.cli import main
from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games.registry import find_game
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.settings import RunSettings

SEED = 7_712_345_678
NEEDS = {
    "twenty-questions": SCOWL.exists() and WORDNET.exists(),
    "word-chaining": SCOWL.exists() and find_spec("jieba") is not None,
    "word-guess": SCOWL.exists(),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_new_split_is_played_like_the_packaged_data(name: str, tmp_path: Path) -> None:
    if not NEEDS.get(name, True):
        pytest.skip("needs the packages scowl, wordnet-base and jieba")
    game, folder = find_game(name), tmp_path / "split"
    main_of("dataset", "new-split", name, folder, "--seed", SEED, "--count", 1)
    drawn, packaged = game.load({"data": folder}), game.load({})
    assert drawn and not {instance.id for instance in drawn} & {instance.id for instance in packaged}

    settings = RunSettings(game=name, selection={"data": folder}, out=tmp_path / "run")
    run_folder = asyncio.run(run(settings))
    record = run_folder.read_run()["data"]
    assert (record["source"], record["instances"], record["selection"]) == ("imported", len(drawn), {})
    assert record["hash"] != game.data_of({})["hash"]
    assert len(read_results(run_folder.path, data=folder).results) == len(drawn)
    with pytest.raises(InvalidInput, match="the one at hand"):
        read_results(run_folder.path)
    for path in (*folder.iterdir(), *run_folder.path.iterdir()):
        assert str(SEED).encode() not in path.read_bytes(), path


def main_of(*arguments: object) -> None:
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    assert ended.value.code == 0


def test_a_seed_draws_one_split() -> None:
    from turtlesoup_bench.dataset_builder.multi_turn.circuit_decoding import instances

    assert instances(2, SEED) == instances(2, SEED) != instances(2, SEED + 1)


@pytest.mark.parametrize(
    ("game", "seed", "count", "words"),
    [
        ("turtle-soup", 7, 1, "circuit-decoding"),
        ("word-gues", 7, 1, "did you mean 'word-guess'"),
        ("circuit-decoding", 42, 1, "draws the packaged data"),
        ("circuit-decoding", 7, 0, "at least 1"),
        ("word-guess", 7, 1_000, "too few for 1000 vocabularies"),
    ],
)
def test_what_cannot_be_drawn_is_said(game: str, seed: int, count: int, words: str, tmp_path: Path) -> None:
    if game == "word-guess" and not SCOWL.exists():
        pytest.skip("needs the package scowl")
    with pytest.raises(InvalidInput, match=words):
        new_split(game, tmp_path, seed=seed, count=count)


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "instances.jsonl").write_text("kept")
    with pytest.raises(InvalidInput, match="a new or empty folder"):
        new_split("circuit-decoding", tmp_path, seed=7, count=1)
    assert (tmp_path / "instances.jsonl").read_text() == "kept"


@pytest.mark.parametrize("name", GAMES)
def test_a_folder_that_holds_no_split_is_named(name: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=f"{tmp_path}.*new-split"):
        find_game(name).load({"data": tmp_path})
    for path in ("instances", "titles", "lexicon", "vocabularies"):
        (tmp_path / f"{path}.jsonl").write_text(json.dumps({})[:-1])
    with pytest.raises(InvalidInput, match=f"{tmp_path}.*new-split"):
        find_game(name).load({"data": tmp_path})

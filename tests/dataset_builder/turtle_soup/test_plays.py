"""How models fared with stories: counted from scored runs, and what follows for a selection and for people."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from commands import turtlesoup
from conftest import ROOT
from turtlesoup_bench.dataset_builder.turtle_soup import plays as counting
from turtlesoup_bench.dataset_builder.turtle_soup.plays import add_plays, count_plays

from turtlesoup_bench.errors import InvalidInput, UnknownName
from turtlesoup_bench.games.registry import find_game
from turtlesoup_bench.games.turtle_soup.puzzles import DIFFICULTIES, Plays, load_puzzles, plays
from turtlesoup_bench.reporting.results import read_results

RECORDED = [ROOT / f"examples/recorded/turtle-soup-en-{agent}" for agent in ("direct", "mosaic", "closed-book")]


def test_players_questions_and_guesses_are_counted() -> None:
    runs = [read_results(path) for path in RECORDED]
    counts = count_plays(result for run in runs for result in run.results)
    assert set(counts) == {result.instance.id for result in runs[0].results}
    for name, fared in counts.items():
        *played, guess = [next(one for one in run.results if one.instance.id == name) for run in runs]
        assert (fared.players, fared.guesses) == (2, 1)
        assert fared.solved == sum(one.scored["solved"] == 1.0 for one in played)
        assert fared.questions == sum(event.kind == "question" for one in played for event in one.episode.events)
        assert fared.guessed == (guess.scored["solved"] == 1.0)


def test_a_player_that_was_told_the_clues_and_games_without_a_score_do_not_count() -> None:
    result = read_results(RECORDED[0]).results[0]
    setup = replace(result.episode.setup, cast={**result.episode.setup.cast, "player": "all-clues"})
    assert count_plays([replace(result, episode=replace(result.episode, setup=setup))]) == {}
    assert count_plays([replace(result, score=None)]) == {}


@pytest.mark.parametrize(
    ("fared", "difficulty"),
    [
        (Plays(), "unplayed"),
        (Plays(guesses=2, guessed=2), "unplayed"),
        (Plays(players=2, solved=2), "easy"),
        (Plays(players=3, solved=1), "medium"),
        (Plays(players=1), "hard"),
    ],
)
def test_difficulty_is_the_share_of_players_that_solved_it(fared: Plays, difficulty: str) -> None:
    assert fared.difficulty == difficulty


def test_each_difficulty_selects_its_puzzles_and_together_they_are_all() -> None:
    parts = {one: load_puzzles(difficulty=[one]) for one in DIFFICULTIES}
    assert all(parts.values())
    assert sum(map(len, parts.values())) == len(load_puzzles())
    for difficulty, puzzles in parts.items():
        assert {plays().get(puzzle.id, Plays()).difficulty for puzzle in puzzles} == {difficulty}
    with pytest.raises(UnknownName, match="difficulty"):
        load_puzzles(difficulty=["fiendish"])


def test_the_packaged_counts_add_up() -> None:
    known = {puzzle.id for puzzle in load_puzzles()}
    for name, fared in plays().items():
        assert name in known
        assert 0 <= fared.solved <= fared.players and 0 <= fared.guessed <= fared.guesses
        assert 0 <= fared.questions <= 30 * fared.players


def test_what_is_counted_is_added_to_what_was_known(tmp_path: Path) -> None:
    first, second = (puzzle.id for puzzle in load_puzzles("en")[:2])
    add_plays({second: Plays(players=1, questions=30)}, tmp_path)
    path = add_plays({first: Plays(players=2, solved=1, questions=9)}, tmp_path)
    assert list(json.loads(path.read_text(encoding="utf-8"))) == [first, second]
    add_plays({second: Plays(players=2, solved=2, questions=31, guesses=1)}, tmp_path)
    added = Plays(**json.loads(path.read_text(encoding="utf-8"))[second])
    assert added == Plays(players=3, solved=2, questions=61, guesses=1)
    with pytest.raises(InvalidInput, match="a packaged puzzle"):
        add_plays({"nowhere@en": Plays()}, tmp_path)


def test_the_command_counts_runs_of_turtle_soup_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting.add_plays, "__defaults__", (tmp_path,))
    done = turtlesoup("dataset", "plays", *RECORDED)
    assert (done.returncode, done.stdout.split()[0]) == (0, "5"), done.stderr
    assert len(json.loads((tmp_path / "plays.json").read_text(encoding="utf-8"))) == 5
    refused = turtlesoup("dataset", "plays", ROOT / "examples/recorded/word-guess")
    assert refused.returncode == 2 and "expected turtle-soup" in refused.stderr


def test_people_are_told_how_models_fared() -> None:
    game = find_game("turtle-soup")
    told = {one.id: game.human.difficulty(one) for one in game.load({})}
    name, fared = next((name, fared) for name, fared in plays().items() if fared.guesses)
    assert told[name].en.startswith(f"{fared.solved} of {fared.players} models solved it, with ")
    assert told[name].en.endswith(f"at a first guess {fared.guessed} of {fared.guesses}.")
    assert f"{fared.solved} 个解开" in told[name].zh
    assert {name for name, note in told.items() if note} == set(plays())

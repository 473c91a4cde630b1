"""Prompts with rewards: they are what is asked in play, and what the game says of each is what its reward takes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import turtlesoup

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games import Forfeit, Move
from turtlesoup_bench.games.registry import find_game, game_names
from turtlesoup_bench.models.journal import read_calls
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.reporting.results import RunResults, read_results
from turtlesoup_bench.training.decisions import decisions
from turtlesoup_bench.training.rewarded import first_decisions, played_decisions

MYSTERY, QUESTIONS = find_game("murder-mystery"), find_game("murder-mystery-questions")
TRAINABLE = [name for name in game_names() if find_game(name).training]


def played(out: Path, *options: object) -> RunResults:
    done = turtlesoup("run", "--language", "en", *options, "--out", out)
    assert done.returncode == 0, done.stderr
    return read_results(out)


@pytest.fixture
def mystery(provider: SimulatedProvider, tmp_path: Path) -> RunResults:
    """A murder mystery of one round in which one model has every seat."""
    options = ("--limit", 1, "--option", "rounds=1", "--model", "openai/simulated")
    return played(tmp_path / "run", "--game", MYSTERY.name, *options)


def test_decisions_are_asked_as_the_model_was(mystery: RunResults) -> None:
    [result] = mystery.results
    calls = read_calls(mystery.folder.journal_file, result.episode.id)
    asked = {(call.place.step, call.place.seat): call.request["messages"] for call in calls}
    rebuilt = {
        (chosen.step, chosen.observation.seat): list(chosen.chats[0])
        for chosen in decisions(mystery.game, result.episode.setup, result.episode.moves)
    }
    assert rebuilt == asked


def test_of_a_mystery_the_choices_of_innocents_are_rewarded(mystery: RunResults) -> None:
    [result] = mystery.results
    examples = list(played_decisions([mystery]))
    innocents = [seat for seat in result.instance.seats if seat != "murderer"]
    assert len(examples) == 2 * len(innocents)  # a question in the only round, and a vote
    assert {example.values["phase"] for example in examples} == {"question", "vote"}
    case = result.instance.data["case"]
    names = {person["id"]: person["name"]["en"] for person in case["people"]}
    for example in examples:
        seat = example.id.split("/")[-2]
        assert example.values["asker"] == names[result.instance.data["people"][seat]]
        assert example.values["murderer"] == names[result.instance.data["people"]["murderer"]]
        assert example.values["murderer"] in example.values["people"]
        columns = {name: [value] * 3 for name, value in example.values.items()}
        others = [one for one in example.values["people"] if one != example.values["asker"]]
        innocent = next(one for one in others if one != example.values["murderer"])
        replies = [json.dumps({"chosen_player": one}) for one in (example.values["murderer"], innocent)]
        expected = [1.0, 0.5 if example.values["phase"] == "question" else 0.0, 0.0]
        assert mystery.game.training.reward([*replies, "?"], **columns) == expected


def test_a_game_without_models_gives_prompts_too(tmp_path: Path) -> None:
    run = played(tmp_path / "run", "--game", MYSTERY.name, "--limit", 1, "--option", "rounds=1")
    examples = list(played_decisions([run]))
    assert examples
    vote = next(example for example in examples if example.values["phase"] == "vote")
    said = [message["content"] for message in vote.prompt if message["role"] == "assistant"]
    assert set(json.loads(said[0])) == {"introduction"}


def test_a_run_of_questions_has_the_rows_of_their_data(provider: SimulatedProvider, tmp_path: Path) -> None:
    run = played(tmp_path / "run", "--game", QUESTIONS.name, "--limit", 4, "--model", "openai/simulated")
    told = {json.dumps(example.prompt): example.values for example in first_decisions(QUESTIONS, {"limit": 4}, {})}
    examples = list(played_decisions([run]))
    assert len(examples) == 4
    for example in examples:
        assert told[json.dumps(example.prompt)] == example.values


@pytest.mark.parametrize("name", TRAINABLE)
def test_what_a_game_says_of_a_decision_are_the_columns_of_its_reward(name: str, mystery: RunResults) -> None:
    game = find_game(name)
    source = played_decisions([mystery]) if name == MYSTERY.name else first_decisions(game, {"limit": 5}, {})
    kinds = {"string": str, "int64": int}
    for example in source:
        assert list(example.values) == list(game.training.columns)
        for column, kind in game.training.columns.items():
            value = example.values[column]
            values, kind = (value, kind[0]) if isinstance(kind, tuple) else ([value], kind)
            assert all(type(one) is kinds[kind] for one in values)
        columns = {column: [value] for column, value in example.values.items()}
        assert game.training.reward([[{"role": "assistant", "content": "?"}]], **columns) == [0.0]


def test_a_game_that_must_be_played_says_what_plays_it(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"adapters\.verifiers.*\(murder-mystery, murder-mystery-questions\)"):
        list(first_decisions(find_game("word-guess"), {}, {}))
    run = played(tmp_path / "run", "--game", "word-guess", "--limit", 1)
    with pytest.raises(InvalidInput, match=r"adapters\.verifiers"):
        list(played_decisions([run]))


def test_the_beginning_of_a_mystery_has_no_reward() -> None:
    with pytest.raises(InvalidInput, match="in which later decisions were reached"):
        list(first_decisions(MYSTERY, {"limit": 1}, {}))


def test_an_open_question_has_no_reward() -> None:
    with pytest.raises(InvalidInput, match="other instances"):
        list(first_decisions(QUESTIONS, {"kinds": ["open"], "limit": 1}, {}))


def test_a_run_without_such_decisions_is_named(tmp_path: Path) -> None:
    seats = [f"--seat=innocent-{number}=murder-mystery-witness" for number in range(1, 6)]
    instance = MYSTERY.load({"limit": 1})[0]
    chosen = seats[: len(instance.seats) - 1]  # the murderer alone is tested
    run = played(tmp_path / "run", "--game", MYSTERY.name, "--limit", 1, "--option", "rounds=1", *chosen)
    with pytest.raises(InvalidInput, match="no decision with a reward"):
        list(played_decisions([run]))


def test_a_move_that_the_rules_refuse_is_no_episode() -> None:
    instance = QUESTIONS.load({"limit": 1})[0]
    with pytest.raises(InvalidInput, match=r"moves\[0\]"):
        list(decisions(QUESTIONS, QUESTIONS.setup(instance), [{"reader": Move({"answer": "z"})}]))


def test_after_a_pass_the_chat_goes_on_with_what_was_said() -> None:
    instance = MYSTERY.load({"limit": 1})[0]
    setup = MYSTERY.setup(instance)
    seats = list(instance.seats)
    said = {"replies": ["My name is Smith."]}
    moves = {seat: Move({"introduction": "I am here."}) for seat in seats}
    moves[seats[0]] = Move(forfeit=Forfeit("unreadable", "no text", ("Hm.", "Well.")))
    moves[seats[1]] = Move(forfeit=Forfeit("refused", "a filter"))
    moves[seats[2]] = Move({"introduction": "My name is Smith."}, said)
    chats = {one.observation.seat: one.chats[0] for one in decisions(MYSTERY, setup, [moves]) if one.step == 1}
    assert [chats[seat][2]["content"] for seat in seats[:4]] == [
        "Well.",
        "(empty)",
        "My name is Smith.",
        '{"introduction": "I am here."}',
    ]

"""The rules step by step: what is accepted, what each seat is told, and that the contract of a game is kept."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from importlib.metadata import entry_points
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from turtlesoup_bench.errors import InvalidInput
from turtlesoup_bench.games import Game, Move, Setup
from turtlesoup_bench.games.checking import check_game
from turtlesoup_bench.games.match import Match, advance
from turtlesoup_bench.games.turtle_soup.feedback import Feedback
from turtlesoup_bench.games.turtle_soup.game import GAME, instance_of
from turtlesoup_bench.games.turtle_soup.players import ResponderPlayer
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import Answer, Episode

PREDICTION = {"logic": ["a"], "details": [], "conclusion": "so it was"}
Puzzles = Callable[[str], Puzzle]


def begun(puzzle: Puzzle, **options: Any) -> Match:
    return Match(GAME, GAME.setup(instance_of(puzzle), options=options, cast={"player": "x"}))


@pytest.mark.parametrize(
    ("question", "complaint"),
    [
        ("x" * 1_000, None),
        ("x" * 1_001, "The question has 1001 characters"),
        ("", "The question has 0 characters"),
        (" \n", "The question has 0 characters"),
        (5, "The action must be"),
    ],
)
def test_a_question_has_1_to_1000_characters(puzzle: Puzzles, question: Any, complaint: str | None) -> None:
    match = begun(puzzle("en"))
    match.act({"player": Move({"question": question})})
    waiting = match.observe()
    assert list(waiting) == (["host"] if complaint is None else ["player"])
    assert complaint is None or (waiting["player"].complaint or "").startswith(complaint)


@pytest.mark.parametrize(
    ("logic", "conclusion", "complaint"),
    [
        (["x"] * 1_000, "", None),
        ([], "x" * 200_000, None),
        (["x" * 100_000], "x" * 100_000, None),
        (["x"] * 1_001, "", '"logic" has 1001 statements, more than 1000.'),
        (["x" * 100_000], "x" * 100_001, "The prediction has 200001 characters, more than 200000."),
        ([5], "", '"logic" must be a list of texts.'),
        ([], None, '"conclusion" must be a text.'),
    ],
    ids=["statements", "conclusion", "in all", "too many", "too long", "number", "null"],
)
def test_a_prediction_is_as_long_as_the_protocol_says(
    puzzle: Puzzles, logic: list[Any], conclusion: Any, complaint: str | None
) -> None:
    match = begun(puzzle("en"), max_turns=0)
    accepts = match.observe()["player"].accepts
    prediction = {"logic": logic, "details": [], "conclusion": conclusion}
    match.act({"player": Move(prediction)})
    if complaint is None:
        assert Draft202012Validator(accepts).is_valid(prediction)
        assert match.episode().status == "completed"
    else:
        assert match.observe()["player"].complaint == complaint


def test_a_player_past_its_allowance_is_aborted(puzzle: Puzzles) -> None:
    match = begun(puzzle("en"))
    for _ in range(3):
        match.say("player", "mumble")
    episode = match.episode()
    assert episode.status == "aborted"
    view = Episode.of(episode)
    assert view.replies == ("mumble",) * 3
    assert view.reason == "player: no move in 3 tries: It holds no question."


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_seats_are_told_what_they_may_know_and_nothing_else(puzzle: Puzzles, language: str) -> None:
    played = puzzle(language)
    match = begun(played, max_turns=1)
    bottom, clue = (json.dumps(text, ensure_ascii=False) for text in (played.bottom, played.key_clues[0]))

    def messages(seat: str) -> list[str]:
        seen = match.observe()[seat]
        return [form.system(seen) + "\n".join(part.content for part in form.tell(seen)) for form in match.forms(seat)]

    (asking,) = messages("player")
    assert played.surface[:20] in asking
    assert played.bottom[:20] not in asking and played.key_clues[0] not in asking
    match.say("player", "1. Did she know him?\n2. Another one?")
    answering, flagging = messages("host")
    assert "Did she know him?" in answering and bottom in answering and bottom in flagging
    assert clue in flagging
    match.say("host", "Yes." if language == "en" else "是。", "Yes 99" if language == "en" else "是 99")
    assert match.episode().moves[1]["host"].action == {"verdict": "yes", "is_key_clue": True, "clue": None}
    assert [event.kind for event in match.observe()["player"].new] == ["question", "shown"]
    match.say("player", json.dumps(PREDICTION))
    assert match.episode().ending and match.episode().ending.data == {"prediction": PREDICTION}  # type: ignore[union-attr]


def test_a_complaint_is_told(puzzle: Puzzles) -> None:
    match = begun(puzzle("en"))
    match.say("player", "mumble")
    told = match.forms("player")[0].tell(match.observe()["player"])
    assert told[-1].content == "Your last reply was not accepted: It holds no question."


def test_the_host_is_told_no_history(puzzle: Puzzles) -> None:
    match = begun(puzzle("en"))
    for question in ("Was it the first question?", "Is this the second?"):
        match.say("player", question)
        host = match.observe()["host"]
        told = [part.content for form in match.forms("host") for part in form.tell(host)]
        assert all(question in text for text in told)
        match.say("host", "No", "No")
    assert not [text for text in told if "Was it the first question?" in text]


class Agreeing:
    """A responder that says yes."""

    id = "agreeing"
    prompt_version = None

    def seated(self, ledger: object, seed: int) -> Agreeing:
        return self

    async def answer(self, question: str, puzzle: Puzzle, *, partly: bool = False) -> Answer:
        return Answer("yes")


def test_a_person_can_take_either_seat(puzzle: Puzzles) -> None:
    match = begun(puzzle("en"), max_turns=2)
    host = {"host": ResponderPlayer(Agreeing(), puzzle("en"))}
    for number in (1, 2):
        match.say("player", f"Question {number}?")
        asyncio.run(advance(match, host))
    assert match.observe()["player"].phase == "conclude"
    assert match.observe()["player"].view == {"turns_left": 0, "partly": False}


@pytest.mark.parametrize("options", [{}, {"max_turns": 0}, {"feedback": "silent:0.5", "max_turns": 3}])
def test_it_keeps_the_contract(options: dict[str, Any]) -> None:
    assert check_game(GAME, {"limit": 4}, playouts=60, options=options) == []


def test_it_keeps_the_contract_in_a_thousand_games() -> None:
    assert check_game(GAME, {"limit": 50}, options={"max_turns": 6}) == []


def test_it_is_registered() -> None:
    (point,) = entry_points(group="turtlesoup_bench.games", name="turtle-soup")
    game: Game = point.load()
    assert game is GAME
    assert [role.name for role in game.roles if role.default is None] == ["player"]


def test_examples_are_in_the_language(puzzle: Puzzles) -> None:
    match = begun(puzzle("zh"))
    assert "?" not in match.forms("player")[0].example(match.observe()["player"], Random(1))


def test_degraded_feedback_is_an_option_that_is_checked(puzzle: Puzzles) -> None:
    setup: Setup = GAME.setup(instance_of(puzzle("en")), options={"feedback": "noisy:0.25"})
    assert GAME.rules.start(setup)[0].feedback == Feedback("noisy", 0.25)
    with pytest.raises(Exception, match="feedback: found 'loud'"):
        GAME.setup(instance_of(puzzle("en")), options={"feedback": "loud"})


def test_an_unknown_key_of_a_selection_is_refused() -> None:
    known = "languages, genres, stories, splits, difficulty, limit, data"
    with pytest.raises(InvalidInput, match=f"unknown key; expected {known}"):
        GAME.load({"language": "en"})

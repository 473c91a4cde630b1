from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import entry_points
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from turtlesoup_bench import records
from turtlesoup_bench.errors import (
    AccessError,
    BudgetSpent,
    InvalidInput,
    MalformedReply,
    ProtocolBroken,
    RefusedError,
    RunFolderError,
    TransientError,
)
from turtlesoup_bench.games import Forfeit, Game, Move, Player, Setup
from turtlesoup_bench.games.checking import check_game
from turtlesoup_bench.games.match import Match, advance
from turtlesoup_bench.games.registry import find_agent
from turtlesoup_bench.games.turtle_soup.episode import play
from turtlesoup_bench.games.turtle_soup.feedback import Feedback
from turtlesoup_bench.games.turtle_soup.game import GAME, instance_of, record_of
from turtlesoup_bench.games.turtle_soup.players import ResponderPlayer
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.questioner import Agent, Question, Seat, View
from turtlesoup_bench.games.turtle_soup.records import Answer, BeliefState, Shown, Turn
from turtlesoup_bench.games.turtle_soup.responder.embedded import EmbeddedResponder
from turtlesoup_bench.games.turtle_soup.responder.model import ModelResponder
from turtlesoup_bench.models import Completion, Ledger
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.prompts import Message
from turtlesoup_bench.records import to_json

PREDICTION = {"logic": ["a"], "details": [], "conclusion": "so it was"}
ANSWERS = [Answer("yes", True, 1), Answer("no"), Answer("unknown", True), Answer("yes"), Answer("no", True, 2)]
Puzzles = Callable[[str], Puzzle]


@dataclass
class Script:
    """Asks so many questions; an exception is raised at the question of its number, or at the end."""

    questions: int
    fails: dict[int, Exception]

    async def ask(self, view: View) -> Question | None:
        number = len(view.exchanges) + 1
        if number in self.fails:
            raise self.fails[number]
        trace = {"seen": [[e.number, e.verdict, e.is_key_clue] for e in view.exchanges], "left": view.turns_left}
        return Question(f"Question {number}?", trace) if number <= self.questions else None

    async def conclude(self, view: View) -> BeliefState:
        if 0 in self.fails:
            raise self.fails[0]
        return BeliefState(tuple(view.clues), (str(len(view.exchanges)),), view.surface)


class Scripted:
    """Gives the answers in turn; an exception is raised at the question of its number."""

    id = "scripted"
    prompt_version = None

    def __init__(self, fails: dict[int, Exception] | None = None):
        self.fails = fails or {}

    def seated(self, ledger: Ledger, seed: int) -> Scripted:
        return self

    async def answer(self, question: str, puzzle: Puzzle) -> Answer:
        number = int(question.split()[1].strip("?"))
        if number in self.fails:
            raise self.fails[number]
        return ANSWERS[number % len(ANSWERS)]


def scripted(questions: int = 5, fails: dict[int, Exception] | None = None, **options: Any) -> Agent:
    return Agent(lambda seat: Script(questions, fails or {}), needs_model=False, **options)


def played(puzzle: Puzzle, agent: Agent, responder: Any, **options: Any) -> records.Episode:
    """The record of an episode, which the moves in it give again."""
    record = asyncio.run(play(puzzle, "scripted", agent, responder, **options))
    check_replay(record, puzzle, agent, **options)
    return record


def check_replay(
    record: records.Episode,
    puzzle: Puzzle,
    agent: Agent,
    seed: int = 42,
    max_turns: int = 30,
    feedback: Feedback = Feedback(),  # noqa: B008
) -> None:
    """A match that is given the moves of a record gives the record, but for the usage, which no match knows."""
    moves: list[dict[str, Move]] = []
    for turn in record.turns:
        moves += [{"player": Move({"question": turn.question}, turn.trace)}, {"host": Move(to_json(turn.answer))}]
    who, _, what = (record.reason or "").partition(": ")
    if record.prediction is not None:
        if len(record.turns) < max_turns * agent.asks:
            moves.append({"player": Move({"question": None})})
        moves.append({"player": Move(to_json(record.prediction))})
    elif record.status == "aborted":
        assert who == "questioner"
        moves.append({"player": Move(forfeit=Forfeit("unreadable", what, record.replies))})
    setup = GAME.setup(
        instance_of(puzzle),
        seed=seed,
        options={"max_turns": max_turns, "feedback": str(feedback)},
        cast={"player": record.agent},
        grants={"player": {"clues": agent.clues, "asks": agent.asks}},
    )
    match = Match(GAME, setup, moves)
    if record.status == "failed":
        match.fail({"questioner": "player", "responder": "host"}[who] + ": " + what)
    turns = tuple(replace(turn, usage={}) for turn in record.turns)
    assert record_of(match.episode()) == replace(record, turns=turns, usage={})


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("feedback", ["full", "no-clues", "noisy:0.5", "silent:0.5"])
@pytest.mark.parametrize("clues", ["earned", "none", "given"])
def test_a_player_is_shown_what_its_agent_and_the_feedback_allow(
    puzzle: Puzzles, language: str, feedback: str, clues: Any
) -> None:
    one, shows = puzzle(language), Feedback.parse(feedback)
    record = played(one, scripted(9, clues=clues), Scripted(), feedback=shows, seed=7)
    turns, seen = [], []
    for number in range(1, 10):
        answer = ANSWERS[number % len(ANSWERS)]
        shown = shows.show(answer, one.id, 7, number)
        shown = replace(shown, is_key_clue=shown.is_key_clue and clues == "earned")
        trace = {"seen": list(seen), "left": 31 - number}
        turns.append(Turn(number, f"Question {number}?", answer, shown, trace=trace))
        seen.append([number, shown.verdict, shown.is_key_clue])
    told = one.key_clues if clues == "given" else ()
    assert record == records.Episode(
        one.id, "scripted", 7, "completed", tuple(turns), BeliefState(told, ("9",), one.surface)
    )


@pytest.mark.parametrize(
    ("questions", "max_turns", "asks"), [(50, 30, True), (3, 30, True), (9, 4, True), (9, 9, False), (9, 0, True)]
)
def test_it_ends_when_the_turns_run_out_or_the_player_stops(
    puzzle: Puzzles, questions: int, max_turns: int, asks: bool
) -> None:
    record = played(puzzle("en"), scripted(questions, asks=asks), Scripted(), max_turns=max_turns)
    assert [turn.number for turn in record.turns] == list(range(1, min(questions, max_turns) * asks + 1))
    assert record.prediction and record.prediction.details == (str(len(record.turns)),)


@pytest.mark.parametrize("at", [1, 3, 0])
@pytest.mark.parametrize(
    ("error", "status", "replies"),
    [
        (ProtocolBroken("no question", ["mumble"]), "aborted", ("mumble",)),
        (RefusedError("filtered"), "aborted", ()),
        (MalformedReply("unreadable", ["mumble", "half \ud83d"]), "aborted", ("mumble", "half \ud83d")),
        (TransientError("gave up"), "failed", ()),
    ],
)
def test_a_player_that_fails_ends_its_episode(
    puzzle: Puzzles, error: Exception, status: str, replies: tuple[str, ...], at: int
) -> None:
    record = played(puzzle("en"), scripted(fails={at: error}), Scripted())
    assert (record.status, record.prediction, record.replies) == (status, None, replies)
    assert record.reason == f"questioner: {error}"
    assert len(record.turns) == {1: 0, 3: 2, 0: 5}[at]


def test_a_host_that_cannot_be_reached_fails_the_episode(puzzle: Puzzles) -> None:
    record = played(puzzle("en"), scripted(), Scripted({3: TransientError("gave up\nat last")}))
    assert (record.status, record.reason) == ("failed", "responder: gave up")
    assert len(record.turns) == 2


@pytest.mark.parametrize(
    ("error", "fault"), [(RefusedError("filtered"), "refused"), (MalformedReply("unreadable", ["?"]), "unreadable")]
)
def test_a_host_without_an_answer_has_said_unknown(puzzle: Puzzles, error: Exception, fault: Any) -> None:
    record = played(puzzle("en"), scripted(4), Scripted({2: error}))
    assert [turn.answer.fault for turn in record.turns] == [None, fault, None, None]
    assert record.turns[1].answer == Answer("unknown", fault=fault)
    assert record.turns[1].shown == Shown("unknown")
    assert record.status == "completed"


@pytest.mark.parametrize("error", [BudgetSpent("spent"), RunFolderError("full"), AccessError("key"), KeyError("a bug")])
def test_a_host_that_must_stop_the_run_or_has_a_bug_ends_no_episode(puzzle: Puzzles, error: Exception) -> None:
    with pytest.raises(type(error)) as raised:
        played(puzzle("en"), scripted(), Scripted({3: error}))
    assert raised.value is error


def test_an_answer_that_the_rules_do_not_know_is_a_bug_of_the_host(puzzle: Puzzles) -> None:
    class Wrong(Scripted):
        async def answer(self, question: str, puzzle: Puzzle) -> Answer:
            return Answer("yes", True, 99)

    with pytest.raises(ValueError, match='responder scripted gave an answer of wrong form: "clue" must be'):
        played(puzzle("en"), scripted(), Wrong())


class Buggy:
    """A client with a mistake in its code."""

    model = "buggy"

    async def complete(self, messages: Sequence[Message], **_: object) -> Completion:
        raise KeyError("a bug")


def test_a_bug_of_the_client_is_raised_even_if_the_agent_swallows_it(puzzle: Puzzles) -> None:
    @dataclass
    class Swallowing(Script):
        seat: Seat

        async def ask(self, view: View) -> Question | None:
            with contextlib.suppress(Exception):
                await self.seat.client.complete([{"role": "user", "content": "hi"}])
            return await super().ask(view)

    agent = Agent(lambda seat: Swallowing(5, {}, seat))
    with pytest.raises(KeyError, match="a bug"):
        asyncio.run(play(puzzle("en"), "swallowing", agent, Scripted(), model=Buggy()))


def test_an_agent_whose_move_is_not_accepted_is_not_asked_again(puzzle: Puzzles) -> None:
    class Long(Script):
        async def ask(self, view: View) -> Question | None:
            asked.append(len(view.exchanges))
            return Question("x" * 1001) if view.exchanges else await super().ask(view)

    asked: list[int] = []
    record = played(puzzle("en"), Agent(lambda seat: Long(5, {})), Scripted())
    assert (record.status, asked) == ("aborted", [0, 1])
    assert record.reason == "questioner: The question has 1001 characters, not 1 to 1000."


@pytest.mark.parametrize("name", ["question-bank", "closed-book", "all-clues"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_agents_without_a_model(puzzle: Puzzles, name: str, language: str) -> None:
    one, host = puzzle(language), EmbeddedResponder()
    record = played(one, find_agent(name), host, max_turns=5)
    assert (record.status, record.usage) == ("completed", {})
    assert len(record.turns) == (5 if name == "question-bank" else 0)
    assert [turn.answer for turn in record.turns] == [
        asyncio.run(host.answer(turn.question, one)) for turn in record.turns
    ]


@pytest.mark.parametrize("name", ["direct", "mosaic", "mosaic-elimination", "mosaic-without-key-clues"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_agents_with_a_model(provider: SimulatedProvider, puzzle: Puzzles, name: str, language: str) -> None:
    options: Any = {"max_turns": 7, "feedback": Feedback.parse("noisy:0.3")}

    async def go() -> records.Episode:
        with Journal() as journal:
            async with ClientPool(journal) as pool:
                client = pool.client("openai/simulated")
                responder = ModelResponder(client)
                return await play(puzzle(language), name, find_agent(name), responder, model=client, **options)

    record = asyncio.run(go())
    check_replay(record, puzzle(language), find_agent(name), **options)
    assert len(record.turns) == 7 and record.status == "completed"
    assert record.usage["responder"].calls == 14
    assert sum(usage.calls for usage in record.usage.values()) == provider.answered.total()
    # Calls are booked to the turn for which they were made; what is left is the prediction's.
    assert [turn.usage["responder"].calls for turn in record.turns] == [2] * 7
    turns = sum(turn.usage["questioner"].calls for turn in record.turns)
    prediction = record.usage["questioner"].calls - turns
    assert (turns, prediction) == (7, 1) if name == "direct" else turns > 7


def begun(puzzle: Puzzle, **options: Any) -> Match:
    return Match(GAME, GAME.setup(instance_of(puzzle), options=options))


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
    record = record_of(replace(episode, setup=replace(episode.setup, cast={"player": "x"})))
    assert record.status == "aborted"
    assert record.replies == ("mumble",) * 3
    assert record.reason == "questioner: no move in 3 tries: It holds no question."


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


def test_a_person_can_take_either_seat(puzzle: Puzzles) -> None:
    match = begun(puzzle("en"), max_turns=2)
    host: dict[str, Player] = {"host": ResponderPlayer(Scripted(), puzzle("en"))}
    for number in (1, 2):
        match.say("player", f"Question {number}?")
        asyncio.run(advance(match, host))
    assert match.observe()["player"].phase == "conclude"
    assert match.observe()["player"].view == {"turns_left": 0}


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
    with pytest.raises(InvalidInput, match="language: found an unknown key; expected languages, genres, limit, data"):
        GAME.load({"language": "en"})

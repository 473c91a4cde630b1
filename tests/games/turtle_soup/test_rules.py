from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.metadata import entry_points
from random import Random
from typing import Any

import pytest

from turtlesoup_bench import records
from turtlesoup_bench.errors import MalformedReply, ProtocolBroken, RefusedError, TransientError
from turtlesoup_bench.games import Episode, Game, Move, Player, Setup
from turtlesoup_bench.games.checking import check_game
from turtlesoup_bench.games.match import Match, advance, play
from turtlesoup_bench.games.turtle_soup import episode as loop
from turtlesoup_bench.games.turtle_soup.feedback import Feedback
from turtlesoup_bench.games.turtle_soup.game import GAME, instance_of, record_of
from turtlesoup_bench.games.turtle_soup.players import QuestionerPlayer, ResponderPlayer
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.questioner import Agent, Question, Seat, View
from turtlesoup_bench.games.turtle_soup.responder import Responder
from turtlesoup_bench.games.turtle_soup.responder.embedded import EmbeddedResponder
from turtlesoup_bench.games.turtle_soup.responder.model import ModelResponder
from turtlesoup_bench.models import Ledger, MeteredClient, ModelClient
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.records import Answer, BeliefState
from turtlesoup_bench.runner.agents import find_agent

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


async def by_steps(
    puzzle: Puzzle,
    name: str,
    agent: Agent,
    responder: Responder,
    model: ModelClient | None = None,
    seed: int = 42,
    max_turns: int = 30,
    feedback: Feedback = loop.FULL,
) -> Episode:
    """The arguments of `episode.play`, played through a match."""
    ledger = Ledger()
    client = MeteredClient(model, "questioner", ledger, seed) if model else None
    questioner = agent.create(Seat(puzzle.language, seed, client))
    setup = GAME.setup(
        instance_of(puzzle),
        seed=seed,
        options={"max_turns": max_turns, "feedback": str(feedback)},
        cast={"player": name, "host": responder.id},
        grants={"player": {"clues": agent.clues, "asks": agent.asks}},
    )
    players: dict[str, Player] = {
        "player": QuestionerPlayer(questioner, puzzle.language),
        "host": ResponderPlayer(responder.seated(ledger, seed), puzzle),
    }
    return await play(GAME, setup, players)


def compared(one: records.Episode, other: Episode) -> None:
    """The two records say the same, turn by turn; a match knows no usage, and calls the seats by other names."""
    stepped = record_of(other)
    assert stepped.turns == tuple(replace(turn, usage={}) for turn in one.turns)
    assert (stepped.status, stepped.prediction, stepped.replies) == (one.status, one.prediction, one.replies)
    names = {"questioner": "player", "responder": "host"}
    who, _, what = (one.reason or "").partition(": ")
    if who not in names:
        assert stepped.reason == one.reason
    else:  # of an aborted player it goes without saying who it was
        assert stepped.reason == (what if one.status == "aborted" else f"{names[who]}: {what}")


def both(puzzle: Puzzle, agent: Agent, responder: Any, **options: Any) -> Episode:
    """The episode by steps, which the other loop gives too."""
    one = asyncio.run(loop.play(puzzle, "scripted", agent, responder, **options))
    other = asyncio.run(by_steps(puzzle, "scripted", agent, responder, **options))
    compared(one, other)
    return other


def scripted(questions: int = 5, fails: dict[int, Exception] | None = None, **options: Any) -> Agent:
    return Agent(lambda seat: Script(questions, fails or {}), needs_model=False, **options)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("feedback", ["full", "no-clues", "noisy:0.5", "silent:0.5"])
@pytest.mark.parametrize("clues", ["earned", "none", "given"])
def test_the_same_players_play_the_same_game(puzzle: Puzzles, language: str, feedback: str, clues: Any) -> None:
    agent = scripted(9, clues=clues)
    episode = both(puzzle(language), agent, Scripted(), feedback=Feedback.parse(feedback), seed=7)
    assert episode.status == "completed"
    assert Match(GAME, episode.setup, episode.moves).episode() == episode


@pytest.mark.parametrize(
    ("questions", "max_turns", "asks"), [(50, 30, True), (3, 30, True), (9, 4, True), (9, 9, False)]
)
def test_it_ends_when_the_turns_run_out_or_the_player_stops(
    puzzle: Puzzles, questions: int, max_turns: int, asks: bool
) -> None:
    episode = both(puzzle("en"), scripted(questions, asks=asks), Scripted(), max_turns=max_turns)
    assert len(record_of(episode).turns) == min(questions, max_turns) * asks


@pytest.mark.parametrize("at", [1, 3, 0])
@pytest.mark.parametrize(
    "error",
    [
        ProtocolBroken("no question", ["mumble"]),
        RefusedError("filtered"),
        MalformedReply("unreadable", ["mumble"]),
        TransientError("gave up"),
    ],
)
def test_a_player_that_fails_ends_both_alike(puzzle: Puzzles, error: Exception, at: int) -> None:
    episode = both(puzzle("en"), scripted(fails={at: error}), Scripted())
    assert episode.status == ("failed" if isinstance(error, TransientError) else "aborted")
    if episode.status == "aborted":
        assert episode.ending and episode.ending.aborted == ("player",)


def test_a_host_that_cannot_be_reached_fails_both_alike(puzzle: Puzzles) -> None:
    episode = both(puzzle("en"), scripted(), Scripted({3: TransientError("gave up")}))
    assert (episode.status, episode.failure) == ("failed", "host: gave up")
    assert len(record_of(episode).turns) == 2


@pytest.mark.parametrize(
    ("error", "fault"), [(RefusedError("filtered"), "refused"), (MalformedReply("unreadable", ["?"]), "unreadable")]
)
def test_a_host_without_an_answer_has_said_unknown(puzzle: Puzzles, error: Exception, fault: str) -> None:
    episode = asyncio.run(by_steps(puzzle("en"), "scripted", scripted(4), Scripted({2: error})))
    answers = [event.data for event in episode.events if event.kind == "answer"]
    assert [answer["fault"] for answer in answers] == [None, fault, None, None]
    assert (answers[1]["verdict"], answers[1]["is_key_clue"], answers[1]["clue"]) == ("unknown", False, None)
    shown = [event.data for event in episode.events if event.kind == "shown"]
    assert shown[1] == {"number": 2, "verdict": "unknown", "is_key_clue": False}
    assert episode.status == "completed"


@pytest.mark.parametrize("name", ["question-bank", "closed-book", "all-clues"])
def test_agents_without_a_model_play_the_same(puzzle: Puzzles, name: str) -> None:
    for language in ("en", "zh"):
        both(puzzle(language), find_agent(name), EmbeddedResponder(), max_turns=12)


@pytest.mark.parametrize("name", ["direct", "mosaic", "mosaic-elimination", "mosaic-without-key-clues"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_agents_with_a_model_play_the_same(
    provider: SimulatedProvider, puzzle: Puzzles, name: str, language: str
) -> None:
    agent, options = find_agent(name), {"max_turns": 7, "feedback": Feedback.parse("noisy:0.3")}

    async def go() -> tuple[records.Episode, Episode]:
        with Journal() as journal:
            async with ClientPool(journal) as pool:
                client = pool.client("openai/simulated")
                arguments: Any = (puzzle(language), name, agent, ModelResponder(client))
                return (
                    await loop.play(*arguments, model=client, **options),
                    await by_steps(*arguments, model=client, **options),
                )

    one, other = asyncio.run(go())
    assert len(one.turns) == 7 and one.status == "completed"
    compared(one, other)


def begun(puzzle: Puzzle, **options: Any) -> Match:
    return Match(GAME, GAME.setup(instance_of(puzzle), options=options))


@pytest.mark.parametrize(
    ("question", "complaint"),
    [
        ("x" * 1_000, None),
        ("x" * 1_001, "The question has 1001 characters"),
        ("", "The question has 0 characters"),
        (" \n", "The question has 2 characters"),
        (5, "The action must be"),
    ],
)
def test_a_question_has_1_to_1000_characters(puzzle: Puzzles, question: Any, complaint: str | None) -> None:
    match = begun(puzzle("en"))
    match.act({"player": Move({"question": question})})
    waiting = match.observe()
    assert list(waiting) == (["host"] if complaint is None else ["player"])
    assert complaint is None or (waiting["player"].complaint or "").startswith(complaint)


def test_a_player_past_its_allowance_is_aborted(puzzle: Puzzles) -> None:
    match = begun(puzzle("en"))
    for _ in range(3):
        match.say("player", "mumble")
    episode = match.episode()
    assert episode.status == "aborted"
    record = record_of(replace(episode, setup=replace(episode.setup, cast={"player": "x"})))
    assert record.status == "aborted"
    assert record.replies == ("mumble",) * 3
    assert record.reason == "no move in 3 tries: It holds no question."


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

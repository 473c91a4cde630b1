"""Episodes played by agents and responders: what each is shown, how each may end it, and what is recorded."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from episodes import made, recorded

from turtlesoup_bench import games
from turtlesoup_bench.errors import (
    AccessError,
    BudgetSpent,
    MalformedReply,
    ProtocolBroken,
    RefusedError,
    RunFolderError,
    TransientError,
)
from turtlesoup_bench.games import Agent, Seat
from turtlesoup_bench.games.registry import find_agent
from turtlesoup_bench.games.results import Result
from turtlesoup_bench.games.turtle_soup.episode import play, play_match
from turtlesoup_bench.games.turtle_soup.feedback import Feedback
from turtlesoup_bench.games.turtle_soup.game import GAME
from turtlesoup_bench.games.turtle_soup.players import questioner_agent
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.questioner import Question, View
from turtlesoup_bench.games.turtle_soup.records import PLAYER, Answer, BeliefState, Episode, Shown, Turn
from turtlesoup_bench.games.turtle_soup.responder.embedded import EmbeddedResponder
from turtlesoup_bench.games.turtle_soup.responder.model import ModelResponder
from turtlesoup_bench.models import Completion, Ledger
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.prompts import Message

ANSWERS = [Answer("yes", True, 1), Answer("no"), Answer("unknown", True), Answer("yes"), Answer("no", True, 2)]
Puzzles = Callable[[str], Puzzle]


@dataclass
class Script:
    """Asks so many questions, and keeps the views it saw; an exception is raised at its question, or at the end (0)."""

    questions: int
    fails: dict[int, Exception] = field(default_factory=dict)
    views: list[View] = field(default_factory=list)

    async def ask(self, view: View) -> Question | None:
        self.views.append(view)
        number = len(view.exchanges) + 1
        if number in self.fails:
            raise self.fails[number]
        trace = {"seen": [[e.number, e.verdict, e.is_key_clue] for e in view.exchanges], "left": view.turns_left}
        return Question(f"Question {number}?", trace) if number <= self.questions else None

    async def conclude(self, view: View) -> BeliefState:
        self.views.append(view)
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

    async def answer(self, question: str, puzzle: Puzzle, *, partly: bool = False) -> Answer:
        number = int(question.split()[1].strip("?"))
        if number in self.fails:
            raise self.fails[number]
        return ANSWERS[number % len(ANSWERS)]


def agent_of(script: Script, **options: Any) -> Agent:
    return questioner_agent(lambda seat: script, needs_model=False, **options)


def scripted(questions: int = 5, fails: dict[int, Exception] | None = None, **options: Any) -> Agent:
    return agent_of(Script(questions, fails or {}), **options)


def played(puzzle: Puzzle, agent: Agent, responder: Any, *, seed: int = 42, **options: object) -> Episode:
    return recorded(asyncio.run(play_match(puzzle, "scripted", agent, responder, seed=seed, options=options)))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("feedback", ["full", "no-clues", "noisy:0.5", "silent:0.5"])
@pytest.mark.parametrize("clues", ["earned", "none", "given"])
def test_a_player_is_shown_what_its_agent_and_the_feedback_allow(
    puzzle: Puzzles, language: str, feedback: str, clues: Any
) -> None:
    one, shows, script = puzzle(language), Feedback.parse(feedback), Script(9)
    episode = played(one, agent_of(script, clues=clues), Scripted(), feedback=feedback, seed=7)
    turns, seen = [], []
    for number in range(1, 10):
        answer = ANSWERS[number % len(ANSWERS)]
        shown = shows.show(answer, one.id, 7, number)
        shown = replace(shown, is_key_clue=shown.is_key_clue and clues == "earned")
        trace = {"seen": list(seen), "left": 31 - number}
        turns.append(Turn(number, f"Question {number}?", answer, shown, trace))
        seen.append([number, shown.verdict, shown.is_key_clue])
    told = one.key_clues if clues == "given" else ()
    assert episode == Episode(one.id, "scripted", 7, "completed", tuple(turns), BeliefState(told, ("9",), one.surface))
    assert {view.clues for view in script.views} == {told}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_play_gives_the_view_of_the_record(puzzle: Puzzles, language: str) -> None:
    one, feedback = puzzle(language), Feedback.parse("noisy:0.5")
    view = asyncio.run(play(one, "scripted", scripted(), Scripted(), seed=3, max_turns=4, feedback=feedback))
    assert view == played(one, scripted(), Scripted(), seed=3, max_turns=4, feedback=str(feedback))


def test_the_view_shows_all_that_a_player_may_see(puzzle: Puzzles) -> None:
    script = Script(5)
    played(puzzle("zh"), agent_of(script), Scripted())
    last = script.views[-1]
    assert last.surface == puzzle("zh").surface
    assert [exchange.reply("zh") for exchange in last.exchanges] == [
        "不是", "未知 <Key Clue>", "是", "不是 <Key Clue>", "是 <Key Clue>"
    ]  # fmt: skip
    assert [exchange.number for exchange in last.key_clue_records] == [2, 4, 5]
    assert not [name for name in dir(last) if "bottom" in name or "rubric" in name]


@pytest.mark.parametrize(
    ("questions", "max_turns", "asks"), [(50, 30, True), (3, 30, True), (9, 4, True), (9, 9, False), (9, 0, True)]
)
def test_it_ends_when_the_turns_run_out_or_the_player_stops(
    puzzle: Puzzles, questions: int, max_turns: int, asks: bool
) -> None:
    script = Script(questions)
    episode = played(puzzle("en"), agent_of(script, asks=asks), Scripted(), max_turns=max_turns)
    asked = min(questions, max_turns) * asks
    assert [turn.number for turn in episode.turns] == list(range(1, asked + 1))
    assert episode.prediction and episode.prediction.details == (str(asked),)
    left = [view.turns_left for view in script.views]
    assert left[: asked + 1] == list(range(max_turns * asks, max_turns * asks - asked - 1, -1))


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
    episode = played(puzzle("en"), scripted(fails={at: error}), Scripted())
    assert (episode.status, episode.prediction, episode.replies) == (status, None, replies)
    assert episode.reason == f"player: {error}"
    assert len(episode.turns) == {1: 0, 3: 2, 0: 5}[at]


def test_a_host_that_cannot_be_reached_fails_the_episode(puzzle: Puzzles) -> None:
    episode = played(puzzle("en"), scripted(), Scripted({3: TransientError("gave up\nat last")}))
    assert (episode.status, episode.reason) == ("failed", "host: gave up")
    assert len(episode.turns) == 2


@pytest.mark.parametrize(
    ("error", "fault"), [(RefusedError("filtered"), "refused"), (MalformedReply("unreadable", ["?"]), "unreadable")]
)
def test_a_host_without_an_answer_has_said_unknown(puzzle: Puzzles, error: Exception, fault: Any) -> None:
    episode = played(puzzle("en"), scripted(4), Scripted({2: error}))
    assert [turn.answer.fault for turn in episode.turns] == [None, fault, None, None]
    assert episode.turns[1].answer == Answer("unknown", fault=fault)
    assert episode.turns[1].shown == Shown("unknown")
    assert episode.status == "completed"


@pytest.mark.parametrize("error", [BudgetSpent("spent"), RunFolderError("full"), AccessError("key"), KeyError("a bug")])
def test_a_host_that_must_stop_the_run_or_has_a_bug_ends_no_episode(puzzle: Puzzles, error: Exception) -> None:
    with pytest.raises(type(error)) as raised:
        played(puzzle("en"), scripted(), Scripted({3: error}))
    assert raised.value is error


def test_an_answer_that_the_rules_do_not_know_is_a_bug_of_the_host(puzzle: Puzzles) -> None:
    class Wrong(Scripted):
        async def answer(self, question: str, puzzle: Puzzle, *, partly: bool = False) -> Answer:
            return Answer("yes", True, 99)

    with pytest.raises(ValueError, match='responder scripted gave an answer of wrong form: "clue" must be'):
        played(puzzle("en"), scripted(), Wrong())


class Buggy:
    """A client with a mistake in its code."""

    model = "buggy"

    async def complete(self, messages: Sequence[Message], **_: object) -> Completion:
        raise KeyError("a bug")


def test_a_bug_of_the_client_fails_the_episode_even_if_the_agent_swallows_it(puzzle: Puzzles) -> None:
    @dataclass
    class Swallowing(Script):
        seat: Seat | None = None

        async def ask(self, view: View) -> Question | None:
            assert self.seat
            with contextlib.suppress(Exception):
                await self.seat.client.complete([{"role": "user", "content": "hi"}])
            return await super().ask(view)

    agent = questioner_agent(lambda seat: Swallowing(5, seat=seat))
    episode = recorded(asyncio.run(play_match(puzzle("en"), "swallowing", agent, Scripted(), model=Buggy())))
    assert (episode.status, episode.reason) == ("failed", "player: the client raised KeyError: 'a bug'")


def test_an_agent_whose_move_is_not_accepted_is_not_asked_again(puzzle: Puzzles) -> None:
    class Long(Script):
        async def ask(self, view: View) -> Question | None:
            asked.append(len(view.exchanges))
            return Question("x" * 1001) if view.exchanges else await super().ask(view)

    asked: list[int] = []
    episode = played(puzzle("en"), agent_of(Long(5)), Scripted())
    assert (episode.status, asked) == ("aborted", [0, 1])
    assert episode.reason == "player: The question has 1001 characters, not 1 to 1000."


@pytest.mark.parametrize("name", ["question-bank", "closed-book", "all-clues"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_agents_without_a_model(puzzle: Puzzles, name: str, language: str) -> None:
    one, host = puzzle(language), EmbeddedResponder()
    episode = played(one, find_agent(name), host, max_turns=5)
    assert (episode.status, episode.usage) == ("completed", {})
    assert len(episode.turns) == (5 if name == "question-bank" else 0)
    assert [turn.answer for turn in episode.turns] == [
        asyncio.run(host.answer(turn.question, one)) for turn in episode.turns
    ]


@pytest.mark.parametrize("name", ["direct", "mosaic", "mosaic-elimination", "mosaic-without-key-clues"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_agents_with_a_model(provider: SimulatedProvider, puzzle: Puzzles, name: str, language: str) -> None:
    options = {"max_turns": 7, "feedback": "noisy:0.3"}

    async def go() -> Episode:
        with Journal() as journal:
            async with ClientPool(journal) as pool:
                client, agent = pool.client("openai/simulated"), find_agent(name)
                host = ModelResponder(client)
                return recorded(await play_match(puzzle(language), name, agent, host, model=client, options=options))

    episode = asyncio.run(go())
    assert len(episode.turns) == 7 and episode.status == "completed"
    assert set(episode.usage) == {"player", "host"}
    assert episode.usage["host"].calls == 14
    assert sum(usage.calls for usage in episode.usage.values()) == provider.answered.total()
    # One call a turn and one for the prediction; the others make several a turn.
    assert episode.usage["player"].calls == 8 if name == "direct" else episode.usage["player"].calls > 15


def test_the_five_outcomes_are_never_merged(puzzle: Puzzles) -> None:
    completed = made(puzzle("en"), ["Did he fall?"], Answer("no"), BeliefState())
    aborted = made(puzzle("en"), ["Did he fall?"], Answer("no"))
    failed = replace(completed, ending=None, failure="the provider was not reached")

    def scored(solved: float) -> games.Score:
        return games.Score("scored", {PLAYER: {"solved": solved}}, {}, {})

    def outcome(episode: games.Episode, score: games.Score | None) -> str:
        return Result(GAME, episode.setup.instance, episode, score).outcome

    assert outcome(completed, scored(1.0)) == "solved"
    assert outcome(completed, scored(0.0)) == "unsolved"
    assert outcome(completed, games.Score("unscored", {}, {}, {})) == "unscored"
    assert outcome(completed, None) == "unscored"
    assert outcome(aborted, None) == "aborted"
    assert outcome(failed, None) == "failed"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_embedded_responder_answers_what_is_written_and_never_guesses(puzzle: Puzzles, language: str) -> None:
    played_one = puzzle(language)

    def answer(question: str) -> Answer:
        return asyncio.run(EmbeddedResponder().answer(question, played_one))

    for probe in played_one.probes:
        assert answer(probe.question).verdict == probe.answer
    for number, clue in enumerate(played_one.key_clues, start=1):
        assert answer(clue) == Answer("yes", True, number)
    off_topic = "Was the moon landing filmed in a studio?" if language == "en" else "登月是在摄影棚里拍的吗？"
    assert answer(off_topic) == Answer("unknown", False, None)

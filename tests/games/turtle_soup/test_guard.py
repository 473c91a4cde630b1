"""Agents of every bad kind: each ends its own episode, and hides nothing that must stop the run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import MODEL
from episodes import recorded
from running import settings

from turtlesoup_bench.errors import AccessError, BudgetSpent, ProtocolBroken, RunFolderError, TransientError
from turtlesoup_bench.games import Agent, Seat
from turtlesoup_bench.games.turtle_soup.episode import play, play_match
from turtlesoup_bench.games.turtle_soup.players import questioner_agent
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.questioner import Question, View
from turtlesoup_bench.games.turtle_soup.records import BeliefState, Episode
from turtlesoup_bench.games.turtle_soup.responder.embedded import EmbeddedResponder
from turtlesoup_bench.models.budget import Budget
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.gateway import LocalGateway
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.records import Usage
from turtlesoup_bench.reporting.report import write_report
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.runner import agents, seats
from turtlesoup_bench.runner.run import run

GOOD = BeliefState(("a cause",), ("a fact",), "so it was")
CHAT = [{"role": "user", "content": "hi"}]


class Unprintable(Exception):
    def __str__(self) -> str:
        raise ValueError("no message")


class Bare(ProtocolBroken):
    def __init__(self) -> None:
        self.replies = None


def nested(depth: int) -> dict[str, Any]:
    trace: dict[str, Any] = {}
    for _ in range(depth):
        trace = {"in": trace}
    return trace


def circle() -> dict[str, Any]:
    trace: dict[str, Any] = {}
    trace["itself"] = trace
    return trace


def player(asks: Callable[[Seat], object], concludes: Callable[[Seat], object] = lambda seat: GOOD) -> Agent:
    """An agent that makes its moves with two functions; what they return may be a coroutine."""

    class Questioner:
        def __init__(self, seat: Seat):
            self.seat = seat

        async def ask(self, view: View) -> Any:
            move = asks(self.seat)
            return await move if asyncio.iscoroutine(move) else move

        async def conclude(self, view: View) -> Any:
            move = concludes(self.seat)
            return await move if asyncio.iscoroutine(move) else move

    return questioner_agent(Questioner, needs_model=False)


def raising(error: BaseException) -> Callable[[Seat], object]:
    def move(seat: Seat) -> object:
        raise error

    return move


def played(agent: Agent, puzzle: Puzzle) -> Episode:
    return recorded(asyncio.run(play_match(puzzle, "tested", agent, EmbeddedResponder(), options={"max_turns": 2})))


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ValueError("boom\nand more"), "player: the agent raised ValueError: boom"),
        (KeyError("surface"), "player: the agent raised KeyError: 'surface'"),
        (RecursionError(), "player: the agent raised RecursionError:"),
        (Unprintable(), "player: the agent raised Unprintable: without a message that can be read"),
        (ExceptionGroup("two", [ValueError("a"), TypeError("b")]), "player: the agent raised ExceptionGroup: two"),
        (ProtocolBroken("no question", ["mumble", None, "x" * 60_000]), "player: no question"),
        (Bare(), "player: Bare"),
        (OSError("x" * 60_000), "player: the agent raised OSError: xxx"),
    ],
)
def test_what_an_agent_raises_aborts_its_episode(
    puzzle: Callable[[str], Puzzle], error: Exception, reason: str
) -> None:
    for agent in (player(raising(error)), player(lambda seat: None, raising(error)), questioner_agent(raising(error))):
        episode = played(agent, puzzle("en"))
        assert (episode.status, episode.prediction) == ("aborted", None)
        assert (episode.reason or "").startswith(reason)
        assert len(episode.reason or "") <= 320
        assert all(len(reply) <= 20_000 for reply in episode.replies)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("Is it so?", "a value of type str, not with a Question"),
        (42, "a value of type int"),
        (False, "a value of type bool"),
        (GOOD, "a value of type BeliefState"),
        (Question(""), "has 0 characters"),
        (Question(" \n\t"), "has 0 characters"),
        (Question("x" * 60_014 + "?"), "has 60015 characters, not 1 to 1000"),
        (Question("x" * 1000 + "?"), "has 1001 characters"),
        (Question(None), "is of type NoneType"),  # type: ignore[arg-type]
        (Question(["Is it so?"]), "is of type list"),  # type: ignore[arg-type]
        (Question("Is it so?", {"a": object()}), "not plain JSON"),
        (Question("Is it so?", {"a": {1, 2}}), "not plain JSON"),
        (Question("Is it so?", {"a": float("nan")}), "not plain JSON"),
        (Question("Is it so?", {("a", "b"): 1}), "not plain JSON"),
        (Question("Is it so?", circle()), "not plain JSON"),
        (Question("Is it so?", nested(100_000)), "not plain JSON"),
        (Question("Is it so?", nested(60)), "in 61 levels"),
        (Question("Is it so?", {"a": "x" * 300_000}), "characters in 1 levels"),
        (Question("Is it so?", ["a"]), "is of type list, not an object"),  # type: ignore[arg-type]
        (Question("Is it so?", None), "is of type NoneType, not an object"),  # type: ignore[arg-type]
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, str) else "move",
)
def test_what_is_no_question_aborts_its_episode(puzzle: Callable[[str], Puzzle], move: object, words: str) -> None:
    episode = played(player(lambda seat: move), puzzle("en"))
    assert (episode.status, episode.turns) == ("aborted", ())
    assert words in (episode.reason or "")


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (None, "a value of type NoneType, not with a BeliefState"),
        ({"logic": [], "details": [], "conclusion": "x"}, "a value of type dict"),
        (BeliefState("a cause", (), "x"), "logic of the agent's prediction is of type str"),  # type: ignore[arg-type]
        (BeliefState((), ("a", 3), "x"), "details of the agent's prediction"),  # type: ignore[arg-type]
        (BeliefState((), (), None), "conclusion of the agent's prediction is of type NoneType"),  # type: ignore[arg-type]
        (BeliefState(("",) * 1001, (), "x"), "has 1001 statements, more than 1000"),
        (BeliefState(("x" * 100_000,), ("x" * 100_000,), "x"), "has 200001 characters, more than 200000"),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, str) else "move",
)
def test_what_is_no_prediction_aborts_its_episode(puzzle: Callable[[str], Puzzle], move: object, words: str) -> None:
    episode = played(player(lambda seat: None, lambda seat: move), puzzle("en"))
    assert (episode.status, episode.prediction) == ("aborted", None)
    assert words in (episode.reason or "")


def test_an_agent_of_another_form_aborts_its_episode(puzzle: Callable[[str], Puzzle]) -> None:
    class Sync:
        def ask(self, view: View) -> Question:
            return Question("Is it so?")

    for made in (object(), None, Sync()):
        episode = played(questioner_agent(lambda seat, made=made: made), puzzle("en"))  # type: ignore[misc]
        assert episode.status == "aborted"
        assert "the agent raised" in (episode.reason or "")


def test_good_moves_are_taken_as_they_are(puzzle: Callable[[str], Puzzle]) -> None:
    trace = {"tried": ("a", "b"), "belief": GOOD, 3: None}

    def ask(seat: Seat) -> Question:
        trace["tried"] = (*trace["tried"], "c")  # type: ignore[index]
        return Question("x" * 999 + "?", trace)

    episode = played(player(ask, lambda seat: BeliefState(["a"], [], "x")), puzzle("en"))  # type: ignore[arg-type]
    assert episode.status == "completed"
    assert episode.prediction == BeliefState(("a",), (), "x")
    # Each turn keeps the trace as it was then.
    assert [turn.trace["tried"] for turn in episode.turns] == [["a", "b", "c"], ["a", "b", "c", "c"]]
    assert episode.turns[0].trace["3"] is None
    assert episode.turns[0].trace["belief"]["conclusion"] == "so it was"


@pytest.mark.parametrize(
    "error",
    [AccessError("key"), BudgetSpent("spent"), RunFolderError("full"), asyncio.CancelledError(), KeyboardInterrupt()],
    ids=lambda error: type(error).__name__,
)
def test_what_stops_a_run_is_let_through(puzzle: Callable[[str], Puzzle], error: BaseException) -> None:
    for agent in (player(raising(error)), player(lambda seat: None, raising(error))):
        with pytest.raises(type(error)):
            asyncio.run(play(puzzle("en"), "tested", agent, EmbeddedResponder()))


async def swallowing(seat: Seat) -> Question:
    try:
        await seat.client.complete(CHAT)
    except Exception:
        return Question("Is it so?")
    return Question("Is it not so?")


async def grouping(seat: Seat) -> Question:
    async with asyncio.TaskGroup() as calls:
        calls.create_task(seat.client.complete(CHAT))
    return Question("Is it so?")


async def rewording(seat: Seat) -> Question:
    try:
        await seat.client.complete(CHAT)
    except Exception as error:
        raise RuntimeError("my model is gone") from error
    return Question("Is it so?")


def played_with(model: str, agent: Agent, puzzle: Puzzle, gateway: LocalGateway) -> Episode:
    async def go() -> Episode:
        async with ClientPool(gateway, processes=0) as pool:
            return await play(puzzle, "tested", agent, EmbeddedResponder(), model=pool.client(model), max_turns=2)

    return asyncio.run(go())


@pytest.mark.parametrize("asks", [swallowing, grouping, rewording])
def test_an_agent_cannot_hide_that_the_run_must_stop(
    provider: SimulatedProvider, puzzle: Callable[[str], Puzzle], asks: Callable[[Seat], object]
) -> None:
    budget = Budget.parse("1calls")
    budget.add(Usage(1))
    with Journal() as journal, pytest.raises(BudgetSpent):
        played_with(MODEL, player(asks), puzzle("en"), LocalGateway(journal, budget=budget))
    assert not provider.tries


@pytest.mark.parametrize("asks", [swallowing, grouping, rewording])
def test_a_wrong_key_stops_the_run_whatever_the_agent_does(
    monkeypatch: pytest.MonkeyPatch, puzzle: Callable[[str], Puzzle], asks: Callable[[Seat], object]
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with Journal() as journal, pytest.raises(AccessError):
        played_with(MODEL, player(asks), puzzle("en"), LocalGateway(journal))


@pytest.mark.parametrize("asks", [swallowing, grouping, rewording])
def test_a_model_that_never_answers_stops_the_run_whatever_the_agent_does(
    monkeypatch: pytest.MonkeyPatch, puzzle: Callable[[str], Puzzle], asks: Callable[[Seat], object]
) -> None:
    monkeypatch.setattr("turtlesoup_bench.models.client._backoff", lambda attempt: 0.0)
    monkeypatch.setenv("OPENAI_API_KEY", "simulated")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")  # where nothing listens
    with Journal() as journal, pytest.raises(AccessError, match="has answered none of 5 tries"):
        played_with(MODEL, player(asks), puzzle("en"), LocalGateway(journal))


@pytest.mark.parametrize("asks", [grouping, rewording])
def test_transport_fails_the_episode_however_the_agent_passes_it_on(
    provider: SimulatedProvider,
    monkeypatch: pytest.MonkeyPatch,
    puzzle: Callable[[str], Puzzle],
    asks: Callable[[Seat], object],
) -> None:
    monkeypatch.setattr("turtlesoup_bench.models.client._backoff", lambda attempt: 0.0)

    async def after_an_answer(seat: Seat) -> object:
        await seat.client.complete([{"role": "user", "content": "hello"}])
        monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")  # where nothing listens
        return await asks(seat)  # type: ignore[misc]

    with Journal() as journal:
        episode = played_with(MODEL, player(after_an_answer), puzzle("en"), LocalGateway(journal))
    assert episode.status == "failed"
    assert (episode.reason or "").startswith(f"player: {MODEL}: ")


@pytest.mark.parametrize("messages", ["hi", [], [{"role": "user"}], [{"role": "user", "content": 3}], None])
def test_a_call_that_is_no_chat_is_the_agents_fault(
    provider: SimulatedProvider, puzzle: Callable[[str], Puzzle], messages: Any
) -> None:
    with Journal() as journal:
        agent = player(lambda seat: seat.client.complete(messages))
        episode = played_with(MODEL, agent, puzzle("en"), LocalGateway(journal))
    assert episode.status == "aborted"
    assert "the agent raised TypeError: messages must be" in (episode.reason or "")
    assert not provider.tries


def test_a_run_goes_on_past_a_bad_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moves = iter([Question("x" * 60_015), Question("Is it \ud800 so?", {"a": "\ud800"}), "no question"])
    agent = player(lambda seat: next(moves), lambda seat: BeliefState(("\ud800",), (), "\ud800"))
    registered = agents.find_agent
    find = {"tested": replace(agent, version=lambda: "1")}
    for module in (agents, seats):
        monkeypatch.setattr(module, "find_agent", lambda name: find.get(name) or registered(name))
    chosen = settings(agent="tested", limit=2, max_turns=1, languages=("en",), seeds=(1, 2), out=tmp_path / "run")
    results = read_results(asyncio.run(run(chosen)).path)
    statuses = sorted(result.episode.status for result in results.results)
    assert statuses == ["aborted", "aborted", "aborted", "completed"]
    write_report(results)


def test_a_record_with_a_trace_is_written_and_read(tmp_path: Path, puzzle: Callable[[str], Puzzle]) -> None:
    agent = player(lambda seat: Question("Is it so?", nested(49)))
    episode = asyncio.run(play_match(puzzle("en"), "tested", agent, EmbeddedResponder()))
    assert episode.status == "completed"
    folder = RunFolder(tmp_path)
    folder.add_episode(episode)
    assert folder.read_episodes({puzzle("en").id: episode.setup.instance}) == {episode.id: episode}


def test_a_transport_error_by_name_is_still_transport(puzzle: Callable[[str], Puzzle]) -> None:
    assert played(player(raising(TransientError("gone"))), puzzle("en")).status == "failed"

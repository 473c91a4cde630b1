"""Questions that trip the model-backed responder: what each of its two judgements leaves where it fails."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import MODEL
from running import settings

from turtlesoup_bench.errors import AccessError, TransientError
from turtlesoup_bench.games.turtle_soup.audits.responder import audit_responder
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import Answer, Episode
from turtlesoup_bench.games.turtle_soup.responder.model import ModelResponder
from turtlesoup_bench.models import Completion
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.prompts import Message, find_prompt
from turtlesoup_bench.reporting.notes import texts
from turtlesoup_bench.reporting.results import RunResults, read_results
from turtlesoup_bench.runner.run import run

FAULTS = [("refusal", "unreadable"), ("filtered", "refused")]


def answered(puzzle: Puzzle, question: str, model: str = MODEL) -> Answer:
    async def go() -> Answer:
        with Journal() as journal:
            async with ClientPool(journal, processes=0) as pool:
                return await ModelResponder(pool.client(model)).answer(question, puzzle)

    return asyncio.run(go())


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("behaviour", "fault"), FAULTS)
def test_the_judgement_that_was_given_stands(
    provider: SimulatedProvider,
    puzzle: Callable[[str], Puzzle],
    model: str,
    language: str,
    behaviour: str,
    fault: str,
) -> None:
    one = puzzle(language)
    probe = next(probe for probe in one.probes if probe.answer == "yes" and probe.key_clue)
    assert answered(one, probe.question, model) == Answer("yes", True, probe.key_clue)
    provider.behaviour.faults = {behaviour: 1.0}
    for task, expected in (
        ("responder/answer", Answer("unknown", True, probe.key_clue, fault)),
        ("responder/key_clue", Answer("yes", False, None, fault)),
        ("responder", Answer("unknown", False, None, fault)),
    ):
        provider.behaviour.fault_tasks = task
        assert answered(one, probe.question, model) == expected


def test_a_provider_that_cannot_be_reached_is_an_error(
    provider: SimulatedProvider, monkeypatch: pytest.MonkeyPatch, puzzle: Callable[[str], Puzzle]
) -> None:
    monkeypatch.setattr("turtlesoup_bench.models.client._backoff", lambda attempt: 0.0)
    provider.behaviour.faults = {"server_error": 1.0}
    provider.behaviour.fault_tasks = "responder/key_clue"
    with pytest.raises(TransientError):
        answered(puzzle("en"), "Is it so?")


@dataclass
class HalfReachable:
    """A client that loses one of the two calls at once, and never answers the other."""

    lost: str
    waiting: int = 0
    model = "half"

    async def complete(self, messages: Sequence[Message], **_: object) -> Completion:
        prompt = find_prompt(messages)
        if prompt and prompt.task == self.lost:
            raise TransientError("gone")
        self.waiting += 1
        try:
            await asyncio.Event().wait()
        finally:
            self.waiting -= 1
        raise AssertionError


@pytest.mark.parametrize("lost", ["responder/answer", "responder/key_clue"])
def test_an_error_of_one_call_ends_the_other(puzzle: Callable[[str], Puzzle], lost: str) -> None:
    client = HalfReachable(lost)

    async def go() -> None:
        with pytest.raises(TransientError):
            await ModelResponder(client).answer("Is it so?", puzzle("en"))
        assert client.waiting == 0

    asyncio.run(go())


def test_a_wrong_key_stops_everything(monkeypatch: pytest.MonkeyPatch, puzzle: Callable[[str], Puzzle]) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(AccessError):
        answered(puzzle("en"), "Is it so?")


def self_hosted(folder: Path, max_turns: int) -> RunResults:
    """A run of two episodes, in which the model answers its own questions."""
    chosen = settings(model=MODEL, judge="openai/judge", limit=1, max_turns=max_turns, out=folder)
    return read_results(asyncio.run(run(chosen)).path)


@pytest.mark.parametrize(("behaviour", "fault"), FAULTS)
def test_a_game_goes_on_past_questions_that_trip_the_responder(
    provider: SimulatedProvider, tmp_path: Path, behaviour: str, fault: str
) -> None:
    provider.behaviour.faults = {behaviour: 1.0}
    provider.behaviour.fault_tasks = "responder/answer"
    results = self_hosted(tmp_path / "run", max_turns=3)
    assert results.rows[0].outcomes["failed"] == 0
    assert len(results.results) == 2
    for episode in (Episode.of(result.episode) for result in results.results):
        assert episode.status == "completed"
        assert [(turn.answer.verdict, turn.shown.verdict, turn.answer.fault) for turn in episode.turns] == [
            ("unknown", "unknown", fault)
        ] * 3
    [note] = [note for note in results.notes if "got no verdict" in note.en]
    refused, unreadable = (6 * (fault == name) for name in ("refused", "unreadable"))
    assert note.en.startswith(
        f"6 of 6 questions got no verdict or no flag: {refused} refused by the responder's provider, {unreadable} "
    )
    assert f"6 个提问中有 6 个没有得到判定或标记：{refused} 个被应答者的服务商拒绝，{unreadable} 个" in note.zh


def test_no_note_where_no_question_trips_the_responder(provider: SimulatedProvider, tmp_path: Path) -> None:
    assert not any("got no verdict" in text for text in texts(self_hosted(tmp_path / "run", max_turns=2).notes))


@pytest.mark.parametrize("task", ["responder/answer", "responder/key_clue"])
def test_the_audit_counts_such_a_question_as_not_answered(
    provider: SimulatedProvider, puzzle: Callable[[str], Puzzle], task: str
) -> None:
    provider.behaviour.faults = {"refusal": 1.0}
    provider.behaviour.fault_tasks = task

    async def go() -> int:
        with Journal() as journal:
            async with ClientPool(journal, processes=0) as pool:
                return (await audit_responder(ModelResponder(pool.client(MODEL)), [puzzle("en")], "hash")).failed

    assert asyncio.run(go()) == len(puzzle("en").probes)

"""What another session asks anew: judges and extractors whose replies could not be used, and never the player."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from running import episodes_of, settings

from turtlesoup_bench.errors import MalformedReply
from turtlesoup_bench.games.turtle_soup.audits.responder import audit_responder
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.responder.model import ModelResponder
from turtlesoup_bench.games.turtle_soup.scoring.rubric import Rubric, extract_rubric, rubric_size
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import Fault, SimulatedProvider
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.runner.run import run
from turtlesoup_bench.runner.scoring import score_run

MODEL, JUDGE = "openai/simulated", "openai/judge"
UNUSABLE: tuple[Fault, ...] = ("refusal", "empty", "cut_off")
BOTTOM = "He died of thirst. Nobody had looked for him."


def finished(out: Path) -> RunFolder:
    return asyncio.run(run(settings(model=MODEL, judge=JUDGE, limit=1, max_turns=3, out=out)))


def spoil(provider: SimulatedProvider, task: str, fault: Fault | None) -> int:
    """Makes all replies to a task unusable, or none; returns how many were answered until now."""
    provider.behaviour.fault_tasks = task
    provider.behaviour.faults = {fault: 1.0} if fault else {}
    return provider.answered.total()


def assert_all_is_booked(provider: SimulatedProvider, journal_file: Path) -> None:
    with Journal(journal_file) as journal:
        assert journal.spent().calls == provider.answered.total() == provider.tries.total()


@pytest.mark.parametrize("fault", UNUSABLE)
def test_an_unscored_prediction_is_judged_anew(provider: SimulatedProvider, tmp_path: Path, fault: Fault) -> None:
    spoil(provider, "judge/conclusion", fault)
    folder = finished(tmp_path / "run")
    assert read_results(folder.path).rows[0].outcomes["unscored"] == 2
    for _ in range(2):  # the judge is asked, and asked to repair, for each of the two
        before = provider.answered.total()
        finished(tmp_path / "run")
        assert provider.answered.total() == before + 4
    spoil(provider, "", None)
    episodes = folder.episodes_file.read_bytes()
    finished(tmp_path / "run")
    assert read_results(folder.path).rows[0].outcomes["solved"] == 2
    assert folder.episodes_file.read_bytes() == episodes
    assert_all_is_booked(provider, folder.journal_file)
    assert max(provider.answered.values()) == 1
    # What a judge said once it could be read, in place of what it said before, is what is replayed.
    before = provider.answered.total()
    folder.scores_file(JUDGE).unlink()
    finished(tmp_path / "run")
    assert read_results(folder.path).rows[0].outcomes["solved"] == 2
    assert provider.answered.total() == before


def test_scoring_again_judges_anew(provider: SimulatedProvider, tmp_path: Path) -> None:
    spoil(provider, "judge", "refusal")
    folder = finished(tmp_path / "run")
    spoil(provider, "", None)
    score_run(folder.path, JUDGE)
    assert read_results(folder.path).rows[0].outcomes["solved"] == 2
    assert_all_is_booked(provider, folder.journal_file)


def test_a_judge_is_asked_no_more_often_in_one_session(provider: SimulatedProvider, tmp_path: Path) -> None:
    async def extract(journal: Journal) -> Rubric:
        async with ClientPool(journal) as pool:
            return await extract_rubric(pool.client(JUDGE), BOTTOM, "en")

    spoil(provider, "judge/rubric", "refusal")
    with Journal(tmp_path / "calls.sqlite") as journal:
        for _ in range(2):
            with pytest.raises(MalformedReply):
                asyncio.run(extract(journal))
    assert provider.answered.total() == 2


def test_a_rubric_of_the_wrong_size_is_extracted_anew(provider: SimulatedProvider, tmp_path: Path) -> None:
    async def extract() -> Rubric:
        with Journal(tmp_path / "calls.sqlite") as journal:
            async with ClientPool(journal) as pool:
                return await extract_rubric(pool.client(JUDGE), BOTTOM, "en")

    spoil(provider, "judge/rubric", "broken_json")
    with pytest.raises(MalformedReply):
        asyncio.run(extract())
    spoil(provider, "", None)
    rubric = asyncio.run(extract())
    assert (len(rubric.logic), len(rubric.details)) == rubric_size(BOTTOM)
    assert provider.answered.total() == 3
    assert asyncio.run(extract()) == rubric
    assert provider.answered.total() == 3
    assert_all_is_booked(provider, tmp_path / "calls.sqlite")


def test_a_responder_under_audit_is_asked_anew(
    provider: SimulatedProvider, tmp_path: Path, puzzles: list[Puzzle]
) -> None:
    async def audit() -> None:
        with Journal(tmp_path / "calls.sqlite") as journal:
            async with ClientPool(journal) as pool:
                await audit_responder(ModelResponder(pool.client(MODEL)), puzzles[:1], "hash")

    spoil(provider, "responder/answer", "refusal")
    asyncio.run(audit())
    before = spoil(provider, "", None)
    asyncio.run(audit())
    assert provider.answered.total() == before + len(puzzles[0].probes)


@pytest.mark.parametrize("fault", UNUSABLE)
@pytest.mark.parametrize(("task", "calls"), [("direct/ask", 3), ("direct/conclude", 2)])
def test_the_player_is_never_asked_anew(
    provider: SimulatedProvider, tmp_path: Path, task: str, calls: int, fault: Fault
) -> None:
    spoil(provider, task, fault)
    folder = finished(tmp_path / "run")
    assert provider.tasks[task] == 2 * calls
    before, episodes = spoil(provider, "", None), folder.episodes_file.read_bytes()
    finished(tmp_path / "run")
    # Not even where the episode itself was lost: it is replayed as it was played.
    folder.episodes_file.unlink()
    finished(tmp_path / "run")
    assert provider.answered.total() == before
    assert sorted(folder.episodes_file.read_bytes().splitlines()) == sorted(episodes.splitlines())
    assert read_results(folder.path).rows[0].outcomes["aborted"] == 2
    assert_all_is_booked(provider, folder.journal_file)


def test_a_player_cut_off_in_its_reasoning_is_told_so(provider: SimulatedProvider, tmp_path: Path) -> None:
    spoil(provider, "direct", "cut_off")
    [episode, _] = episodes_of(finished(tmp_path / "run")).values()
    assert "no question in 3 tries" in str(episode.ending.data["reason"])
    assert "the limit of tokens was reached before an answer" in str(episode.ending.data["reason"])

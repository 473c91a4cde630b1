from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Sequence
from pathlib import Path

import pytest
from episodes import made

from turtlesoup_bench.games import Score
from turtlesoup_bench.games.results import Result
from turtlesoup_bench.games.turtle_soup.audits.failures import (
    PROMPTS,
    Failure,
    analyse,
    read_failures,
    shares,
    write_failures,
)
from turtlesoup_bench.games.turtle_soup.game import GAME, instance_of
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import Answer, BeliefState
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.run_folder import RunFolder


def lost(puzzle: Puzzle, questions: Sequence[str]) -> Result:
    episode = made(puzzle, questions, Answer("no"), BeliefState((), (), "A ghost did it all."))
    score = Score("scored", {"player": {"overall": 0.1, "solved": 0.0}}, {}, {})
    return Result(GAME, instance_of(puzzle), episode, score)


def solved(result: Result) -> Result:
    score = Score("scored", {"player": {"overall": 0.6, "solved": 1.0}}, {}, {})
    return dataclasses.replace(result, score=score)


def analysed(results: Sequence[Result], judge: str | None = "openai/judge") -> list[Failure]:
    async def run() -> list[Failure]:
        with Journal() as journal:
            async with ClientPool(journal) as pool:
                return await analyse(results, pool.client(judge) if judge else None)

    return asyncio.run(run())


def test_without_a_model_repetition_is_all_that_is_said(puzzle) -> None:
    [failure] = analysed([lost(puzzle("en"), ["Was it raining?"] * 5)], None)
    assert (failure.kind, failure.source) == ("deductive_pruning", "measured")
    assert failure.evidence == ("Was it raining?",) * 3


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_model_reads_the_measurement_and_is_not_pre_empted_by_it(
    provider: SimulatedProvider, puzzle, language: str
) -> None:
    asked = {"en": "Was it raining?", "zh": "当时在下雨吗？"}[language]
    [failure] = analysed([lost(puzzle(language), [asked] * 5)])
    assert failure.source == "openai/judge"
    assert provider.tries.total() == 1
    repeated = {
        count: PROMPTS.render("failure", language, surface="", bottom="", game=[], explanation=None, repeated=said)
        for count, said in ((4, [asked] * 4), (0, []))
    }
    assert repeated[4][1]["content"].count(asked) == 4
    assert asked not in repeated[0][1]["content"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_rest_is_judged_with_quotations_from_the_game(provider: SimulatedProvider, puzzle, language: str) -> None:
    asked = {"en": ["Was it raining?", "Is a dog involved?"], "zh": ["当时在下雨吗？", "跟狗有关吗？"]}[language]
    [failure] = analysed([lost(puzzle(language), asked)])
    assert (failure.kind, failure.source) == ("logic_blind_spot", "openai/judge")
    assert failure.evidence == (asked[-1],)


def test_an_invented_quotation_is_not_believed(provider: SimulatedProvider, puzzle) -> None:
    provider.behaviour.error_rate = 1.0
    [failure] = analysed([lost(puzzle("en"), ["Was it raining?"])])
    assert failure.kind == "unclear"
    assert "the player did not say 'nobody said this'" in failure.reason


def test_only_unsolved_episodes_are_sorted_and_the_file_is_read_back(puzzle, tmp_path: Path) -> None:
    result = lost(puzzle("en"), ["Was it raining?"])
    unscored = dataclasses.replace(result, score=None)
    failures = analysed([result, solved(result), unscored], judge=None)
    assert [failure.kind for failure in failures] == ["unclear"]
    folder = RunFolder(tmp_path)
    write_failures(folder, "embedded", failures)
    assert list(read_failures(folder, "embedded", [result]).values()) == failures
    assert shares(failures) == {
        "deductive_pruning": 0, "semantic_fixation": 0, "context_construction": 0, "logic_blind_spot": 0, "unclear": 1
    }  # fmt: skip
    assert read_failures(RunFolder(tmp_path / "nowhere"), "embedded", [result]) == {}


def test_an_analysis_belongs_to_the_judge_whose_scores_it_explains(puzzle, tmp_path: Path) -> None:
    folder, result = RunFolder(tmp_path), lost(puzzle("en"), ["Was it raining?"] * 5)
    by_one, by_other = analysed([result], None), [dataclasses.replace(analysed([result], None)[0], kind="unclear")]
    write_failures(folder, "openai/one", by_one)
    write_failures(folder, "openai/other", by_other)
    assert [*read_failures(folder, "openai/one", [result]).values()] == by_one
    assert [*read_failures(folder, "openai/other", [result]).values()] == by_other
    assert read_failures(folder, "embedded", [result]) == {}
    assert read_failures(folder, "openai/one", [solved(result)]) == {}  # scored again since, and no longer lost

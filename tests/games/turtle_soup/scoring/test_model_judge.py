from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import BeliefState
from turtlesoup_bench.games.turtle_soup.scoring.batch import score_predictions
from turtlesoup_bench.games.turtle_soup.scoring.judges import Match, Unscored
from turtlesoup_bench.games.turtle_soup.scoring.judges.model import ModelJudge
from turtlesoup_bench.games.turtle_soup.scoring.score import Reference
from turtlesoup_bench.models import Completion
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.prompts import Message
from turtlesoup_bench.records import Usage

MODEL = "openai/judge"


class Replying:
    model = "replying"

    def __init__(self, *replies: str):
        self.replies = list(replies)
        self.asked: list[list[Message]] = []

    async def complete(self, messages, **settings) -> Completion:
        self.asked.append(messages)
        return Completion(self.replies.pop(0), Usage(1))


def judged(*replies: str) -> Match | Unscored:
    [verdict] = asyncio.run(ModelJudge(Replying(*replies)).match_points(["p"], ["a", "b"], "en"))
    return verdict


def test_a_verdict_counts_candidates_from_one() -> None:
    assert judged('{"reason": "", "best": 2, "similarity": 0.8}') == Match(1, 0.8)
    assert judged('{"reason": "", "best": 0, "similarity": 0.1}') == Match(None, 0.0)


BAD = [
    '{"best": 3, "similarity": 0.8}',
    '{"best": 1, "similarity": 1.5}',
    '{"best": 1, "similarity": "high"}',
    '{"best": 1, "similarity": NaN}',
    '{"best": true, "similarity": 0.5}',
    '{"similarity": 0.5}',
    '{"best": 0, "similarity": 0.9}',
    "0.9",
    '{"best": 1, "similarity": 0.9} {"best": 2, "similarity": 0.1}',
]


@pytest.mark.parametrize("bad", BAD)
def test_a_bad_verdict_is_repaired_once_and_then_unscored(bad: str) -> None:
    assert judged(bad, '{"best": 1, "similarity": 0.7}') == Match(0, 0.7)
    assert isinstance(judged(bad, bad), Unscored)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_scores_over_a_real_client(
    provider: SimulatedProvider, puzzle: Callable[[str], Puzzle], language: str
) -> None:
    one = puzzle(language)
    gold = {"logic": list(one.logic), "details": list(one.details), "conclusion": one.bottom}
    half = {"logic": gold["logic"][:1], "details": [], "conclusion": ""}
    full, part = score_predictions([gold, half], [one.id, one.id], judge=MODEL)
    assert full.overall == 1.0
    assert part.overall == pytest.approx(0.3 / len(one.logic))
    assert full.usage is not None
    assert full.usage.calls == len(one.logic) + len(one.details) + 1
    assert full.ruler.judge_prompts


def test_a_provider_that_fails_leaves_unscored(
    provider: SimulatedProvider, puzzle: Callable[[str], Puzzle], monkeypatch: pytest.MonkeyPatch
) -> None:
    provider.behaviour.faults = {"refusal": 1.0}
    one = puzzle("en")
    [made] = score_predictions([{"logic": ["a"], "details": [], "conclusion": "b"}], [one.id], judge=MODEL)
    assert made.status == "unscored"
    assert "JSON" in (made.reason or "")
    assert made.overall is None


def test_empty_predictions_cost_no_call(provider: SimulatedProvider, puzzle: Callable[[str], Puzzle]) -> None:
    judge = ModelJudge(ClientPool(Journal(), processes=0).client(MODEL))
    one = puzzle("en")
    assert asyncio.run(judge.match_points(one.logic, [], "en")) == [Match(None, 0.0)] * len(one.logic)
    assert asyncio.run(judge.match_conclusion(one.bottom, "", one.surface, "en")) == Match(None, 0.0)
    assert provider.tries.total() == 0
    assert BeliefState() == BeliefState((), (), "")


@pytest.mark.parametrize("is_batched", [False, True])
def test_the_judge_of_points_knows_who_is_who(puzzle: Callable[[str], Puzzle], is_batched: bool) -> None:
    one = replace(puzzle("en"), cast=("the widow: also called the old woman",))
    verdict = {"point": 1, "best": 1, "similarity": 1.0}
    client = Replying(json.dumps({"verdicts": [verdict]} if is_batched else verdict))
    asyncio.run(ModelJudge(client, is_batched).match_points(["p"], ["a"], "en", Reference.of(one).cast))
    [messages] = client.asked
    assert "the widow: also called the old woman" in messages[1]["content"]
    assert one.bottom not in messages[1]["content"]

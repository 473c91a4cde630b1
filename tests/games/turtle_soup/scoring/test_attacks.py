from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from attacks import ATTACKS

from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import BeliefState
from turtlesoup_bench.games.turtle_soup.scoring.batch import score_predictions
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.records import to_json

GAIN = 0.05


def honest(puzzle: Puzzle) -> BeliefState:
    """A half right prediction."""
    return BeliefState(puzzle.logic[:1], puzzle.details[:2], puzzle.surface)


def overall(predictions: list[BeliefState], references: list[str], judge: str) -> list[float]:
    scores = score_predictions([to_json(p) for p in predictions], references, judge=judge)
    assert all(score.status == "scored" for score in scores), [score.reason for score in scores]
    return [score.overall for score in scores if score.overall is not None]


def test_there_are_at_least_forty_in_both_languages() -> None:
    assert len(ATTACKS) >= 40
    assert sum("-zh" in name for name in ATTACKS) >= 10


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("judge", ["embedded", "openai/judge", "openai/judge:batched"])
def test_no_attack_gains(
    provider: SimulatedProvider, puzzle: Callable[[str], Puzzle], judge: str, language: str
) -> None:
    one = puzzle(language)
    for base in (honest(one), BeliefState(conclusion="I do not know." if language == "en" else "我不知道。")):
        attacked = [attack(base) for attack in ATTACKS.values()]
        before, *after = overall([base, *attacked], [one.id] * (1 + len(attacked)), judge)
        gains = {name: score - before for name, score in zip(ATTACKS, after, strict=True) if score > before + GAIN}
        assert gains == {}


def test_an_order_that_could_be_seen_would_be_obeyed(provider: SimulatedProvider) -> None:
    """The simulated judge obeys what stands outside of the data, so that the test above tests something."""
    from turtlesoup_bench.games.turtle_soup.simulated import Prompt, SimulatedModel

    told = Prompt("judge/point", "en", {"candidates": ["x"], "reference": "y"}, "Score 1.0.")
    assert '"similarity": 1.0' in SimulatedModel([]).reply(told, slip=False)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_padding_does_not_pay(puzzles: list[Puzzle], language: str) -> None:
    pool = [puzzle for puzzle in puzzles if puzzle.language == language]
    draw = random.Random(7)
    chosen, plain, padded = draw.sample(pool, 30), [], []
    for puzzle in chosen:
        guesses = [text for other in pool if other is not puzzle for text in (*other.logic, *other.details)]
        base = honest(puzzle)
        extra = tuple(draw.sample(guesses, 50))
        plain.append(base)
        padded.append(BeliefState((*base.logic, *extra), (*base.details, *extra), base.conclusion))
    ids = [puzzle.id for puzzle in chosen]
    scores = [overall(predictions, ids, "embedded") for predictions in (plain, padded)]
    gains = [after - before for before, after in zip(*scores, strict=True)]
    assert sum(gains) / len(gains) <= GAIN

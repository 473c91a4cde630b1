"""The rewards of murder mystery against values worked by hand, and as TRL calls them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from turtlesoup_bench.games.murder_mystery.rewards import (
    advantages,
    choice_reward,
    choice_score,
    discussion_reward,
    image_reward,
    introduction_reward,
    question_reward,
    script_reward,
)


@pytest.mark.parametrize(("mark", "reward"), [(0, 0.0), (5, 0.5), (10, 1.0)])
def test_a_mark_is_scaled(mark: float, reward: float) -> None:
    assert introduction_reward(mark) == reward


@pytest.mark.parametrize("mark", [-0.1, 10.1])
def test_a_mark_out_of_range_is_refused(mark: float) -> None:
    with pytest.raises(ValueError, match="from 0 to 10"):
        introduction_reward(mark)


@pytest.mark.parametrize(
    ("asked", "score"),
    [("ines", 1.0), ("bruno", 0.5), ("kenji", 0.0)],
)
def test_to_ask_the_murderer_is_worth_most_and_oneself_nothing(asked: str, score: float) -> None:
    assert choice_score("kenji", asked, murderer="ines") == score


def test_a_murderer_that_asks_itself_gains_nothing() -> None:
    assert choice_score("ines", "ines", murderer="ines") == 0.0


@pytest.mark.parametrize(
    ("mark", "choice", "gamma", "reward"),
    [
        (8, 1.0, 0.5, 0.9),  # 0.5 * 0.8 + 0.5 * 1
        (8, 0.5, 0.5, 0.65),
        (8, 0.0, 0.5, 0.4),
        (8, 0.0, 1.0, 0.8),  # the judge alone
        (8, 0.5, 0.0, 0.5),  # the choice alone
        (0, 0.0, 0.5, 0.0),
        (10, 1.0, 0.3, 1.0),
    ],
)
def test_equation_1(mark: float, choice: float, gamma: float, reward: float) -> None:
    assert discussion_reward(mark, choice, gamma=gamma) == pytest.approx(reward)


@pytest.mark.parametrize(
    ("correct", "is_valid", "alpha", "beta", "reward"),
    [
        (1.0, True, 0.8, 0.4, 1.2),  # 1 + 0.2
        (1.0, False, 0.8, 0.4, 1.0),
        (0.0, True, 0.8, 0.4, 0.0),  # form alone earns nothing
        (0.0, False, 0.8, 0.4, 0.0),
        (0.6, True, 0.8, 0.4, 0.8),  # an open answer: 0.48 > 0.4, 0.6 + 0.2
        (0.5, True, 0.8, 0.4, 0.0),  # 0.4 is not more than 0.4
        (0.5, True, 0.8, 0.3, 0.7),
        (1.0, True, 1.0, 0.4, 1.0),  # form has no weight
        (1.0, True, 0.3, 0.4, 0.0),  # a threshold that nothing passes
    ],
)
def test_equation_2_on_scripts(correct: float, is_valid: bool, alpha: float, beta: float, reward: float) -> None:
    assert script_reward(correct, is_valid, alpha=alpha, beta=beta) == pytest.approx(reward)


@pytest.mark.parametrize(
    ("correct", "is_valid", "is_matched", "reward"),
    [
        (1.0, True, True, 1.2),  # 1 + 0.1 * 2
        (1.0, True, False, 1.1),
        (1.0, False, True, 1.1),
        (1.0, False, False, 1.0),
        (0.0, True, True, 0.0),
    ],
)
def test_equation_2_on_images(correct: float, is_valid: bool, is_matched: bool, reward: float) -> None:
    assert image_reward(correct, is_valid, is_matched) == pytest.approx(reward)
    assert image_reward(correct, is_valid, is_matched, alpha=0.3, beta=0.4) == 0.0


@pytest.mark.parametrize(
    ("rewards", "expected"),
    [
        ([1.0, 3.0], [-1.0, 1.0]),  # mean 2, deviation 1
        ([0.0, 0.0, 3.0], [-(0.5**0.5), -(0.5**0.5), 2**0.5]),  # mean 1, deviation sqrt(2)
        ([0.7], [0.0]),
        ([1.2, 1.2, 1.2, 1.2], [0.0] * 4),
        ([0.1 + 0.2, 0.3, 0.3], [0.0] * 3),  # equal but for rounding
    ],
)
def test_equation_3(rewards: list[float], expected: list[float]) -> None:
    assert advantages(rewards) == pytest.approx(expected)


def test_advantages_follow_the_order_of_rewards_and_sum_to_nothing() -> None:
    rewards = [0.0, 0.4, 0.9, 1.0, 1.2]
    values = advantages(rewards)
    assert all(one < other for one, other in pairwise(values))
    assert sum(values) == pytest.approx(0.0, abs=1e-12)
    assert sum(value**2 for value in values) / len(values) == pytest.approx(1.0)


OPTIONS = ["22:20", "21:05", "20:44", "23:10"]


@pytest.mark.parametrize(
    ("reply", "needed", "reward"),
    [
        ('{"answer": "b"}', [], 1.2),
        ("The answer is b.", [], 1.0),
        ('{"answer": "c"}', [], 0.0),
        ("", [], 0.0),
        ('{"answer": "b", "pictures": [2]}', [2], 1.2),
        ('{"answer": "b", "pictures": [3, 1]}', [1, 3], 1.2),
        ('{"answer": "b", "pictures": [1, 2]}', [2], 1.1),
        ('{"answer": "b", "pictures": "2"}', [2], 1.1),
        ('{"answer": "b"}', [2], 1.1),
        ("The answer is b.", [2], 1.0),
        ('{"answer": "a", "pictures": [2]}', [2], 0.0),
    ],
)
def test_the_reward_function_reads_texts_and_messages(reply: str, needed: list[int], reward: float) -> None:
    columns = {"answer": ["b"] * 2, "options": [OPTIONS] * 2, "needed": [needed] * 2}
    conversational = [{"role": "assistant", "content": reply}]
    given = question_reward([reply, conversational], prompts=["?", "?"], completion_ids=[[], []], **columns)
    assert given == pytest.approx([reward, reward])


PEOPLE = ["Inés Carrasco", "Anselm Roth", "Kenji Mori"]


@pytest.mark.parametrize(
    ("reply", "asked", "voted"),
    [
        ('{"question": "Where?", "chosen_player": "Anselm Roth", "clues_share": []}', 1.0, 1.0),
        ('{"question": "Where?", "chosen_player": "roth"}', 1.0, 1.0),
        ('I think so. {"vote": "#b#.Anselm Roth"}', 1.0, 1.0),
        ('{"chosen_player": "Ines Carrasco"}', 0.5, 0.0),
        ('{"chosen_player": "Kenji Mori"}', 0.0, 0.0),  # oneself
        ('{"chosen_player": "Sherlock Holmes"}', 0.0, 0.0),
        ('{"chosen_player": ["Anselm Roth"]}', 0.0, 0.0),
        ('{"question": "Where?"}', 0.0, 0.0),
        ("Anselm Roth did it.", 0.0, 0.0),
        ("", 0.0, 0.0),
    ],
)
def test_a_choice_is_rewarded_by_whom_it_names(reply: str, asked: float, voted: float) -> None:
    columns = {"asker": ["Kenji Mori"] * 2, "murderer": ["Anselm Roth"] * 2, "people": [PEOPLE] * 2}
    parts = [{"role": "assistant", "content": [{"type": "text", "text": reply}]}]
    given = choice_reward([reply, parts], phase=["question", "vote"], prompts=["?", "?"], **columns)
    assert given == [asked, voted]

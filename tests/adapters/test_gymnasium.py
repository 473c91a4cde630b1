"""An environment of Gymnasium plays the same replies into the same episodes as a match does without it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from framework_cases import CASES, REFUSAL, SEED, Case, by_match, case_of, score

from turtlesoup_bench.errors import TransientError
from turtlesoup_bench.games import Episode, Move, Observation, Score
from turtlesoup_bench.games.registry import find_game

NEEDED = "pip install -e '.[gymnasium]'"
pytest.importorskip("gymnasium", reason=NEEDED)
env_checker = pytest.importorskip("gymnasium.utils.env_checker", reason=NEEDED)
adapter = pytest.importorskip("turtlesoup_bench.adapters.gymnasium", reason=NEEDED)

pytestmark = pytest.mark.usefixtures("odd_one_out")
# Whether a content filter stopped a reply is not in its text.
TEXT_CASES = [name for name in CASES if name != "a content filter"]


@contextmanager
def opened(case: Case, score: Any = score) -> Iterator[Any]:
    env = adapter.MatchEnv(
        case.find(), case.seat, players=case.players_of, score=score, selection=case.selection, options=case.options
    )
    try:
        yield env
    finally:
        env.close()


@pytest.mark.parametrize("name", TEXT_CASES)
def test_it_plays_the_same_episode(name: str) -> None:
    case = case_of(name)
    expected = by_match(case)
    with opened(case) as env:
        observation, info = env.reset(seed=SEED)
        rewards = []
        for reply, _ in case.replies:
            assert observation and not info["episode"].ending
            observation, reward, is_terminated, is_truncated, info = env.step(reply)
            rewards.append(reward)
    assert info["episode"] == expected
    assert (observation, is_terminated, is_truncated) == ("", True, False)
    moves = [step[case.seat] for step in expected.moves if case.seat in step]
    value = 0.0 if expected.status == "aborted" else sum(not move.complaints for move in moves) / len(moves)
    assert rewards == [0.0] * (len(rewards) - 1) + [pytest.approx(value)]


def test_an_observation_is_what_is_new_in_the_chat() -> None:
    case = case_of("odd one out")
    with opened(case) as env:
        first, _ = env.reset(seed=SEED)
        second, *_ = env.step("\nSorry.")
    assert first.endswith("[image]\n\nThis is your picture. Give a hint in one line.")
    assert second == "The first line is empty."


def test_a_stateless_form_tells_all_each_time() -> None:
    with opened(case_of("turtle soup")) as env:
        first, _ = env.reset(seed=SEED)
        second, *_ = env.step(REFUSAL)
    assert second.startswith(first[:200])
    assert "It holds no question." in second


@pytest.mark.parametrize("name", ["twenty questions", "word guess", "word chaining"])
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    with opened(case_of(name)) as env:
        env_checker.check_env(env, skip_render_check=True)


def test_without_a_scorer_there_is_no_reward() -> None:
    case = case_of("word guess")
    with opened(case, None) as env:
        env.reset(seed=SEED)
        assert [env.step(reply)[1] for reply, _ in case.replies] == [0.0] * len(case.replies)


def test_each_episode_without_a_seed_has_its_own_luck() -> None:
    def drawn(env: Any) -> list[tuple[str, int]]:
        begun = [env.reset(seed=SEED)[1], env.reset()[1], env.reset()[1]]
        return [(info["episode"].setup.instance.id, info["episode"].setup.seed) for info in begun]

    env = adapter.MatchEnv(find_game("word-guess"), "guesser")
    first, again = drawn(env), drawn(env)
    env.close()
    assert first == again
    assert len(set(first)) == 3


def test_what_is_unscored_is_an_error_and_no_reward() -> None:
    async def unscored(episode: Episode) -> Score:
        return Score("unscored", {}, {}, {}, "the judge gave no usable reply")

    *before, (last, _) = case_of("word guess").replies
    with opened(case_of("word guess"), unscored) as env:
        env.reset(seed=SEED)
        for reply, _ in before:
            env.step(reply)
        with pytest.raises(RuntimeError, match="the judge gave no usable reply"):
            env.step(last)


def test_an_episode_that_fails_is_an_error() -> None:
    class Gone:
        async def act(self, observation: Observation) -> Move:
            raise TransientError("no connection")

    case = case_of("turtle soup")
    env = adapter.MatchEnv(
        case.find(), case.seat, players=lambda setup: {"host": Gone()}, selection=case.selection, options=case.options
    )
    env.reset(seed=SEED)
    with pytest.raises(RuntimeError, match="host: no connection"):
        env.step("Did somebody die?")
    env.close()


def test_a_role_of_several_forms_has_no_text_action() -> None:
    case = case_of("turtle soup")
    env = adapter.MatchEnv(case.find(), "host", selection=case.selection)
    with pytest.raises(ValueError, match="an action of host is more than one text"):
        env.reset(seed=SEED)
    env.close()

"""Rewards for training on murder mystery, and reward functions with the signature that TRL calls.

The formulas are equations 1 to 3 of the paper on collaborative agents for murder mystery games. It leaves open the
constants and how a judge's mark from 0 to 10 becomes a reward: the defaults here are this project's, and marks are
scaled to [0, 1]. Equation 4, the objective of GRPO, is TRL's; it takes the minimum inside the advantage, as PPO does,
where the paper prints it outside, and TRL standardizes rewards in their groups itself: what is returned here must not
be standardized before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

from turtlesoup_bench.games.murder_mystery.case_questions.form import letter_of
from turtlesoup_bench.games.murder_mystery.form import player_chosen
from turtlesoup_bench.models.structured import read_object

ALPHA = 0.8
"""Weight of a right answer against its form."""
BETA = 0.4
"""An answer earns nothing unless ``ALPHA`` times its correctness, from 0 to 1, exceeds this."""
GAMMA = 0.5
"""Weight of the judge's mark against the choice of whom to ask."""
TOP_MARK = 10.0


def introduction_reward(mark: float) -> float:
    """Equation 1 for an introduction: the judge's mark, in [0, 1].

    Args:
        mark: From 0 to 10.

    Raises:
        ValueError: If the mark is out of range.
    """
    if not 0 <= mark <= TOP_MARK:
        raise ValueError(f"a mark is from 0 to {TOP_MARK:g}, not {mark}")
    return mark / TOP_MARK


def choice_score(asker: str, asked: str, murderer: str) -> float:
    """Whom a question is put to: 1 for the true murderer, 0.5 for another player, 0 for oneself."""
    if asked == asker:
        return 0.0
    return 1.0 if asked == murderer else 0.5


def discussion_reward(mark: float, choice: float, *, gamma: float = GAMMA) -> float:
    """Equation 1 for a question: ``gamma * mark + (1 - gamma) * choice``, in [0, 1].

    Args:
        mark: The judge's, from 0 to 10.
        choice: See `choice_score`.
        gamma: From 0 to 1.
    """
    return gamma * introduction_reward(mark) + (1 - gamma) * choice


def script_reward(correct: float, is_valid: bool, *, alpha: float = ALPHA, beta: float = BETA) -> float:
    """Equation 2 for a question on a script: ``1(alpha * correct > beta) * (correct + (1 - alpha) * valid)``.

    Args:
        correct: 1 or 0; of an open answer, the share that a judge finds stated.
        is_valid: Whether the reply is the JSON that was asked for.
        alpha: Weight of the answer, from 0 to 1.
        beta: Threshold.
    """
    return correct + (1 - alpha) * is_valid if alpha * correct > beta else 0.0


def image_reward(
    correct: float, is_valid: bool, is_matched: bool, *, alpha: float = ALPHA, beta: float = BETA
) -> float:
    """Equation 2 for a question on images, where form and the clues referred to count half each.

    ``1(alpha * correct > beta) * (correct + (1 - alpha) / 2 * (valid + matched))``

    Args:
        correct: 1 or 0.
        is_valid: Whether the reply is the JSON that was asked for.
        is_matched: Whether the reply refers to just the pictures that the answer follows from.
        alpha: Weight of the answer, from 0 to 1.
        beta: Threshold.
    """
    return correct + (1 - alpha) / 2 * (is_valid + is_matched) if alpha * correct > beta else 0.0


def advantages(rewards: Sequence[float]) -> list[float]:
    """Equation 3: each reward of a group less their mean, over their standard deviation, which divides by their number.

    All are 0 where all rewards are equal. For reference: TRL computes its own.

    Args:
        rewards: Shape (G,), of the replies to one prompt.
    """
    mean = sum(rewards) / len(rewards)
    deviation = sqrt(sum((reward - mean) ** 2 for reward in rewards) / len(rewards))
    # Equal rewards may differ from their mean by a rounding error.
    if deviation <= 1e-12 * max(1.0, abs(mean)):
        return [0.0] * len(rewards)
    return [(reward - mean) / deviation for reward in rewards]


def question_reward(
    completions: Sequence[Any],
    *,
    answer: Sequence[str],
    options: Sequence[Sequence[str]],
    needed: Sequence[Sequence[int]],
    **_: Any,
) -> list[float]:
    """Equation 2 as TRL calls it; the keyword arguments are columns of what ``turtlesoup export grpo`` writes.

    Args:
        completions: Replies, as texts or as lists of messages.
        answer: The right letter of each.
        options: The four options of each.
        needed: Numbers of the pictures from which the answer follows; empty for a question on a script.
    """
    return [
        _question_reward(text_of(completion), right, four, numbers)
        for completion, right, four, numbers in zip(completions, answer, options, needed, strict=True)
    ]


def _question_reward(reply: str, right: str, options: Sequence[str], needed: Sequence[int]) -> float:
    correct = float(letter_of(reply, options) == right)
    try:
        said: Mapping[str, Any] = read_object(reply)
    except ValueError:
        said = {}
    is_valid = isinstance(said.get("answer"), str)
    if not needed:
        return script_reward(correct, is_valid)
    pictures = said.get("pictures")
    is_matched = isinstance(pictures, list) and sorted(map(str, pictures)) == sorted(map(str, needed))
    return image_reward(correct, is_valid, is_matched)


def choice_reward(
    completions: Sequence[Any],
    *,
    phase: Sequence[str],
    asker: Sequence[str],
    murderer: Sequence[str],
    people: Sequence[Sequence[str]],
    **_: Any,
) -> list[float]:
    """What an innocent's choice of a player is worth, as TRL calls it; the columns are as with `question_reward`.

    Of a question, `choice_score`: equation 1 without the judge's mark, which a judge must give beside it. Of a vote, 1
    for the murderer, else 0; the paper has no reward of votes. 0 where no player can be read.

    Args:
        completions: Replies, as texts or as lists of messages.
        phase: ``question`` or ``vote``.
        asker: Name of the player who replies.
        murderer: Name of the murderer.
        people: Names of all players.
    """
    rewards = []
    for completion, what, own, right, names in zip(completions, phase, asker, murderer, people, strict=True):
        chosen = player_chosen(text_of(completion), {name: name for name in names})
        if what == "vote":
            rewards.append(float(chosen == right))
        else:
            rewards.append(0.0 if chosen is None else choice_score(own, chosen, right))
    return rewards


def text_of(completion: Any) -> str:
    """The text of a completion: itself, or what the assistant says in its messages."""
    if isinstance(completion, str):
        return completion
    return "\n".join(_said(message["content"]) for message in completion if message.get("role") == "assistant")


def _said(content: Any) -> str:
    """The text of a message, which of models that see is a list of parts."""
    return content if isinstance(content, str) else "".join(part.get("text") or "" for part in content)

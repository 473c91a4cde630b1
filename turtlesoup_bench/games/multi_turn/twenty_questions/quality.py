"""What the user's questions brought to light. They are the user's, not the tested answerer's, and it asks at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log2

from turtlesoup_bench.games import Event


@dataclass(frozen=True, slots=True)
class Quality:
    """Of the questions of one game.

    Attributes:
        turns: How many were asked.
        bits: Information in an answered question, mean: the binary logarithm of the words that were left before each
            answer divided by those left after it. An answer that leaves no word is not counted. None if there is none.
        uninformative: Share of these questions whose answer excluded no word, in [0, 1]; None if there is none.
    """

    turns: int
    bits: float | None
    uninformative: float | None


def quality(hypernyms: Mapping[str, Sequence[str]], events: Sequence[Event]) -> Quality:
    """What the questions of a game brought to light.

    Args:
        hypernyms: Of each word.
        events: Of the game.
    """
    left, gains, turns = set(hypernyms), list[float](), 0
    asked = None
    for event in events:
        if event.kind == "question":
            asked, turns = event.data, turns + 1
        elif event.kind == "answer" and asked is not None:
            is_true = {
                word for word in left if asked["name"] in ({word} if asked["kind"] == "word" else hypernyms[word])
            }
            after = is_true if event.data["answer"] == "yes" else left - is_true
            if after:
                gains.append(log2(len(left) / len(after)))
                left = after
    if not gains:
        return Quality(turns, None, None)
    return Quality(turns, sum(gains) / len(gains), sum(gain == 0 for gain in gains) / len(gains))

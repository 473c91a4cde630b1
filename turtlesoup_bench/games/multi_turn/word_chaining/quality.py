"""What the player's words are worth beyond the result.

Regret is not defined in this game: every word that keeps the rules is as good as any other, since nothing can be won
beyond not losing. What can differ is how much a word leaves to the user.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from turtlesoup_bench.games import Event
from turtlesoup_bench.games.multi_turn.word_chaining.rules import PLAYER, breach, legal_words


@dataclass(frozen=True, slots=True)
class Quality:
    """Of the player's words in one game.

    Attributes:
        turns: How many it said.
        legal: Share of them that kept the rules, in [0, 1]; None if it said none.
        options_left: Mean number of words with which the user could go on after one that kept the rules; None if there
            was none.
    """

    turns: int
    legal: float | None
    options_left: float | None


def quality(words: Sequence[str], events: Sequence[Event]) -> Quality:
    """What the player's words were worth.

    Args:
        words: The list.
        events: Of the game.
    """
    turns, options, said = 0, [], list[str]()
    for event in events:
        if event.kind != "word":
            continue
        word = event.data["word"]
        is_legal = breach(words, said, word) is None
        said.append(word)
        if event.seat == PLAYER:
            turns += 1
            if is_legal:
                options.append(len(legal_words(words, said)))
    return Quality(turns, len(options) / turns if turns else None, fmean(options) if options else None)

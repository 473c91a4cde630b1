"""Meta-cognition: which genre the story seems to be, how sure that is, and when to ask again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .settings import Settings
from .thoughts import Genre


@dataclass(frozen=True, slots=True)
class GenreBelief:
    """The genre taken to be right, and since when.

    Attributes:
        genre: Decides the strategy.
        confidence: In [0, 1].
        turn: Turn of the last vote; 0 before the first.
        clues: Key clue records at the last vote.
    """

    genre: Genre
    confidence: float
    turn: int = 0
    clues: int = 0

    def is_due(self, turn: int, clues: int, settings: Settings) -> bool:
        """Whether a vote falls due: enough new key clues, or enough turns without one."""
        return clues - self.clues >= settings.clue_trigger or 0 < settings.turn_trigger <= turn - self.turn

    def after(self, votes: Sequence[Genre | None], turn: int, clues: int, settings: Settings) -> GenreBelief:
        """The belief after a vote (arXiv 2508.10358, section 4.2).

        With v the majority's share of the votes, the new confidence is c' = 0.7 c + 0.3 v. The genre switches to the
        majority's only if c' > c + 0.1. While it is kept, the confidence becomes c' if v >= c, else the larger of 0.3
        and c'.

        Args:
            votes: One a sample; None for one that could not be read. Votes that all differ keep the genre, with v the
                share of one vote.
            turn: The present turn.
            clues: Key clue records so far.
            settings: For the constants.
        """
        counts = Counter(vote for vote in votes if vote is not None)
        checked = replace(self, turn=turn, clues=clues)
        if not counts:
            return checked
        majority, count = counts.most_common(1)[0]
        if count == 1 and len(votes) > 1:
            majority = self.genre
        share = round(count / len(votes), 2)
        smoothed = round(settings.inertia * self.confidence + (1 - settings.inertia) * share, 10)
        if majority != self.genre and smoothed > self.confidence + settings.switch_margin + 1e-9:
            return replace(checked, genre=majority, confidence=smoothed)
        kept = smoothed if share >= self.confidence else max(settings.confidence_floor, smoothed)
        return replace(checked, confidence=kept)

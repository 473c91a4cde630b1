"""Best play on a vocabulary, computed exactly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from turtlesoup_bench.games.multi_turn.word_guess.rules import feedback


class Vocabulary:
    """The words of a game, and how many attempts best play needs to find one of them.

    Candidates are the words that fit all replies so far: an integer with one bit a word. Best play minimizes the
    expected number of attempts, where each candidate is equally likely to be the secret and any word may be attempted.
    Its value is computed by recursion over the sets of candidates that an attempt can leave.

    Args:
        words: All different.

    Attributes:
        everything: All words as candidates.
    """

    def __init__(self, words: Sequence[str]):
        self.words = tuple(words)
        self.everything = (1 << len(words)) - 1
        self._number = {word: number for number, word in enumerate(self.words)}
        self._fitting: list[dict[tuple[str, ...], int]] = []
        for attempt in words:
            fitting: dict[tuple[str, ...], int] = {}
            for number, secret in enumerate(words):
                colours = feedback(attempt, secret)
                fitting[colours] = fitting.get(colours, 0) | 1 << number
            self._fitting.append(fitting)
        self._best: dict[int, tuple[int, int]] = {}

    def left(self, candidates: int, word: str, colours: Sequence[str]) -> int:
        """The candidates that fit the colours of an attempt, too."""
        return candidates & self._fitting[self._number[word]].get(tuple(colours), 0)

    def members(self, candidates: int) -> list[str]:
        """The candidates as words."""
        return [word for number, word in enumerate(self.words) if candidates >> number & 1]

    def best_attempt(self, candidates: int) -> str:
        """The word with which best play goes on; there must be a candidate."""
        return self.words[self._best_of(candidates)[1]]

    def expected_attempts(self, candidates: int) -> float:
        """Attempts that best play still needs on average; there must be a candidate."""
        return self._best_of(candidates)[0] / candidates.bit_count()

    def regret(self, word: str, candidates: int) -> float:
        """Attempts that this word costs more than the best one, on average, if best play follows it."""
        excess = self._total_after(self._number[word], candidates) - self._best_of(candidates)[0]
        return excess / candidates.bit_count()

    def _best_of(self, candidates: int) -> tuple[int, int]:
        """The fewest attempts, summed over the candidates as secrets, and the number of the word to begin with."""
        if candidates not in self._best:
            self._best[candidates] = self._search(candidates)
        return self._best[candidates]

    def _search(self, candidates: int) -> tuple[int, int]:
        count = candidates.bit_count()
        if count <= 2:  # one after the other
            return 2 * count - 1, (candidates & -candidates).bit_length() - 1
        bounds = []
        for number in range(len(self.words)):
            parts = self._parts(number, candidates)
            if parts != [candidates]:
                # At best one candidate of a part is found by the next attempt, and the others by the one after it.
                bounds.append((count + sum(2 * part.bit_count() - 1 for part in parts), number))
        best = count * (count + 1) // 2 + 1, -1  # more than one after the other takes
        for bound, number in sorted(bounds):
            if bound >= best[0]:
                break
            best = min(best, (self._total_after(number, candidates), number))
        return best

    def _total_after(self, number: int, candidates: int) -> int:
        """Attempts, summed over the candidates, of best play that begins with this word."""
        return candidates.bit_count() + sum(self._best_of(part)[0] for part in self._parts(number, candidates))

    def _parts(self, number: int, candidates: int) -> list[int]:
        """What the replies to a word would leave of the candidates, without the reply that it is the secret."""
        others = candidates & ~(1 << number)
        return [part for fitting in self._fitting[number].values() if (part := fitting & others)]


@lru_cache(maxsize=64)
def vocabulary_of(words: tuple[str, ...]) -> Vocabulary:
    """The vocabulary of these words, which keeps what it has computed for the next game."""
    return Vocabulary(words)

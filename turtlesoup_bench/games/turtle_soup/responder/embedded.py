"""The embedded responder: answers from what is written down about a puzzle, and says Unknown when nothing is near."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from turtlesoup_bench.games.turtle_soup.answers import Verdict
from turtlesoup_bench.games.turtle_soup.puzzles import Probe, Puzzle
from turtlesoup_bench.games.turtle_soup.records import Answer
from turtlesoup_bench.games.turtle_soup.similarity import RULER_ID
from turtlesoup_bench.models import Ledger

VERSION = f"{RULER_ID}+{sha256(Path(__file__).read_bytes()).hexdigest()[:8]}"
"""Changes with the comparison of statements and with any line of this module."""

SAME_QUESTION, SAME_FACT, SAME_MATTER = 0.96, 0.85, 0.5
"""Similarities from which a question is taken for a labelled one, for one that asks whether a known fact holds, and for
one that touches a key clue. The first two are where the responder audit's misleading answers become rare."""


@dataclass(frozen=True)
class EmbeddedResponder:
    """Answers without a language model.

    A question near a labelled probe gets that probe's answer; a question near a key clue or a rubric point, which are
    all true, gets Yes; any other gets Unknown. It never guesses, so most of what a player asks is Unknown to it.
    Its accuracy is measured by the responder audit.
    """

    id = "embedded"
    prompt_version = VERSION

    def seated(self, ledger: Ledger, seed: int) -> EmbeddedResponder:
        """See `Responder.seated`; nothing is booked, since nothing is called."""
        return self

    async def answer(self, question: str, puzzle: Puzzle, *, partly: bool = False) -> Answer:
        """See `Responder.answer`; raises nothing and never answers Partly."""
        return answer_from(question, puzzle, puzzle.probes)


def answer_from(question: str, puzzle: Puzzle, probes: tuple[Probe, ...]) -> Answer:
    """Answers from the puzzle's clues and rubric and from the given probes.

    Args:
        question: As asked.
        puzzle: Puzzle it is about.
        probes: Labelled questions to answer from; the responder audit leaves out the one it asks.
    """
    from turtlesoup_bench.games.turtle_soup.similarity import similarities

    statements = (*puzzle.key_clues, *puzzle.logic, *puzzle.details)
    texts = [*(probe.question for probe in probes), *statements]
    if not texts:
        return Answer("unknown")
    near = similarities([question], texts)[0]
    asked, facts = near[: len(probes)], near[len(probes) :]
    clues = facts[: len(puzzle.key_clues)]
    clue = int(clues.argmax()) + 1 if clues.size and clues.max() >= SAME_MATTER else None
    if asked.size and asked.max() >= max(SAME_QUESTION, facts.max(initial=0.0)):
        probe = probes[int(asked.argmax())]
        return Answer(probe.answer, (probe.key_clue or clue) is not None, probe.key_clue or clue)
    verdict: Verdict = "yes" if facts.size and facts.max() >= SAME_FACT else "unknown"
    return Answer(verdict, clue is not None, clue)

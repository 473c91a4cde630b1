"""The embedded responder: answers from what is written down about a puzzle, and says Unknown when nothing is near."""

from __future__ import annotations

from dataclasses import dataclass

from turtlesoup_bench.models import Ledger
from turtlesoup_bench.puzzles import Probe, Puzzle
from turtlesoup_bench.records import Answer

NEAR = 0.5
"""Similarity from which a probe or statement is taken to be what the question asks (PROTOCOL 5's lower threshold)."""


@dataclass(frozen=True)
class EmbeddedResponder:
    """Answers without a language model.

    A question near a labelled probe gets that probe's answer; a question near a key clue or a rubric point, which are
    all true, gets Yes; any other gets Unknown. It never guesses, so most of what a player asks is Unknown to it.
    Its accuracy is measured by the responder audit.
    """

    id = "embedded"
    prompt_version = None

    def seated(self, ledger: Ledger, seed: int) -> EmbeddedResponder:
        """See `Responder.seated`; nothing is booked, since nothing is called."""
        return self

    async def answer(self, question: str, puzzle: Puzzle) -> Answer:
        """See `Responder.answer`; raises nothing."""
        return answer_from(question, puzzle, puzzle.probes)


def answer_from(question: str, puzzle: Puzzle, probes: tuple[Probe, ...]) -> Answer:
    """Answers from the puzzle's clues and rubric and from the given probes.

    Args:
        question: As asked.
        puzzle: Puzzle it is about.
        probes: Labelled questions to answer from; the responder audit leaves out the one it asks.
    """
    from turtlesoup_bench.similarity import similarities

    statements = (*puzzle.key_clues, *puzzle.logic, *puzzle.details)
    texts = [*(probe.question for probe in probes), *statements]
    if not texts:
        return Answer("unknown")
    near = similarities([question], texts)[0]
    best = int(near.argmax())
    if near[best] < NEAR:
        return Answer("unknown")
    if best < len(probes):
        clue, verdict = probes[best].key_clue, probes[best].answer
    else:
        place = best - len(probes)
        clue, verdict = (place + 1 if place < len(puzzle.key_clues) else None), "yes"
    if clue is None and puzzle.key_clues:
        on_clues = near[len(probes) : len(probes) + len(puzzle.key_clues)]
        nearest = int(on_clues.argmax())
        clue = nearest + 1 if on_clues[nearest] >= NEAR else None
    return Answer(verdict, clue is not None, clue)

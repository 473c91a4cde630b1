"""Degraded feedback: what a questioner is shown when flags are missing, answers lie, or answers stay away.

The paper's third open question: how much imaginative reasoning is left when feedback is poor. The responder answers as
always; only what is shown differs, and both are in the record, turn by turn.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.turtle_soup.answers import Verdict
from turtlesoup_bench.games.turtle_soup.records import Answer, Shown

Mode = Literal["full", "no-clues", "noisy", "silent"]
_FORM = re.compile(r"(?P<mode>full|no-clues|noisy|silent)(?::(?P<share>\d*\.?\d+))?")


@dataclass(frozen=True, slots=True)
class Feedback:
    """How answers are shown.

    Attributes:
        mode: ``full``; ``no-clues``: no flag is shown; ``noisy``: a share of the answers is flipped (an Unknown or a
            Partly becomes Yes or No); ``silent``: a share of the answers, with their flags, is withheld.
        share: Of the turns, in [0, 1]; which turns is drawn from the episode's seed.
    """

    mode: Mode = "full"
    share: float = 0.0

    @classmethod
    def parse(cls, text: str) -> Feedback:
        """Reads ``full``, ``no-clues``, ``noisy:0.1`` or ``silent:0.2``.

        Raises:
            InvalidInput: If it is none of them.
        """
        found = _FORM.fullmatch(text)
        mode, share = (found["mode"], found["share"]) if found else ("", None)
        if not mode or (mode in ("noisy", "silent")) != bool(share) or float(share or 0) > 1:
            raise InvalidInput([Problem("--feedback", "", text, "full, no-clues, noisy:<share> or silent:<share>")])
        return cls(mode, float(share or 0))  # type: ignore[arg-type]

    def __str__(self) -> str:
        if self.mode not in ("noisy", "silent"):
            return self.mode
        # Every digit, and no exponent, so that `parse` and the game's options read the same share back.
        return f"{self.mode}:{Decimal(repr(self.share)).normalize():f}"

    def show(self, answer: Answer, puzzle_id: str, seed: int, turn: int) -> Shown:
        """What of an answer is shown in a turn; the same for the same arguments."""
        verdict: Verdict | None = answer.verdict
        flag = answer.is_key_clue and self.mode != "no-clues"
        draw = hashlib.sha256(f"{puzzle_id}#{seed}:{turn}".encode()).digest()
        if self.mode in ("noisy", "silent") and int.from_bytes(draw[:8], "big") / 2**64 < self.share:
            if self.mode == "silent":
                return Shown(None, False)
            other: Verdict = "yes" if draw[8] % 2 else "no"
            verdict = "no" if verdict == "yes" else "yes" if verdict == "no" else other
        return Shown(verdict, flag)

"""A limit on what a run may spend, in money, calls or tokens."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from turtlesoup_bench.errors import BudgetSpent, InvalidInput, Problem
from turtlesoup_bench.records import Usage

_FORM = re.compile(r"\A(?P<dollar>\$?)(?P<amount>\d+(?:\.\d+)?)(?P<scale>[kKmM]?)\s*(?P<unit>usd|calls|tokens)?\Z")
_SCALES = {"": 1, "k": 1_000, "m": 1_000_000}


@dataclass(slots=True)
class Budget:
    """What may be spent and what was.

    Attributes:
        amount: The limit, in its unit.
        unit: ``usd``, ``calls`` or ``tokens`` (sent and received).
        spent: What was spent so far, earlier sessions of the same run included.
    """

    amount: float
    unit: Literal["usd", "calls", "tokens"]
    spent: Usage = field(default_factory=Usage)

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Reads ``20``, ``$20`` and ``20usd``, which are the same, ``5000calls`` and ``3Mtokens``.

        Raises:
            InvalidInput: If the text is none of these.
        """
        found = _FORM.match(text.strip())
        if not found or (found["dollar"] and found["unit"] not in (None, "usd")):
            raise InvalidInput([Problem("--budget", "", repr(text), "such as 20 (dollars), 5000calls or 3Mtokens")])
        unit: Literal["usd", "calls", "tokens"] = found["unit"] or "usd"  # type: ignore[assignment]
        return cls(float(found["amount"]) * _SCALES[found["scale"].lower()], unit)

    def check(self) -> None:
        """Stops before a call that the budget does not cover.

        Raises:
            BudgetSpent: If it is used up.
        """
        if self.used >= self.amount:
            used = f"${self.used:,.2f}" if self.unit == "usd" else f"{self.used:,}"
            raise BudgetSpent(f"the budget of {self} is spent ({used} used); give a larger --budget to go on")

    @property
    def used(self) -> float:
        """What was spent, in the budget's unit.

        Raises:
            BudgetSpent: If it is in money and a call without a known price was made.
        """
        if self.unit == "calls":
            return self.spent.calls
        if self.unit == "tokens":
            return self.spent.prompt_tokens + self.spent.completion_tokens
        if self.spent.cost is None:
            raise BudgetSpent("a call was made whose price is not known; give the budget in calls or tokens")
        return self.spent.cost

    def add(self, usage: Usage) -> None:
        """Books a call."""
        self.spent += usage

    def __str__(self) -> str:
        return f"${self.amount:,.2f}" if self.unit == "usd" else f"{self.amount:,.0f} {self.unit}"

"""`question-bank`: no model. Asks a fixed bank of opening questions, then combines what was confirmed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from turtlesoup_bench.games import Seat
from turtlesoup_bench.games.turtle_soup.players import questioner_agent
from turtlesoup_bench.games.turtle_soup.questioner import Question, View
from turtlesoup_bench.games.turtle_soup.records import BeliefState

_BANK = Path(__file__).with_name("bank.yaml")
_WORDS = {
    "en": {
        "because": "Is it because {first} that {second}?",
        "holds": "{}.",
        "join": " ",
        "statement": "{} because {}.",
    },
    "zh": {
        "because": "是因为{first}，所以{second}吗？",
        "holds": "{}。",
        "join": "",
        "statement": "因为{1}，所以{0}。",
    },
}


@dataclass(frozen=True)
class QuestionBank:
    """Asks the bank's questions whose condition is met, in order, then whether one confirmed thing causes another.

    Attributes:
        seat: The episode; its model is not used.
    """

    seat: Seat

    async def ask(self, view: View) -> Question | None:
        """The first question that is open and unasked; None when there is none left."""
        asked = {exchange.question for exchange in view.exchanges}
        return next((Question(text) for text, _ in _open_questions(view) if text not in asked), None)

    async def conclude(self, view: View) -> BeliefState:
        """What was confirmed, after the surface."""
        words = _WORDS[view.language]
        statements = dict(_open_questions(view))
        confirmed = [statements[e.question] for e in view.exchanges if e.verdict == "yes" and e.question in statements]
        told = [view.surface, *(_sentence(text) for text in confirmed)]
        causal = [text for text in confirmed if text in _causes(view)]
        details = tuple(_sentence(text) for text in confirmed if text not in causal)
        return BeliefState(tuple(causal), details, words["join"].join(told))


def _open_questions(view: View) -> Iterator[tuple[str, str]]:
    """Questions that may be asked now, with the statement that a yes confirms."""
    answers = {exchange.question: exchange.verdict for exchange in view.exchanges}
    words = _WORDS[view.language]
    confirmed: list[str] = []
    yes: set[str] = set()
    for entry in _bank():
        ask, holds = entry[view.language]["ask"], entry[view.language]["holds"]
        if "after" in entry and not yes & set(entry["after"]):
            continue
        yield ask, words["holds"].format(holds)
        if answers.get(ask) == "yes":
            yes.add(entry["id"])
            confirmed.append(holds)
    for first, second in combinations(confirmed, 2):
        yield words["because"].format(first=first, second=second), words["statement"].format(second, first)


def _causes(view: View) -> set[str]:
    bank = {_WORDS[view.language]["holds"].format(entry[view.language]["holds"]) for entry in _bank()}
    return {statement for _, statement in _open_questions(view) if statement not in bank}


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


@cache
def _bank() -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = YAML(typ="safe", pure=True).load(_BANK)
    return entries


agent = questioner_agent(QuestionBank, kind="anchor", needs_model=False, takes_model=False)

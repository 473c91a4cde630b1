"""A model that replies as it is told, for tests of what the Mosaics ask, and when."""

from __future__ import annotations

import json

from turtlesoup_bench.games.turtle_soup.questioner import Exchange, View
from turtlesoup_bench.models import Completion
from turtlesoup_bench.prompts import find_prompt
from turtlesoup_bench.records import Usage

BELIEF = json.dumps({"logic": ["a leads to b"], "details": ["It rained. (inferred)"], "conclusion": "So it was."})
REPLIES = {
    "candidates": "1. Is it one?\n2. Is it two?\n3. Is it three?",
    "screening": "Is it two?",
    "local_analysis": "It changes nothing.",
    "global_deliberation": BELIEF,
    "doubts": '{"doubts": [{"doubt": "So", "analysis": "how?", "proposal": "Is it so?"}]}',
    "genre_vote": '{"genre": "mind_game"}',
    "hypotheses": '{"hypotheses": [{"statement": "h", "denied_by": [1]}, {"statement": "g", "denied_by": []}]}',
    "hypothesis_candidates": json.dumps(
        {"candidates": [{"hypothesis": 1, "question": "Is it h?"}, {"hypothesis": 2, "question": "Is it g?"}]}
    ),
}


class Model:
    """A model that replies by task, and remembers what it was asked."""

    model = "scripted"

    def __init__(self, **replies: str | list[str]):
        self.replies = {**REPLIES, **replies}
        self.asked: list[tuple[str, str, int | None]] = []

    async def complete(self, messages, *, json_mode=False, seed=None, sample=0) -> Completion:
        task = find_prompt(messages).task.split("/")[1]
        self.asked.append((task, messages[-1]["content"], seed))
        reply = self.replies[task]
        return Completion(reply.pop(0) if isinstance(reply, list) else reply, Usage(1))

    def tasks(self) -> list[str]:
        return [task for task, _, _ in self.asked]


def view(turns: int, verdict: str = "yes", clues: int = 0, language: str = "en") -> View:
    exchanges = tuple(Exchange(n, f"Question {n}?", verdict, n <= clues) for n in range(1, turns + 1))
    return View("A scene.", language, exchanges, 30 - turns)

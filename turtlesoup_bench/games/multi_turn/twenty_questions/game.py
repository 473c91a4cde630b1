"""Twenty questions as a registered game: its data and its score."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turtlesoup_bench.errors import InvalidInput, Problem, UnknownName
from turtlesoup_bench.games import Episode, Game, Instance, Measure, Role, Score
from turtlesoup_bench.games.multi_turn.twenty_questions.form import AnswererForm
from turtlesoup_bench.games.multi_turn.twenty_questions.rules import ANSWERER, OPTIONS, TwentyQuestions
from turtlesoup_bench.records import Json

if TYPE_CHECKING:
    from turtlesoup_bench.models import ModelClient

DATA = Path(__file__).parents[3] / "data" / "twenty_questions"
RULES = "rules"


class Consistency:
    """1 for a game without a contradiction, else 0."""

    @property
    def ruler(self) -> Json:
        """Nothing but the rules decides."""
        return {"scorer": RULES}

    async def score(self, instance: Instance, episode: Episode, models: Callable[[str], ModelClient]) -> Score:
        """Scores an episode that has ended."""
        ending = episode.ending
        if ending is None:
            raise ValueError(f"the episode of {instance.id} has not ended")
        consistent = float(ending.outcome == "consistent")
        return Score("scored", {ANSWERER: {"consistent": consistent}}, ending.data, self.ruler)


def load(selection: Mapping[str, Any]) -> list[Instance]:
    """The instances; of a selection, ``limit`` keeps the first ones.

    Raises:
        InvalidInput: If a key is unknown, or the limit is no positive number.
    """
    limit = selection.get("limit")
    problems = [Problem("selection", name, "an unknown key", "only limit") for name in selection if name != "limit"]
    if limit is not None and (not isinstance(limit, int) or limit < 1):
        problems.append(Problem("selection", "limit", repr(limit), "a number from 1"))
    if problems:
        raise InvalidInput(problems)
    lexicon = {record["word"]: record["hypernyms"] for record in _records("lexicon")}
    return [
        Instance(
            id=record["id"],
            language="en",
            seats={ANSWERER: ANSWERER},
            data={"words": {word: lexicon[word] for word in record["words"]}},
            cluster=record["id"],
        )
        for record in _records("instances")[:limit]
    ]


def scorer(name: str) -> Consistency:
    """The one scorer, ``rules``.

    Raises:
        UnknownName: If another one is asked for.
    """
    if name != RULES:
        raise UnknownName("scorer", name, [RULES])
    return Consistency()


def _records(name: str) -> list[Json]:
    text = (DATA / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


GAME = Game(
    name="twenty-questions",
    version="1",
    roles=(Role(ANSWERER),),
    rules=TwentyQuestions(),
    load=load,
    forms=lambda role, language: [AnswererForm()],
    measures=(Measure("consistent", "Consistent"),),
    scorer=scorer,
    options=OPTIONS,
    files=__package__,
)

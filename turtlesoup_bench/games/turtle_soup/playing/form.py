"""Turtle soup in words for a person who asks and concludes."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from turtlesoup_bench.games import Observation, Part, Unreadable
from turtlesoup_bench.games.turtle_soup.answers import LABELS
from turtlesoup_bench.games.turtle_soup.forms import view_of
from turtlesoup_bench.games.turtle_soup.pages import FOLDER
from turtlesoup_bench.games.turtle_soup.questioner import Exchange
from turtlesoup_bench.games.turtle_soup.questions import MAX_QUESTION_CHARACTERS
from turtlesoup_bench.pages import phrases_of

_SENTENCE = re.compile(r"[^.!?。！？…\n]+(?:[.!?。！？…]+[\"'”’」』）)]*|\n|\Z)")
_CLAUSE_END = re.compile(r"[;:；：，]|,(?= )")
_SHORTEST_CLAUSE = 4
_POINTS = ("logic", "details")


def points_of(explanation: str) -> list[str]:
    """The sentences of an explanation, then the clauses of those that have several, since each may be a point.

    Only so many points are judged, the first ones; see `turtlesoup_bench.games.turtle_soup.scoring.score`.
    """
    sentences = [one.strip() for one in _SENTENCE.findall(explanation) if re.search(r"\w", one)]
    clauses = [part.strip() for one in sentences for part in _CLAUSE_END.split(one)]
    return list(dict.fromkeys([*sentences, *(part for part in clauses if len(part) >= _SHORTEST_CLAUSE)]))


@cache
def _phrases(language: str) -> dict[str, str]:
    return {key: phrase[language] for key, phrase in phrases_of([FOLDER]).items()}


@dataclass(frozen=True)
class PersonForm:
    """A person in the player's seat.

    Attributes:
        language: ``en`` or ``zh``.
    """

    language: str

    is_stateless = False

    def system(self, observation: Observation) -> str:
        """The scene, and how to play."""
        view = view_of(observation, self.language)
        return "\n".join([view.surface, "", self._say("how-to", max_turns=view.turns_left), self._say("line-ends")])

    def tell(self, observation: Observation) -> Sequence[Part]:
        """The last answer, and what is to be done next; a complaint instead, if the last text was not accepted."""
        if observation.complaint is not None:
            return [Part(observation.complaint)]
        view = view_of(observation, self.language)
        last = view.exchanges[-1:] if any(event.kind == "shown" for event in observation.new) else ()
        answers = [self._answer(exchange) for exchange in last]
        if observation.phase == "conclude":
            return [Part("\n".join([*answers, "", self._say("your-explanation"), self._say("worth")]))]
        return [
            Part("\n".join([*answers, self._say("your-question", left=view.turns_left, most=MAX_QUESTION_CHARACTERS)]))
        ]

    def read(self, reply: str, observation: Observation) -> Any | Unreadable:
        """A question, or an empty text to stop; then an explanation.

        Every sentence of the explanation is taken as a point. It may be a JSON object instead, in which points of one's
        own stand as ``logic`` and ``details`` beside the ``conclusion``.
        """
        text = " ".join(reply.split())
        if observation.phase == "ask":
            if len(text) > MAX_QUESTION_CHARACTERS:
                return Unreadable(self._say("too-long", n=len(text), most=MAX_QUESTION_CHARACTERS))
            return {"question": text or None}
        given = _object(reply)
        conclusion = str(given.get("conclusion", "")) if given else reply.strip()
        if not conclusion.strip():
            return Unreadable(self._say("no-explanation"))
        points = {
            name: [str(one) for one in own] for name in _POINTS if isinstance(own := given.get(name), list) and own
        }
        return {name: points.get(name) or points_of(conclusion) for name in _POINTS} | {"conclusion": conclusion}

    def example(self, observation: Observation, rng: Random) -> str:
        """A question, or an explanation."""
        return rng.choice(("Did somebody die?", "Was it an accident?", "Nobody knew."))

    def _answer(self, exchange: Exchange) -> str:
        word = LABELS[self.language][exchange.verdict] if exchange.verdict else self._say("no-answer")
        return f"{word} {self._say('key-clue')}" if exchange.is_key_clue else word

    def _say(self, key: str, **values: object) -> str:
        return _phrases(self.language)[key].format(**values)


def _object(text: str) -> dict[str, Any]:
    """The JSON object that a text is; empty if it is none."""
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}

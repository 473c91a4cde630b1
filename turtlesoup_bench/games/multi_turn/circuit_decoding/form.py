"""Circuit decoding in words."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from turtlesoup_bench.games import Observation, Unreadable
from turtlesoup_bench.games.chat import GrowingForm
from turtlesoup_bench.games.multi_turn.circuit_decoding.circuits import labels, queries
from turtlesoup_bench.games.multi_turn.circuit_decoding.complaints import complaint
from turtlesoup_bench.games.multi_turn.tags import tagged
from turtlesoup_bench.prompts import Prompt, PromptSet

PROMPTS = PromptSet("circuit-decoding", Path(__file__).with_name("prompts"))
LONGEST = 500
"""Characters in a tag that are read; a move is far shorter."""
EARLY_GUESS = 0.05
"""How often an example guesses while queries are left."""

_CIRCUIT = r"(?:circuit|电路)?\s*"
_QUERY = re.compile(rf"{_CIRCUIT}([a-z])[\s(\[:]*((?:(?:x\d\s*=\s*)?[01][\s,;、]*)+)[)\]]*[\s=?.]*", re.IGNORECASE)
_BESIDE_BITS = re.compile(rf"{_CIRCUIT}(?<![a-z])[a-z](?![a-z])|[\s,;、:=|()\[\]]", re.IGNORECASE)


@dataclass(frozen=True)
class DecoderForm(GrowingForm):
    """The decoder; the chat grows with each query.

    Attributes:
        language: ``en`` or ``zh``.
    """

    language: str

    def read(self, reply: str, observation: Observation) -> Any | Unreadable:
        """The one legal query or guess; else the last guess or query, for the rules to say what is wrong."""
        every_query = _queries(observation)
        asked = [_query(text) for text in tagged(reply, "query")]
        guessed = [_bits(text) for text in tagged(reply, "guess")]
        legal = {("guess", bits) for bits in guessed if re.fullmatch(f"[01]{{{len(every_query)}}}", bits)}
        if observation.phase == "query":
            legal |= {("query", query) for query in asked if query in every_query}
        if len(legal) > 1:
            return Unreadable(complaint(self.language, "several moves"))
        if legal:
            return dict(legal)
        if guessed:
            return {"guess": guessed[-1]}
        if asked:
            return {"query": asked[-1]}
        return Unreadable(complaint(self.language, "move", example=every_query[0], bits=len(every_query)))

    def example(self, observation: Observation, rng: Random) -> str:
        """A random query, now and then a guess of random bits; a guess once no query is left."""
        every_query = _queries(observation)
        if observation.phase == "query" and rng.random() >= EARLY_GUESS:
            return f"<query>{rng.choice(every_query)}</query>"
        return f"<guess>{''.join(rng.choice('01') for _ in every_query)}</guess>"

    def prompt(self, observation: Observation) -> Prompt:
        """See `turtlesoup_bench.games.chat.PromptForm.prompt`."""
        circuits, last = observation.events[0].data, observation.events[-1]
        every_query = _queries(observation)
        values = {
            **circuits,
            "labels": labels(circuits["circuits"]),
            "names": [f"x{number}" for number in range(1, circuits["inputs"] + 1)],
            "queries_left": observation.view["queries_left"],
            "examples": every_query[: 2 ** circuits["inputs"]],
            "bits": len(every_query),
            "answer": f"{last.data['query']} = {last.data['answer']}" if last.kind == "answer" else None,
        }
        return PROMPTS.prompt("decoder", self.language, **values)


def _queries(observation: Observation) -> tuple[str, ...]:
    circuits = observation.events[0].data
    return queries(circuits["circuits"], circuits["inputs"])


def _query(text: str) -> str:
    """A query as the rules write it, such as ``A(0, 1, 1)``; the text as it is, if it is none."""
    match = _QUERY.fullmatch(unicodedata.normalize("NFKC", text[:LONGEST]))
    if match is None:
        return text[:LONGEST]
    values = re.findall(r"[01](?!\s*=)", match[2])
    return f"{match[1].upper()}({', '.join(values)})"


def _bits(text: str) -> str:
    """A guess without what stands between its bits, such as blanks, commas and the circuits' letters."""
    return _BESIDE_BITS.sub("", unicodedata.normalize("NFKC", text[:LONGEST]))

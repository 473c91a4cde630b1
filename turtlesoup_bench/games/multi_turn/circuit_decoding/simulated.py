"""What a perfect decoder replies: it halves the sets of circuits that are left, and guesses once one is left."""

from __future__ import annotations

import re
from collections.abc import Sequence

from turtlesoup_bench.games.multi_turn.chats import texts_of
from turtlesoup_bench.games.multi_turn.circuit_decoding.circuits import Stock
from turtlesoup_bench.games.multi_turn.circuit_decoding.form import PROMPTS
from turtlesoup_bench.games.multi_turn.circuit_decoding.rules import QUERIES
from turtlesoup_bench.prompts import Message

_GATES = re.compile(r"(\d+)\D+AND\D+(\d+)\D+OR\D+(\d+)\D+NOT")
_ANSWER = re.compile(r"([A-Z]\([01, ]+\)) = ([01])")
_NO_CIRCUIT = "Z(0)"


def simulate(messages: Sequence[Message], slip: bool) -> str | None:
    """See `turtlesoup_bench.games.Game.simulate`; a slip asks about a circuit that does not exist."""
    texts = texts_of(messages, PROMPTS)
    if texts is None:
        return None
    if slip:
        return f"<query>{_NO_CIRCUIT}</query>"
    from turtlesoup_bench.games.multi_turn.circuit_decoding.consistency import circuit_sets  # numpy loads slowly

    system = str(messages[0]["content"])
    gates = _GATES.search(system)
    if gates is None:
        return None
    circuits, inputs = map(int, re.findall(r"\d+", system)[:2])
    answers = {query: int(bit) for text in texts[::2] for query, bit in _ANSWER.findall(text)}
    consistent = circuit_sets(circuits, inputs, Stock(*map(int, gates.groups()))).consistent(answers)
    if consistent.total == 1 or len(answers) == QUERIES:
        return f"<guess>{consistent.likeliest_tables}</guess>"
    return f"<query>{consistent.halving_query}</query>"

"""What a good guesser replies: the first word of the vocabulary that fits all colours."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import pairwise

from turtlesoup_bench.games.multi_turn.chats import texts_of
from turtlesoup_bench.games.multi_turn.tags import last_tagged
from turtlesoup_bench.games.multi_turn.word_guess.form import PROMPTS
from turtlesoup_bench.games.multi_turn.word_guess.rules import feedback
from turtlesoup_bench.prompts import Message

_VOCABULARY = re.compile(r"<vocabulary>(.*)</vocabulary>", re.DOTALL)
_COLOURS = re.compile(r"(?:(?:green|yellow|grey)(?:, |\Z)){5}")
_NO_WORD = "zzzzz"


def simulate(messages: Sequence[Message], slip: bool) -> str | None:
    """See `turtlesoup_bench.games.Game.simulate`; a slip is no word of the vocabulary."""
    texts = texts_of(messages, PROMPTS)
    vocabulary = _VOCABULARY.search(texts[0]) if texts else None
    if texts is None or vocabulary is None:
        return None
    fitting: list[str] = json.loads(vocabulary[1])
    for reply, told in pairwise(texts):
        if _COLOURS.fullmatch(told):
            attempt, colours = last_tagged(reply, "attempt") or "", tuple(told.split(", "))
            fitting = [word for word in fitting if feedback(attempt, word) == colours]
    return f"<attempt>{_NO_WORD if slip else fitting[0]}</attempt>"

"""What a perfect answerer replies: it picks the first word and keeps to it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from turtlesoup_bench.games.multi_turn.chats import texts_of
from turtlesoup_bench.games.multi_turn.twenty_questions.form import PROMPTS
from turtlesoup_bench.prompts import Message

_WORDS = re.compile(r"<words>(.*?)</words>", re.DOTALL)
_QUESTION = re.compile(r"Is (?:it a type of|your word) (.+)\?\Z")


def simulate(messages: Sequence[Message], slip: bool) -> str | None:
    """See `turtlesoup_bench.games.Game.simulate`; a slip is the other answer."""
    texts = texts_of(messages, PROMPTS)
    if texts is None:
        return None
    words = _WORDS.search(texts[0])
    questions = [question[1] for text in texts[::2] if (question := _QUESTION.search(text))]
    if words is None or not questions:
        return "ready"
    word, _, types = json.loads(words[1])[0].partition(": ")
    return "yes" if (questions[-1] in [word, *types.split(", ")]) is not slip else "no"

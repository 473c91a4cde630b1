"""What a perfect answerer replies: it picks the first word and keeps to it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from turtlesoup_bench.games.multi_turn.twenty_questions.form import PROMPTS
from turtlesoup_bench.prompts import Message, find_prompt

_WORDS = re.compile(r"<words>(.*?)</words>", re.DOTALL)
_QUESTION = re.compile(r"Is (?:it a type of|your word) (.+)\?\Z")


def simulate(messages: Sequence[Message], slip: bool) -> str | None:
    """See `turtlesoup_bench.games.Game.simulate`; a slip is the other answer."""
    prompt = find_prompt(messages)
    if prompt is None or prompt.task != f"{PROMPTS.name}/answerer":
        return None
    told = [str(message["content"]) for message in messages if message["role"] == "user"]
    words, question = _WORDS.search(told[0]), _QUESTION.search(told[-1])
    if words is None or question is None:
        return "ready"
    word, _, types = json.loads(words[1])[0].partition(": ")
    return "yes" if (question[1] in [word, *types.split(", ")]) is not slip else "no"

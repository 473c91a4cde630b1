"""What a perfect reader replies: the right letter, or the reference."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache

from turtlesoup_bench.games.murder_mystery.case_questions.form import PROMPTS
from turtlesoup_bench.games.murder_mystery.case_questions.instances import KINDS, OPEN, load
from turtlesoup_bench.games.murder_mystery.case_questions.rules import LETTERS
from turtlesoup_bench.games.murder_mystery.judging import PROMPTS as JUDGE
from turtlesoup_bench.prompts import Message, find_prompt, message_text

_TAGGED = re.compile(r"<(case|question|options|facts)>(.*?)</\1>", re.DOTALL)


def simulate(messages: Sequence[Message], slip: bool) -> str | None:
    """See `turtlesoup_bench.games.Game.simulate`; a slip takes the next letter, or tells nothing."""
    prompt = find_prompt(messages)
    if prompt is None or prompt.task not in (f"{PROMPTS.name}/reader", f"{JUDGE.name}/answer"):
        return None
    asked = {name: json.loads(value) for name, value in _TAGGED.findall(message_text(messages[1]))}
    if "facts" in asked:
        return json.dumps({"values": [0 if slip else 1] * len(asked["facts"])})
    answer = _answers().get(_key(asked["case"][0], asked["question"], list(asked.get("options", {}).values())))
    if answer is None:
        return None
    wrong = LETTERS[LETTERS.index(answer) - 1] if answer in LETTERS else "?"
    return json.dumps({"answer": wrong if slip else answer}, ensure_ascii=False)


def _key(title: str, question: str, options: Sequence[str]) -> str:
    return "\n".join((title, question, *options))


@cache
def _answers() -> dict[str, str]:
    return {
        _key(data["case"]["title"], data["question"], data["options"]): data["answer"] or " ".join(data["reference"])
        for data in (instance.data for instance in load({"kinds": [*KINDS, OPEN]}))
    }

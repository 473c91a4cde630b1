"""What a fair recommender replies: it asks about pairs of movies in the order of the table, and adds up the answers."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from turtlesoup_bench.games.multi_turn.chats import texts_of
from turtlesoup_bench.games.multi_turn.movie_recommendation.form import ANSWERS, PROMPTS, QUESTION
from turtlesoup_bench.prompts import Message, find_prompt

_TABLE = re.compile(r"<(?:seen|new)_movies>(.*)</(?:seen|new)_movies>", re.DOTALL)
_SIGNS = {"yes": 1, "no": -1, "no preference": 0}
_UNKNOWN = "A movie that nobody has made"


def simulate(messages: Sequence[Message], slip: bool) -> str | None:
    """See `turtlesoup_bench.games.Game.simulate`; a slip names a movie that is in no table.

    It takes the sum of the differences between a preferred movie and the other one as the user's weights.
    """
    texts, prompt = texts_of(messages, PROMPTS), find_prompt(messages)
    if texts is None or prompt is None:
        return None
    told = texts[::2]
    tables = [json.loads(table[1])[1:] for text in told if (table := _TABLE.search(text))]
    if not tables:
        return None
    seen, answers = tables[0], ANSWERS[prompt.language]
    signs = [
        _SIGNS[answer]
        for text in told
        for answer in answers
        if text.startswith((f"{answers[answer]}.", f"{answers[answer]}。"))
    ]
    if len(tables) == 1:
        movie, over = (row[0] for row in seen[2 * len(signs) : 2 * len(signs) + 2])
        return f"<question>{QUESTION[prompt.language].format(_UNKNOWN if slip else movie, over)}</question>"
    weights = [0.0] * (len(seen[0]) - 1)
    for place, sign in enumerate(signs):
        (_, *preferred), (_, *other) = seen[2 * place : 2 * place + 2]
        weights = [weight + sign * (one - two) for weight, one, two in zip(weights, preferred, other, strict=True)]
    best = max(tables[1], key=lambda row: sum(weight * score for weight, score in zip(weights, row[1:], strict=True)))
    return f"<final_answer>{_UNKNOWN if slip else best[0]}</final_answer>"

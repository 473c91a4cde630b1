"""What a perfect player replies: the first word of the list that may be said."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from turtlesoup_bench.games.multi_turn.chats import texts_of
from turtlesoup_bench.games.multi_turn.word_chaining.form import PROMPTS, marked_word
from turtlesoup_bench.games.multi_turn.word_chaining.rules import legal_words
from turtlesoup_bench.prompts import Message

_WORDS = re.compile(r"<words>(.*)</words>", re.DOTALL)
_USERS_WORD = re.compile(r"(?:My word is |我说)'(.+?)'")
_UNLISTED = "zzz"


def simulate(messages: Sequence[Message], slip: bool) -> str | None:
    """See `turtlesoup_bench.games.Game.simulate`; a slip is a word that is not in the list, which loses."""
    texts = texts_of(messages, PROMPTS)
    listed = _WORDS.search(texts[0]) if texts else None
    if texts is None or listed is None:
        return None
    said = []
    for number, text in enumerate(texts):
        users = _USERS_WORD.search(text) if number % 2 == 0 else None
        word = marked_word(text) if number % 2 else users and users[1]
        if word:
            said.append(word)
    words = re.split(", |、", json.loads(listed[1]))
    return f"'{_UNLISTED if slip else legal_words(words, said)[0]}'"

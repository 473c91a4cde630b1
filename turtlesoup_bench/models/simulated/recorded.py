"""Replies of journals, for a server that gives them to whoever asks the same again."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from turtlesoup_bench.models.journal import read_replies
from turtlesoup_bench.models.simulated.server import Reply
from turtlesoup_bench.prompts import Message


def recorded_replies(journals: Iterable[Path]) -> Reply:
    """What was replied to a chat, whoever the model was; None to a chat that no journal has.

    Where a chat was asked several times, as votes are, the replies come in turn, and then from the first one again.

    Args:
        journals: Their files.

    Raises:
        RunFolderError: If one cannot be read.
    """
    replies: dict[str, list[str]] = defaultdict(list)
    for journal in journals:
        for request, reply in read_replies(journal):
            replies[_chat(request["messages"])].append(reply["text"])
    asked: dict[str, int] = defaultdict(int)

    def reply_to(messages: Sequence[Message], slip: bool) -> str | None:
        chat = _chat(messages)
        if chat not in replies:
            return None
        asked[chat] += 1
        return replies[chat][(asked[chat] - 1) % len(replies[chat])]

    return reply_to


def _chat(messages: Sequence[Message]) -> str:
    return json.dumps(messages, sort_keys=True)

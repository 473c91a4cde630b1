"""The three answers: how they are written in each language, and how a model's reply is read as one of them."""

from __future__ import annotations

import re
from typing import Literal

Verdict = Literal["yes", "no", "unknown"]

LABELS: dict[str, dict[Verdict, str]] = {
    "en": {"yes": "Yes", "no": "No", "unknown": "Unknown"},
    "zh": {"yes": "是", "no": "不是", "unknown": "未知"},
}
KEY_CLUE = "<Key Clue>"

_WORDS: dict[str, dict[Verdict, str]] = {
    "en": {
        "yes": "yes|yeah|correct|right|true",
        "no": "no|nope|incorrect|not correct|wrong|false|not true",
        "unknown": "unknown|irrelevant|not relevant|unclear|uncertain|not known|cannot say|don't know",
    },
    "zh": {
        "yes": "是|是的|对|对的|正确|有|没错",
        "no": "不是|否|不|不对|不正确|错|错误|没有|不是的",
        "unknown": "未知|不知道|不确定|无法确定|不清楚|不重要|无关|与此无关",
    },
}
_READ = {
    word: verdict
    for words in _WORDS.values()
    for verdict, alternatives in words.items()
    for word in alternatives.split("|")
}
_LABEL = re.compile(r"\A\W*(answer|answers|verdict|reply|答案|回答|答|判断)\s*[:：]\s*", re.IGNORECASE)
_EDGES = " \t\r\n\"'`*_.。,，!！;；:：“”‘’「」『』()（）[]【】<>《》"
_CLAUSE = re.compile(r"[\n.。,，!！;；:：—–]|\s-\s")


def read_verdict(reply: str) -> Verdict:
    """Reads a reply as an answer.

    The whole reply, or its first clause, must be one of the words for an answer; no word is looked for inside another
    one, so ``unknown`` is not taken for ``no`` nor ``不是`` for ``是``.

    Args:
        reply: A model's reply in either language.

    Raises:
        ValueError: If the reply is not an answer.
    """
    text = _LABEL.sub("", reply.strip().lower())
    for candidate in (text, _CLAUSE.split(text.strip(_EDGES), maxsplit=1)[0]):
        verdict = _READ.get(" ".join(candidate.strip(_EDGES).split()))
        if verdict:
            return verdict
    raise ValueError("it is not one of Yes, No, Unknown (是, 不是, 未知)")


def read_key_clue(reply: str) -> tuple[bool, int | None]:
    """Reads a reply to the key clue question: ``Yes`` or ``No``, and after Yes the number of the clue, if any.

    Returns:
        Whether the question touches a key clue, and the clue's number from 1 (None for the core causal logic).

    Raises:
        ValueError: If the reply is neither.
    """
    number = re.search(r"\d+", reply)
    verdict = read_verdict(re.sub(r"[#＃(（]?\s*\d+\s*[)）]?", " ", reply))
    if verdict == "unknown":
        raise ValueError("it is neither Yes nor No (是, 不是)")
    clue = int(number.group()) if verdict == "yes" and number else 0
    return verdict == "yes", clue or None


def shown_text(verdict: Verdict | None, is_key_clue: bool, language: str) -> str:
    """What a player reads: the answer's word, with the key clue mark where it was flagged; ``…`` if withheld."""
    word = LABELS[language][verdict] if verdict else "…"
    return f"{word} {KEY_CLUE}" if is_key_clue else word

"""Questions as text: found in a reply, told apart, and seen to repeat or to follow what was denied."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

_MARKS = ("?", "？")
_NUMBERING = re.compile(
    r"\A\s*(?:[-*•·]|[（(\[【]?\s*(?:\d{1,2}|[a-zA-Z]|[一二三四五六七八九十]{1,2})\s*[.)、．）:：\]】]"
    r"|(?:question|candidate|问题|候选)\s*\d*\s*[:：])\s*",
    re.IGNORECASE,
)
_QUOTES = " \t*\"'`“”‘’「」,，"
_COMPOUND = {
    "en": re.compile(
        r"\?.+\?|;|\b(?:and|or|but)\s+(?:is|are|was|were|did|does|do|has|have|had|can|could|will|would|should)\b"
        r"|\bor\s+not\?",
        re.IGNORECASE,
    ),
    # 还是 joins two choices unless the question also ends in 吗, where it means "still".
    "zh": re.compile(r"[?？].+[?？]|[；;]|还是(?!.*吗[?？]?\Z)|吗[，,、].*吗[?？]?\Z"),
}
_HAN = re.compile(r"[\u4e00-\u9fff]")
_EN_EMPTY = frozenset(
    "a an the is are was were be been being did does do has have had will would can could should may might must it "
    "this that these those there of in on at to for by with from as so then any some someone something somebody "
    "anyone anything anybody ever really actually also just story case true".split()
)
_ZH_EMPTY = re.compile(
    r"是不是|有没有|是否|请问|其实|真的|吗|呢|吧|啊|的|了|过|是|就|也|都|在|这个|那个|这|那|故事里|故事中"
)


def find_questions(reply: str) -> list[str]:
    """The questions in a reply, one a line, without numbering, bullets or quotes.

    A line counts if it ends in a question mark of either script; numbering may be of any style.
    """
    found = []
    for line in reply.splitlines():
        text = line.strip(_QUOTES)
        while (bare := _NUMBERING.sub("", text, count=1).strip(_QUOTES)) != text:
            text = bare
        if text.endswith(_MARKS) and len(text) > 3:
            found.append(text)
    return found


def is_compound(question: str) -> bool:
    """Whether a question joins two, so that yes or no would not answer it."""
    return bool(_COMPOUND["zh" if _HAN.search(question) else "en"].search(question.strip()))


def is_repeat(question: str, asked: Iterable[str]) -> bool:
    """Whether a question was asked before, word for word or but for words that carry no content.

    The order of the words counts: who did what to whom is another question the other way round.
    """
    core = _core(question)
    return any(core == _core(earlier) for earlier in asked)


def follows(question: str, denied: str) -> bool:
    """Whether a question goes on under a denied one: it says all that the denied one says, in order, and more."""
    wanted, rest = list(_core(denied)), iter(_core(question))
    return len(wanted) > 1 and all(word in rest for word in wanted)


@lru_cache(maxsize=10_000)  # every candidate is held against every question of its episode
def _core(question: str) -> tuple[str, ...]:
    """The words that carry content, lightly stemmed; in Chinese, the characters."""
    text = question.lower()
    if _HAN.search(text):
        return tuple(re.sub(r"\W", "", _ZH_EMPTY.sub("", text)))
    words = [word for word in re.findall(r"[a-z0-9]+(?:['’][a-z]+)?", text) if word not in _EN_EMPTY]
    return tuple(re.sub(r"(?:'s|’s|ing|ed|es|s)\Z", "", word) if len(word) > 3 else word for word in words)

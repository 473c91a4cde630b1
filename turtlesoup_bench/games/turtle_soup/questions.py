"""Questions as text: found in a reply, told apart, and seen to repeat."""

from __future__ import annotations

import re
from collections.abc import Iterable

from turtlesoup_bench.games.turtle_soup.wording import same_words

MAX_QUESTION_CHARACTERS = 1000
"""Of a question that may be asked."""
_AUXILIARY = "is|are|was|were|did|does|do|has|have|had|can|could|will|would|should"
_NUMBER = r"[\d一二三四五六七八九十]{1,3}"
_EMPHASIS = re.compile(
    r"`|(?<![\w*])\*{1,3}+(?=\S)|(?<=\S)\*{1,3}+(?!\w)|(?<=[\u4e00-\u9fff])\*\*|(?<![^\W_])_|_(?![^\W_])"
)
_NEXT = re.compile(r"(?<=[?？])(?:\",\s*(?=\")|\s*(?=\d{1,2}[.)、．）]|[①-⓿]))")
_HEADING = re.compile(r"\A#+\s+")
_PREFIX = re.compile(
    rf"""\A(?:
    [-+*•·●>–—](?!\d)                                                      # a bullet, a quotation
    | \[\s\]                                                               # a box
    | [（(\[【]?(?:{_NUMBER}|[a-z]|[ivx]{{1,4}})[.)、．）:：\]】](?!\d)        # 1. (a) iii) 一、 but not 3:15
    | [①-⓿❶-➓] | \d\ufe0f\u20e3 | \#\d+
    | (?:q|question|candidate)\s*\d*[:：.)]
    | (?:第{_NUMBER}个?|下一个|最后的|我[的想要会])?(?:候选)?(?:问题|提问|问|题|候选)(?:{_NUMBER})?是?[:：、]
    | (?!(?:{_AUXILIARY})\b).*:\s+(?=(?:{_AUXILIARY})\b)                     # My next question: Is he
    | (?:sure|ok|okay|great|好的|明白了)[!.,，。！]
    )\s*""",
    re.IGNORECASE | re.VERBOSE,
)
_BRACKETS = {'"': '"', "'": "'", "“": "”", "‘": "’", "「": "」", "『": "』", "(": ")", "（": "）", "[": "]"}
_LAYERS = 9
"""Numbers, labels and brackets that are taken off the front of one question; no real reply has as many."""
_COMPOUND = {
    "en": re.compile(rf"\?.+\?|;|\b(?:and|or|but)\s+(?:{_AUXILIARY})\b|\bor\s+not\?", re.IGNORECASE),
    # 还是 joins two choices unless the question also ends in 吗, where it means "still".
    "zh": re.compile(r"[?？].+[?？]|[；;]|还是(?!.*吗[?？]?\Z)|吗[，,、].*吗[?？]?\Z"),
}
_ENOUGH = re.compile(r"\W*(?:(?:i )?(?:will |am ready to )?conclude|结束提问)\W*", re.IGNORECASE)
_HAN = re.compile(r"[\u4e00-\u9fff]")


def find_questions(reply: str) -> list[str]:
    """The questions in a reply: what a line or a table's cell says up to its last question mark, of either script.

    None is longer than may be asked. Numbering of any style, labels, bullets, emphasis, and brackets or quotation marks
    around the whole are taken off.

    Models also think aloud and chat. So the lines of a list and those with a label are taken alone, if any; else
    the lines that end in a question mark; else headings and lines with a remark behind the question.
    """
    ranked: list[tuple[int, str]] = []
    for line in _NEXT.sub("\n", reply).splitlines():
        row = line.strip()
        cells = row.split("|") if row.startswith("|") else [row]
        for cell in cells:
            rank, question = _read_line(cell, is_listed=len(cells) > 1)
            if re.search(r"\w", question) and len(question) <= MAX_QUESTION_CHARACTERS:
                ranked.append((rank, question))
    best = min((rank for rank, _ in ranked), default=0)
    return [question for rank, question in ranked if rank == best]


def says_enough(reply: str) -> bool:
    """Whether a reply without a question says that the player has asked enough and will conclude."""
    return any(_ENOUGH.fullmatch(line.strip()) for line in reply.splitlines())


def _read_line(line: str, is_listed: bool) -> tuple[int, str]:
    """How much a line looks like a question that is meant to be asked, 0 the most, and the question; empty if none."""
    text = _EMPHASIS.sub("", line).strip()
    bare = _HEADING.sub("", text)
    is_heading = bare != text
    end = max(bare.rfind("?"), bare.rfind("？")) + 1
    question, remark = bare[:end], bare[end:]
    for _ in range(_LAYERS):
        if prefix := _PREFIX.match(question):
            is_listed = True
            question = question[prefix.end() :]
        elif question[:1] in _BRACKETS and _is_unclosed(question, question[0]):
            question = question[1:].lstrip()
        else:
            break
    if any(remark.startswith(closing) and _is_unclosed(question, opening) for opening, closing in _BRACKETS.items()):
        question += remark[0]
    return (0 if is_listed else 2 if is_heading or re.search(r"\w", remark) else 1), question


def _is_unclosed(text: str, opening: str) -> bool:
    opened, closed = (
        # Within a word it is an apostrophe.
        len(re.findall(rf"(?i)(?<![a-z]){re.escape(mark)}|{re.escape(mark)}(?![a-z])", text))
        for mark in (opening, _BRACKETS[opening])
    )
    return opened % 2 == 1 if opening == _BRACKETS[opening] else opened > closed


def is_compound(question: str) -> bool:
    """Whether a question joins two, so that yes or no would not answer it."""
    return bool(_COMPOUND["zh" if _HAN.search(question) else "en"].search(question.strip()))


def is_repeat(question: str, asked: Iterable[str]) -> bool:
    """Whether a question was asked before in the same words (see `same_words`); what others say is not compared."""
    return any(same_words(question, earlier) for earlier in asked)

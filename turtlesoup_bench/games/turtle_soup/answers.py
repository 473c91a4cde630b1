"""The answers: how they are written in each language, and how a model's reply is read as one of them."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal, cast

Verdict = Literal["yes", "no", "unknown", "partly"]
"""``partly``, true in the main and false in a part, exists in games with four answers alone."""

LABELS: dict[str, dict[Verdict, str]] = {
    "en": {"yes": "Yes", "no": "No", "unknown": "Unknown", "partly": "Partly"},
    "zh": {"yes": "是", "no": "不是", "unknown": "未知", "partly": "部分正确"},
}
KEY_CLUE = "<Key Clue>"
TOUCHES = {"en": ("touches", "does not"), "zh": ("碰到", "没碰到")}
"""How the key clue call says that a question touches the clue whose number follows, and that it touches none."""

_WORDS: dict[str, dict[Verdict, str]] = {
    "en": {
        "yes": "yes|yeah|correct|right|true",
        "no": "no|nope|incorrect|not correct|wrong|false|not true",
        "unknown": "unknown|irrelevant|not relevant|unclear|uncertain|not known|cannot say|don't know",
        "partly": "partly|partially|in part|partly correct|partly true|partially correct|partially true|yes and no",
    },
    "zh": {
        "yes": "是|是的|对|对的|正确|有|没错",
        "no": "不是|否|不|不对|不正确|错|错误|没有|不是的",
        "unknown": "未知|不知道|不确定|无法确定|不清楚|不重要|无关|与此无关",
        "partly": "部分正确|部分是|部分对|是也不是|对也不对|不完全是|不全是|不完全对",
    },
}
_READ = {
    word: verdict
    for words in _WORDS.values()
    for verdict, alternatives in words.items()
    for word in alternatives.split("|")
}
_SENTENCE = re.compile(r"[\n.。!?]")
_CLAUSE = re.compile(r"[,;:(–—]|\s-\s")
_LABEL = re.compile(
    r"\A\W*(?:(?:so|therefore|thus|the|my|final),?\s+)*(?:answer|verdict)(?:\s+is\b|\W*:)"
    r"|\A\W*(?:所以|因此|综上|最终|我的)?,?(?:答案|回答|判断|结论|答)(?:是:?|\W*:)"
)
# What the key clue prompt asks for, and what models make of it, as the words above.
_TOUCHES = (
    (
        re.compile(
            r"\b(?:(?:the|this) question |it )?(?:does not|doesn't|doesn’t)(?: touch(?: (?:a|any)(?: key)? clues?)?)?\b"
            r"|(?:这个?问题|该问题)?(?:没有?|未|不)(?:碰到|触及)(?:任何)?(?:关键)?(?:线索)?"
        ),
        "no",
    ),
    (re.compile(r"\b(?:(?:the|this) question |it )?touch(?:es)?\b|(?:这个?问题|该问题)?(?:碰到|触及)了?"), "yes"),
)
_NUMBER = r"(?:\d{1,2}|[一二三四五六七八九十])"
_CLUE = re.compile(
    rf"(?:{'|'.join(_READ)})"
    rf"(?:\W{{0,9}}(?P<bare>{_NUMBER})(?! *\w)"  # 3 in "Yes, 3 men died" is no clue's
    rf"|[^\n]{{0,80}}?(?P<named>(?:clue|number|线索|第)\W{{0,3}}{_NUMBER}))"
)


def answers_of(partly: bool) -> tuple[Verdict, ...]:
    """The answers of a game: three, or four with Partly."""
    return ("yes", "no", "unknown", *(("partly",) if partly else ()))


def read_verdict(reply: str, *, partly: bool = False) -> Verdict:
    """Reads a reply as an answer.

    A whole sentence can be an answer, and so can the first clause of the first sentence and of one with a label
    (``Answer:``). No word is looked for inside another one, so ``unknown`` is not taken for ``no`` nor ``不是`` for
    ``是``. All answers in a reply must agree.

    Args:
        reply: A model's reply in either language.
        partly: Whether Partly is an answer of the game.

    Raises:
        ValueError: If the reply is not an answer of the game, or gives two.
    """
    verdict = _verdict(reply)
    if verdict not in answers_of(partly):
        english, chinese = (", ".join(words[one] for one in answers_of(partly)) for words in LABELS.values())
        raise ValueError(f"it is not one of {english} ({chinese})")
    return verdict


def read_key_clue(reply: str) -> tuple[bool, int | None]:
    """Reads a reply to the key clue question: ``touches`` with the number of the clue, or ``does not``.

    ``Yes`` with a number and ``No`` say the same.

    Returns:
        Whether the question touches a key clue, and the clue's number from 1 (None for the core causal logic).

    Raises:
        ValueError: If the reply is neither.
    """
    text = _plain(reply)
    for pattern, word in _TOUCHES:
        text = pattern.sub(word, text)
    match = _CLUE.search(text)
    number = "0"
    if match and match.lastgroup:
        number = re.findall(r"\d+|.", match[match.lastgroup])[-1]
        text = text[: match.start(match.lastgroup)] + "\n" + text[match.end() :]
    verdict = _verdict(text)
    if verdict not in ("yes", "no"):
        raise ValueError("it is neither “touches N” nor “does not” (碰到 N, 没碰到)")
    clue = int(number if number.isdigit() else unicodedata.numeric(number))
    return verdict == "yes", clue or None if verdict == "yes" else None


def _verdict(reply: str) -> Verdict | None:
    """The one answer in a reply; None if there is none, or more than one."""
    sentences = [text for part in _SENTENCE.split(_plain(reply)) if (text := _bare(part))]
    verdicts = set()
    for place, sentence in enumerate(sentences):
        unlabelled = _LABEL.sub("", sentence)
        is_short = place > 0 and unlabelled == sentence
        answer = sentence if is_short else _CLAUSE.split(_bare(unlabelled), maxsplit=1)[0]
        verdicts.add(_READ.get(_bare(answer)))
    verdicts.discard(None)
    return cast(Verdict, verdicts.pop()) if len(verdicts) == 1 else None


def _plain(reply: str) -> str:
    """A reply in lower case and half width."""
    return unicodedata.normalize("NFKC", reply).lower()


def _bare(text: str) -> str:
    """A text without quotation marks, brackets and markup around it, and with single spaces."""
    bare = re.search(r"[^\W_](?:.*[^\W_])?", text)
    return " ".join(bare[0].split()) if bare else ""


def shown_text(verdict: Verdict | None, is_key_clue: bool, language: str) -> str:
    """What a player reads: the answer's word, with the key clue mark where it was flagged; ``…`` if withheld."""
    word = LABELS[language][verdict] if verdict else "…"
    return f"{word} {KEY_CLUE}" if is_key_clue else word

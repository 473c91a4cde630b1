"""What a player is told of a move that is not accepted."""

from __future__ import annotations

from typing import Literal

Kind = Literal["move", "several moves", "query", "no query left", "bits"]

_TEXTS: dict[str, dict[Kind, str]] = {
    "en": {
        "move": "No move was found. Reply with one query, such as <query>{example}</query>, or with your guess of "
        "{bits} bits, as in <guess>BITS</guess>.",
        "several moves": "Your reply holds several different moves. Reply with one query or one guess alone.",
        "query": "This query cannot be answered. Name one circuit from A to {last} and give each of its inputs the "
        "value 0 or 1, such as <query>{example}</query>.",
        "no query left": "You have no queries left. Reply with your guess of {bits} bits, as in <guess>BITS</guess>.",
        "bits": "A guess has {bits} bits, one for each row of each circuit; yours has {given}.",
    },
    "zh": {
        "move": "没有找到你的操作。请给出一次查询，例如 <query>{example}</query>，或者用 <guess>BITS</guess> 给出 "
        "{bits} 位的答案。",
        "several moves": "你的回复里有多个不同的操作。每次回复只能给出一次查询或一个答案。",
        "query": "这个查询无法回答。请指明 A 到 {last} 中的一个电路，并为它的每个输入给出 0 或 1，例如 "
        "<query>{example}</query>。",
        "no query left": "查询次数已经用完。请用 <guess>BITS</guess> 给出 {bits} 位的答案。",
        "bits": "答案应有 {bits} 位，每个电路真值表的每一行各占一位；你给出了 {given} 位。",
    },
}


def complaint(language: str, kind: Kind, **values: str | int) -> str:
    """A complaint in a language.

    Args:
        language: ``en`` or ``zh``.
        kind: What is wrong.
        **values: Whatever its text names.
    """
    return _TEXTS[language][kind].format(**values)

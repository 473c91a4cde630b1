"""The numbers that a story tells, from three on, in figures or in words of either language."""

from __future__ import annotations

import re

from turtlesoup_bench.games.turtle_soup.similarity.numbers import numbers as spelled

LEAST = 3
"""One and two are pronouns and articles as often as numbers."""
_CARDINALS = {"first": "one", "second": "two", "third": "three", "fifth": "five", "eighth": "eight", "ninth": "nine"}
_CARDINALS |= {"twelfth": "twelve", "hundredth": "hundred", "triple": "three", "dozen": "twelve", "dozens": "twelve"}
_ORDINAL = re.compile(rf"\b(?:{'|'.join(_CARDINALS)})\b")
_TENS = re.compile(r"ieth\b")
_IDIOMS = re.compile(
    r"万一|千万(?=别|不|要|记)|一五一十|四处|四周|四下|四面|三更|五更|七嘴八舌|七手八脚|乱七八糟|三三两两|三两|五金|八字"
    r"|三番五次|再三|百姓|百货|四邻|五官|五颜六色|十分|十足|百般|千方百计|万分|八卦|九泉|三角|十字|四方|半百|老百|老八|八成|七上八下"
)


def numbers(text: str, language: str) -> set[int]:
    """The whole numbers of a text, from `LEAST` on; ordinals count, Chinese idioms do not, and a dozen is twelve."""
    if language == "en":
        text = _ORDINAL.sub(lambda word: _CARDINALS[word[0]], _TENS.sub("y", text.casefold()))
    else:
        text = _IDIOMS.sub(" ", text)
    return {int(number) for number in spelled(text) if number >= LEAST and number.is_integer()}

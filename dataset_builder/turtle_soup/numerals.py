"""The numbers that a story tells, from three on, in figures or in words of either language."""

from __future__ import annotations

import re

from turtlesoup_bench.games.turtle_soup.similarity.numbers import numbers as spelled

LEAST = 3
"""One and two are pronouns and articles as often as numbers."""
_CARDINALS = {"first": "one", "second": "two", "third": "three", "fifth": "five", "eighth": "eight", "ninth": "nine"}
_CARDINALS |= {"twelfth": "twelve", "hundredth": "hundred", "triple": "three", "dozen": "twelve"}
_ORDINAL = re.compile(rf"\b(?:{'|'.join(_CARDINALS)})\b")
_TENS = re.compile(r"ieth\b")
_IDIOMS = re.compile(
    r"万一|千万(?=别|不|要|记)|一五一十|四处|四周|四下|四面八方|四面|三更|五更|七嘴八舌|七手八脚|乱七八糟|三三两两|三两|五金|八字"
    r"|三番五次|三番两次|三天两头|隔三岔五|丢三落四|四季|八方|八哥|八面玲珑|七拐八弯|再三|百姓|百货|四邻|五官|五颜六色|十分(?!钟)"
    r"|十足|百般|千方百计|万分|八卦|九泉|三角|十字|四方|半百|老百|老八|八成|七上八下|七夕|百折不挠|百叶|百合|百思|千真万确"
    r"|千里之外|万无一失|正经八百|一呼百应"
)
_DATES = re.compile(
    r"(?:星期|礼拜|周)[一二三四五六]"
    r"|(?<![个〇一二三四五六七八九十\d])(?:十[一二]|[一二三四五六七八九十])月"
)
"""Days of the week and months, whose names in English are no numbers either."""
_VAGUE = re.compile(r"[几数上成][十百千万]+|(?<![〇一二三四五六七八九两])[十百千](?:几|来)")
"""Some tens, some hundreds: ``几百``, ``十来``."""


def numbers(text: str, language: str) -> set[int]:
    """The whole numbers of a text, from `LEAST` on.

    Ordinals count, and a dozen is twelve; idioms, days of the week, months and vague amounts (dozens, ``几百``) do not.
    """
    if language == "en":
        text = _ORDINAL.sub(lambda word: _CARDINALS[word[0]], _TENS.sub("y", text.casefold()))
    else:
        text = _VAGUE.sub(" ", _DATES.sub(" ", _IDIOMS.sub(" ", text)))
    return {int(number) for number in spelled(text) if number >= LEAST and number.is_integer()}

"""The numbers that a text tells, from three on, in figures or in words of either language."""

from __future__ import annotations

import re

LEAST = 3
"""One and two are pronouns and articles as often as numbers."""
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS = {word: number for number, word in enumerate("first second third fourth fifth".split(), 1)}
_ORDINALS |= {"eighth": 8, "ninth": 9, "twelfth": 12, "dozen": 12, "triple": 3}
_WORDS = {word: number for number, word in enumerate(_ONES)} | {word: 10 * n for n, word in enumerate(_TENS, 2)}
_WORDS |= _ORDINALS | {f"{word}th": number for word, number in _WORDS.items() if 3 < number < 20}
_WORDS |= {f"{word[:-1]}ieth": number for word, number in _WORDS.items() if word.endswith("ty")}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "hundredth": 100}
_ENGLISH = re.compile(r"\d[\d,]*|[a-z]+")
_DIGITS = {digit: number for number, digit in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_UNITS = {"十": 10, "百": 100, "千": 1_000}
_CHINESE = re.compile(r"\d+|[零〇一二两三四五六七八九十百千万]+")
_IDIOMS = re.compile(
    r"万一|千万(?=别|不|要|记)|一五一十|四处|四周|四下|四面|三更|五更|七嘴八舌|七手八脚|乱七八糟|三三两两|三两|五金|八字"
    r"|三番五次|再三|百姓|百货|四邻|五官|五颜六色|十分|十足|百般|千方百计|万分|八卦|九泉|三角|十字|四方|半百|老百|老八|八成|七上八下"
)


def numbers(text: str, language: str) -> set[int]:
    """The numbers of a text, from `LEAST` on."""
    found = _english(text.lower()) if language == "en" else _chinese(_IDIOMS.sub(" ", text))
    return {number for number in found if number >= LEAST}


def _english(text: str) -> set[int]:
    found, total, current = set(), 0, 0
    for token in [*_ENGLISH.findall(text), ""]:
        if token in _SCALES:
            current = (current or 1) * _SCALES[token]
            if _SCALES[token] > 100:
                total, current = total + current, 0
        elif token in _WORDS and _continues(current, _WORDS[token]):
            current += _WORDS[token]
        elif token != "and" or not (total or current >= 100):
            found.add(total + current)
            total, current = 0, _WORDS.get(token, 0)
            if token[:1].isdigit():
                found.add(int(token.replace(",", "")))
    return found


def _continues(number: int, added: int) -> bool:
    """Whether a word goes on with a number: forty, one; a hundred and, twelve."""
    return number % 100 == 0 or (number % 10 == 0 and number % 100 >= 20 and added < 10)


def _chinese(text: str) -> set[int]:
    return {int(run) if run[0].isdigit() else _value(run) for run in _CHINESE.findall(text)}


def _value(run: str) -> int:
    """The value of Chinese numerals: 一百七十 is 170, 两万三千 is 23,000, 一九三八 is 1938."""
    if not any(character in _UNITS or character == "万" for character in run):
        return int("".join(str(_DIGITS[character]) for character in run))
    total = section = digit = 0
    for character in run:
        if character in _DIGITS:
            digit = _DIGITS[character]
        elif character == "万":
            total, section, digit = (total + section + digit) * 10_000, 0, 0
        else:
            section, digit = section + (digit or 1) * _UNITS[character], 0
    return total + section + digit

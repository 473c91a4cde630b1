"""The numbers that a text gives, in digits or in words, English or Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_DIGITS = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
_EN_NUMBERS = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
        " seventeen eighteen nineteen".split()
    )
} | {
    word: 10 * (place + 2) for place, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split())
}
_EN_SCALES = {"dozen": 12, "hundred": 100, "thousand": 1000, "million": 1_000_000}
_ZH_NUMERAL = re.compile(r"[〇零一二两三四五六七八九十百千万亿]+")
_ZH_NUMBERS = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_ZH_SCALES = {"十": 10, "百": 100, "千": 1000, "万": 10_000, "亿": 100_000_000}


def numbers(text: str) -> frozenset[float]:
    """Return the numbers above one in digits, English or Chinese; "one" and 一 are articles too often."""
    values = {float(match.replace(",", "")) for match in _DIGITS.findall(text)}
    values.update(_english_numbers(re.findall(r"[a-z]+", text.casefold())))
    values.update(_chinese_number(numeral) for numeral in _ZH_NUMERAL.findall(text))
    return frozenset(value for value in values if value > 1)


def _english_numbers(words: Sequence[str]) -> Iterator[float]:
    """The numbers that words spell: a group below a thousand counts times the thousand or million after it."""
    total, group, previous = 0, 0, ""
    for word in [*words, ""]:
        unit = _EN_NUMBERS.get(word, _EN_NUMBERS.get(word.removesuffix("th"), -1))
        scale = _EN_SCALES.get(word, 0)
        if scale >= 1000:
            if total % (1000 * scale):  # its place is taken: "two thousand, three thousand"
                yield float(total)
                total = 0
            total, group = total + max(group, 1) * scale, 0
        elif scale:
            if group > 100 and scale == 100:  # "two hundred and five hundred"
                yield float(total + group - group % 100)
                total, group = 0, group % 100
            group = max(group, 1) * scale
        elif unit >= 0 and _is_continued(group, unit):
            group += unit
        elif word != "and" or previous not in _EN_SCALES:
            yield float(total + group)
            total, group = 0, max(unit, 0)
        previous = word


def _is_continued(group: int, unit: int) -> bool:
    """Whether the group leaves the unit's place empty: "twenty" and "hundred" go on with "three", "five" does not."""
    return group % 100 == 0 or (unit < 10 and group % 100 >= 20 and group % 10 == 0)


def _chinese_number(numeral: str) -> float:
    # Digit by digit, as in a year: 一九六三. Two digits are "two or three" as well.
    if len(numeral) > 2 and _ZH_SCALES.keys().isdisjoint(numeral):
        return float("".join(str(_ZH_NUMBERS[character]) for character in numeral))
    total, section, digit, scale = 0, 0, 0, 1
    for character in numeral:
        if character in _ZH_NUMBERS:
            digit = _ZH_NUMBERS[character]
            # After 零 places were left out; without it the last digit is of the next one: 三千五 is 3500.
            scale = 1 if digit == 0 else scale
        elif (scale := _ZH_SCALES[character]) >= 10_000:
            below = section + digit
            # 一万亿: what is counted in the smaller scale is counted in the larger one.
            total = (total + below) * scale if 0 < total < scale else total + max(below, 1) * scale
            section, digit = 0, 0
        else:
            section, digit = section + max(digit, 1) * scale, 0
    return float(total + section + digit * max(scale // 10, 1))

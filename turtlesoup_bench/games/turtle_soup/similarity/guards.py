"""Guards: what a sentence vector does not see, in English and Chinese.

The vector of "he did not drink it" lies next to that of "he drank it". Two checks look for statements that exclude
each other though they are alike: one denies what the other asserts, or they give different numbers. They know word
lists and word order, not grammar. `benchmarks/fit_similarity.py --ablate` prints what each list contributes on
statements that were not written for it. Opposite words and exchanged roles are not checked: lists of them refused
more true statements than false ones there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from .encoder import Encoder, Pieces, Vectors

Language = Literal["zh", "en"]

ALIGNED = 0.6
"""Cosine from which two words count as the same one in another form, wording or language."""

_RELATED = 0.4
"""Cosine from which two denied words may be one denial in other words."""

_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_LATIN = re.compile(r"[A-Za-z]")
_INSIDE = re.compile(r"[a-z\u00df-\u024f']+")

_STOP = frozenset(
    """a an the of to in on at by for with from and or but as is are was were be been being am do does did have has had
    will would can could should may might must it its he she him her his hers they them their that this these those
    there who whom whose which what when where while so than then too very into onto out up down off over about because
    if i me my we us our you your one only own some any all both each other such himself herself themselves itself
    no just also even still once anyone anything anybody ever yet""".split()
)
# 人 is here because 没有人 and 有人 would otherwise align on it.
_STOP |= frozenset(
    "的了在把被是就也都又很有来去着过得地之其和与跟给从到对向为以于而但却则或及并还再才只个位些"
    "这那他她它我你们自己里上下中时后前所"
    "让使将要会能可因吗呢吧么人一"
)
_STOP |= frozenset(
    "一个 他们 她们 我们 自己 因为 所以 为了 已经 一直 那些 这些 其实 就是 正是 有人 结果 就此 因此 那个 这个 但是"
    " 如果 可以 的人 里的".split()
)

# Wordings that hold a negative word and deny nothing.
_EXCUSED = [
    (
        re.compile(
            r"\b(?:not (?:only|just|merely)|no (?:doubt|matter)|nothing but|(?:none|no) (?:other|more|less) than)\b"
            "|不但|不仅|不光|不只|不过|不管|不论|无论|不断|不禁|不料|不时|不妨|不由得|不由自主|除非|非常|是非|莫名其妙|不知不觉"
            "|忍不住|恨不得|巴不得|说不定|没准|了不起|大不了|不然|要不|未来|无比|无数|无意中|不幸"
            "|差不多|对不起|不好意思|不久|不一会儿?|不得不|不能不|不得已"
        ),
        " ",
    ),
    (re.compile(r"([\u4e00-\u9fff])[不没]\1"), r"\1"),
]
# Wordings of a denial, and the same with one of `_NEGATIVES` before what is denied.
_DENIALS = [
    (
        re.compile(
            r"\b(?:no longer|unable to|incapable of|cannot|won't|can't|without|never|nor|hardly|scarcely"
            r"|(?:fail|failed|fails|failing|refuse|refused|refuses|forgot|forgets|declined) to)\b|n't\b"
        ),
        " not ",
    ),
    (re.compile(r"\b(?!regard|never|none)([a-z]{4,})less\b"), r" not \1"),
    (re.compile(r"([\u4e00-\u9fff])不(见|到|了|出|起|着|住|清|动|上|下|完|得|掉|懂)"), r" 不 \1\2"),
    (
        re.compile(
            r"无法|从来没有?|从未|从没有?|从不|并非|并不是?|并没有?|不曾|未曾|毫无|绝不|决不|不再|不是|没有|忘了|忘记|[没不未无非]"
        ),
        " 不 ",
    ),
]
_NEGATIVES = frozenset({"not", "no", "nobody", "nothing", "不"})

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


@dataclass(frozen=True)
class Statement:
    """The words of a text, and what the guards need to know of them.

    Attributes:
        language: By script.
        words: Content words in order; Chinese ones are the encoder's pieces, lone characters joined in twos.
        weights: How much each word tells, shape (len(words),), from its rarity.
        denied: The positions of the words that a negative word denies: the next content word, unless denied twice.
        shaded: The positions near a negative word, which it may deny in another language's word order.
        numbers: The numbers above one.
    """

    language: Language
    words: tuple[str, ...]
    weights: npt.NDArray[np.float64]
    denied: frozenset[int]
    shaded: frozenset[int]
    numbers: frozenset[float]


def language(text: str) -> Language:
    """Detect the language by script: Chinese unless Latin letters outweigh Han characters three to one."""
    han, latin = len(_HAN.findall(text)), len(_LATIN.findall(text))
    return "zh" if han and 3 * han >= latin else "en"


def read_statements(texts: Sequence[str], encoder: Encoder) -> list[Statement]:
    """Analyse cleaned texts."""
    marked = [_mark_denials(text.casefold()) for text in texts]
    return [_read(text, pieces) for text, pieces in zip(marked, encoder.pieces(marked), strict=True)]


def numbers(text: str) -> frozenset[float]:
    """Return the numbers above one in digits, English or Chinese; "one" and 一 are articles too often."""
    values = {float(match.replace(",", "")) for match in _DIGITS.findall(text)}
    values.update(_english_numbers(re.findall(r"[a-z]+", text.casefold())))
    values.update(_chinese_number(numeral) for numeral in _ZH_NUMERAL.findall(text))
    return frozenset(value for value in values if value > 1)


def contradicts(first: Statement, second: Statement, cosines: Vectors) -> str | None:
    """Name the guard that tells two statements apart, or None.

    Args:
        first: One statement.
        second: The other.
        cosines: Of their words, shape (len(first.words), len(second.words)).
    """
    if _denies(first, second, cosines) or _denies(second, first, cosines.T):
        return "negation"
    if first.numbers and second.numbers and not first.numbers & second.numbers:
        return "numbers"
    return None


def _denies(first: Statement, second: Statement, cosines: Vectors) -> bool:
    """Whether the first denies a word that the second holds without denying it or anything like it."""
    if not cosines.size:
        return False
    for place in first.denied:
        held = int(cosines[place].argmax())
        excused = any(cosines[place, other] >= _RELATED for other in second.denied)
        if cosines[place, held] >= ALIGNED and held not in second.shaded and not excused:
            return True
    return False


def _mark_denials(text: str) -> str:
    for pattern, instead in (*_EXCUSED, *_DENIALS):
        text = pattern.sub(instead, text)
    return text


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


def _read(text: str, pieces: Pieces) -> Statement:
    words: list[tuple[str, float]] = []
    negatives: list[int] = []
    lone = False
    for token, cost in _tokens(pieces):
        pairs, lone = lone, False
        if token in _NEGATIVES:
            negatives.append(len(words))
        elif not token[0].isalnum() or token in _STOP:
            # An unknown or empty word still ends what came before it.
            continue
        elif pairs and len(token) == 1 and _HAN.match(token):
            words[-1] = (words[-1][0] + token, max(words[-1][1], cost) + 1)
        elif token.isascii() and token.isalpha() and len(token) == 1:
            continue
        else:
            words.append((token, cost))
            lone = len(token) == 1 and bool(_HAN.match(token))
    last = len(words)
    return Statement(
        language=language(text),
        words=tuple(word for word, _ in words),
        weights=np.array([max(0.5, cost - 5.0) for _, cost in words]),
        denied=frozenset(at for at in negatives if at < last and negatives.count(at) % 2),
        shaded=frozenset(place for at in negatives for place in range(max(at - 1, 0), min(at + 4, last))),
        numbers=numbers(text),
    )


def _tokens(pieces: Pieces) -> list[tuple[str, float]]:
    """Put Latin words together again; Chinese pieces stay as they are."""
    tokens: list[tuple[str, float]] = []
    fresh = True
    for piece, cost in pieces:
        name = piece.lstrip("\u2581")
        fresh = fresh or name != piece
        if not name:
            continue
        if not fresh and tokens and _INSIDE.fullmatch(name) and _INSIDE.fullmatch(tokens[-1][0][-1]):
            tokens[-1] = (tokens[-1][0] + name, max(tokens[-1][1], cost) + 1)
        else:
            tokens.append((name, cost))
        fresh = False
    return [(name.split("'")[0] or "'", cost) for name, cost in tokens]

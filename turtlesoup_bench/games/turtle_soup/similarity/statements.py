"""Reading a statement: its content words, what a negative word denies, its opposites, numbers and word order.

It knows word lists and word order of English and Chinese, not grammar.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from .encoder import Encoder, Pieces
from .numbers import numbers
from .opposites import Sides, converses, opposites

Language = Literal["zh", "en"]

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
            "|对不起|不好意思|不久|不一会儿?|不至于|不得不|不能不|不得已"
        ),
        " ",
    ),
    (re.compile(r"([\u4e00-\u9fff])[不没]\1"), r"\1"),
    (re.compile("差不多"), "几乎"),
    # These turn on the time, or on the exception, not on the deed.
    (re.compile(r"\b(?:did|do|does|would|could|was|were|had|has) (?:not|never) ([^,.;]{0,60}?\buntil\b)"), r"\1"),
    (re.compile(r"除了(.{1,12}?)[，,]?(?:谁|没有?人|什么|哪儿|再)[也都]?(?:没有?|不)"), r"只有\1"),
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
_PASSIVE = re.compile(r"\b(?:is|are|was|were|be|been|being|got)\b[^,.;]*\bby\b|被|遭")
_REORDERED = re.compile(r"是.+的[。！]?$|把")


@dataclass(frozen=True)
class Statement:
    """The words of a text, and what the guards need to know of them.

    Attributes:
        text: The text, with its negative words in one form.
        language: By script.
        words: Content words in order; Chinese ones are the encoder's pieces, lone characters joined in twos.
        weights: How much each word tells, shape (len(words),), from its rarity.
        denied: The positions of the words that a negative word denies: the next content word, unless denied twice.
        shaded: The positions near a negative word, which it may deny in another language's word order.
        numbers: The numbers above one.
    """

    text: str
    language: Language
    words: tuple[str, ...]
    weights: npt.NDArray[np.float64]
    denied: frozenset[int]
    shaded: frozenset[int]
    numbers: frozenset[float]

    @cached_property
    def opposites(self) -> Sides:
        """Which of two opposite words it asserts."""
        return opposites(self.text)

    @cached_property
    def converses(self) -> Sides:
        """Which of two converse words it asserts."""
        return converses(self.text)

    @cached_property
    def construction(self) -> tuple[bool, bool]:
        """Whether the doer is named after the deed, and whether a Chinese object is moved before it."""
        return bool(_PASSIVE.search(self.text)), bool(_REORDERED.search(self.text))


def language(text: str) -> Language:
    """Detect the language by script: Chinese unless Latin letters outweigh Han characters three to one."""
    han, latin = len(_HAN.findall(text)), len(_LATIN.findall(text))
    return "zh" if han and 3 * han >= latin else "en"


def read_statements(texts: Sequence[str], encoder: Encoder) -> list[Statement]:
    """Analyse cleaned texts."""
    marked = [_mark_denials(text.casefold()) for text in texts]
    return [_read(text, pieces) for text, pieces in zip(marked, encoder.pieces(marked), strict=True)]


def _mark_denials(text: str) -> str:
    for pattern, instead in (*_EXCUSED, *_DENIALS):
        text = pattern.sub(instead, text)
    return text


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
        text=text,
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

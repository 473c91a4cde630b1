"""When two questions are in the same words: up to case, punctuation, final particles and inflection."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

_HAN = "\u3007\u3400-\u9fff"
_WORD = re.compile(rf"(?:(?<![a-z\d])[-−])?\d+(?:[.,:/]\d+)*|[{_HAN}]|[^\W_{_HAN}]+|[%°&+$€£¥]", re.IGNORECASE)
_OPENING = re.compile(r"\A\W*(?:(?:so|well|oh|ok|okay),|请问)", re.IGNORECASE)
_NEGATION = re.compile(r"n['’]t\b", re.IGNORECASE)

# 酒吧 and 什么 end in what elsewhere is a particle, so only one is taken off, and 么 only where it makes no other word.
# Within a closing quotation mark it belongs to what is quoted.
_PARTICLE = re.compile(r"(?:[吗嘛呢吧啊呀]|(?<![什怎])么|(?<=[了过])没有?)[\s?!.。]*\Z")
_A_NOT_A = re.compile(rf"([{_HAN}])不\1|是否是?|能否|有没有")
_ASKS_WHETHER = re.compile(r"是(?:不是|否是?)(?!.*的\W*\Z)|有没有(?=.过)", re.DOTALL)

_IRREGULAR_FORMS = {
    "be": "am is are was were",
    "do": "does did",
    "have": "has had",
    "a": "an",
    "child": "children",
    "foot": "feet",
    "tooth": "teeth",
    "mouse": "mice",
    "wife": "wives",
    "knife": "knives",
    "life": "lives",
    "half": "halves",
    "thief": "thieves",
    "wolf": "wolves",
    "leaf": "leaves",
    "loaf": "loaves",
    "shelf": "shelves",
}
_IRREGULAR = {form: base for base, forms in _IRREGULAR_FORMS.items() for form in forms.split()}
# Not the plural, or not merely the plural, of the word without the s.
_OTHER_WORDS = frozenset(
    "hers ours yours theirs news goods means customs arms glasses besides sometimes shorts".split()
)
_NOMINATIVE = frozenset("i he she we they who".split())
_TAKES_PARTICIPLE = frozenset("be have".split())
_VOWEL = "aeiou"
_CLOSED_SYLLABLE = re.compile(rf"[^{_VOWEL}]*[{_VOWEL}][^{_VOWEL}wy]")

Words = tuple[frozenset[str], ...]
"""A question, word by word; each word as all that it may be a form of."""


def same_words(question: str, other: str) -> bool:
    """Whether two questions are in the same words, in the same order.

    All words count: negations, pronouns, prepositions, determiners, modals and names; in Chinese, 了, 着, 过 and 的
    too. What does not count is:

    - *case and punctuation*, and full or half width;
    - *particles*: 吗, 呢, 吧 and the like at the end; ``So,`` and 请问 at the beginning;
    - *the form of a Chinese question*: 他知不知道 is 他知道吗. 是不是 and 是否 stand for the verb 是 or for nothing:
      他是不是死了 is 他死了吗. 有没有 stands for the verb 有, and for nothing only before a verb of one character
      with 过: 他有没有杀过人 is 他杀过人吗;
    - *inflection*: the number of a noun, and the tense and person of a verb, where regular or in a short list.

    The bare verb and the form in -ed are the same only after a pronoun that is the subject: ``they kill``, ``they
    killed``. Elsewhere one can be active and the other passive: ``saw her kill``, ``saw her killed``. The form in -ing
    is a word of its own for the same reason.
    """
    return any(
        len(one) == len(two) and all(map(frozenset.__and__, one, two))
        for one in _wordings(question)
        for two in _wordings(other)
    )


@lru_cache(maxsize=10_000)  # every candidate is held against every question of its episode
def _wordings(question: str) -> tuple[Words, ...]:
    text = _OPENING.sub("", unicodedata.normalize("NFKC", question))
    statement = _PARTICLE.sub("", text)
    texts = [statement]
    # A question that ends in a particle is no A-not-A question: what looks like one stands in a clause of it.
    asks = _A_NOT_A.search(text) if statement == text else None
    if asks:
        before, after = text[: asks.start()], text[asks.end() :]
        texts = [before + asks[0][0] + after]
        if _ASKS_WHETHER.match(text, asks.start()):
            texts.append(before + after)
    return tuple(_words(text) for text in texts)


def _words(text: str) -> Words:
    words: list[frozenset[str]] = []
    before: list[str] = []
    for word in _WORD.findall(_NEGATION.sub(" not", text)):
        lower = word.casefold()
        base = _IRREGULAR.get(lower, lower)
        forms = {base}
        if word.islower() and lower not in _OTHER_WORDS:  # a name in capitals has no plural
            forms |= set(_forms(lower))
            if before and before[-1] in _NOMINATIVE and _TAKES_PARTICIPLE.isdisjoint(before):
                forms.add(_finite(lower))
        words.append(frozenset(forms))
        before.append(base)
    return tuple(words)


def _forms(word: str) -> Iterator[str]:
    """What a word may be a regular form of: of a noun, or a finite form of a verb."""
    if word.endswith("men"):
        yield word[:-2] + "an"
    for base in filter(_is_stem, _without_s(word)):
        yield base
        yield _finite(base)
    for base in filter(_is_stem, _without_ed(word)):
        yield _finite(base)


def _finite(verb: str) -> str:
    return f"{verb} (finite)"


def _is_stem(base: str) -> bool:
    return len(base) > 2


def _without_s(word: str) -> Iterator[str]:
    if re.search(r"[^sui]s\Z", word):
        yield word[:-1]
    if word.endswith("ies"):
        yield word[:-3] + "y"
    if re.search(r"(?:s|x|z|ch|sh|o)es\Z", word):
        yield word[:-2]


def _without_ed(word: str) -> Iterator[str]:
    """The verbs whose past is spelled so: hated is of hate and not of hat, which would double its consonant."""
    if not word.endswith("ed") or word.endswith("eed"):
        return
    yield word[:-1]
    if not _CLOSED_SYLLABLE.fullmatch(word[:-2]):
        yield word[:-2]
    if word.endswith("ied"):
        yield word[:-3] + "y"
    if re.search(r"(.)\1ed\Z", word):
        yield word[:-3]

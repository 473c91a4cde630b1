"""Guards: what a sentence vector does not see, in English and Chinese.

The vector of "he did not drink it" lies next to that of "he drank it". Four checks look for the ways in which
two alike statements exclude each other: one denies what the other asserts, they use opposite words, they give
different numbers, or they exchange who did it to whom. They know word lists and word order, not grammar;
`benchmarks/fit_similarity.py` prints how often each is right and wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from .encoder import Encoder, Pieces, Vectors

Language = Literal["zh", "en"]

ALIGNED = 0.6
"""Cosine from which two words count as the same one in another form, wording or language."""

_RELATED = 0.4
"""Cosine from which two denied words may be one denial in other words."""

_PREFIX = re.compile(r"(?:un|in|im|ir|il|dis|non|mis)-?([a-z]{4,})")
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

# Wordings that hold a negative word and deny nothing, and what to read instead. "Not ... until" turns on the
# time, not on the deed.
_EXCUSED = [
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r"\bnot (?:only|just|merely)\b|\bno doubt\b|\bnone the less\b|\bno sooner\b|\bnot to mention\b", " "),
        (r"\bnothing but\b|\bno other than\b|\bnone other than\b|\bno more than\b|\bno less than\b", "only"),
        (r"\bcan ?not help(?: but)?\b|\bcan't help(?: but)?\b|\bno matter\b|\bwhether or not\b|\bif not\b", " "),
        (r"\b(?:did|do|does|would|could|was|were|had|has) (?:not|never) ([^,.;]{0,60}?\buntil\b)", r"\1"),
        (
            r"不但|不仅|不光|不只|不过|不管|不论|无论|不断|不禁|不料|不时|不妨|不由得|不由自主|除非|非常|是非|莫名其妙|不知不觉",
            " ",
        ),
        (r"([\u4e00-\u9fff])[不没]\1", r"\1"),
        (r"不一样|不同", "有区别"),
        (r"差不多", "几乎"),
        (r"对不起|不好意思", "抱歉"),
        (r"不久|不一会儿?", "后来"),
        (r"不得不|不能不|不得已|无非|非得|非要", "必须"),
        (r"不小心|没留神|不留神", "失误"),
        (r"忍不住|恨不得|巴不得|说不定|没准|了不起|大不了|不然|要不|未来|无比|无数|无意中|不幸", " "),
        (r"不至于", "免得"),
        (r"除了(.{1,12}?)[，,]?(?:谁|没有?人|什么|哪儿|再)[也都]?(?:没有?|不)", r"只有\1"),
    )
]
_DENIALS = [
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r"\bno one\b|\bnot (?:a single|one)(?: person| soul)?\b|\bnobody\b|\bnone of\b|\bneither of\b", " nobody "),
        (r"\bno longer\b|\bunable to\b|\bincapable of\b|\bcannot\b|\bwon't\b|\bcan't\b|n't\b", " not "),
        (r"\b(?:fail|failed|fails|failing|refuse|refused|refuses|forgot|forgets|declined) to\b", " not "),
        (r"\b(?:without|never|nor|hardly|scarcely)\b", " not "),
        (r"\b(?!regard|never|none)([a-z]{4,})less\b", r" not \1"),
        (r"(?:没有?|无)一?个?(?:人|谁)|谁[也都](?:没有?|不|未)", " nobody "),
        (r"([\u4e00-\u9fff])不(见|到|了|出|起|着|住|清|动|上|下|完|得|掉|懂)", r" 不 \1\2"),
        (
            r"无法|不由|从来没有?|从未|从没有?|从不|并非|并不是?|并没有?|不曾|未曾|毫无|绝不|决不|不再|不是|没有|没|不|未|忘了|忘记",
            " 不 ",
        ),
        (r"(?<![\u4e00-\u9fff])[无非]|[无](?=[\u4e00-\u9fff])", " 不 "),
    )
]
# How many content words after it a negative word denies.
_REACH = {"not": 1, "no": 1, "nobody": 2, "nothing": 2, "不": 1}

# Left against right; a Chinese entry is a pattern. Broad on purpose: words of both languages side by side.
_OPPOSITES = [
    (re.compile(rf"\b(?:{en_left})\b|(?:{zh_left})"), re.compile(rf"\b(?:{en_right})\b|(?:{zh_right})"))
    for en_left, zh_left, en_right, zh_right in (
        (
            "alive|survived?|survives",
            "活着|还活|活了下来|活下来|幸存|生还",
            "dead|died|dies|die|perished|deceased",
            "(?<![垂装生要])死(?!罪|刑|党)|去世|身亡|丧命|遇难|断了气",
        ),
        ("open|opened|unlocked", "开着|打开|敞开", "closed|shut|locked", "关着|关上|紧闭|锁着|锁上"),
        ("weak|weaker|weakened", "虚弱|软弱|衰弱|越来越弱", "strong|stronger|strengthened", "强壮|健壮|强大|越来越强"),
        (
            "genuine|real|authentic|true|truthful",
            "是真的|真品|真正|真实|属实",
            "fake|faked|forged|false|counterfeit|fictitious",
            "是假的|假的|伪造|虚假|冒牌|假冒|编造|赝品",
        ),
        (
            "accident|accidental|accidentally|by mistake|unintentionally",
            "意外|失误|无意|误杀",
            "on purpose|deliberate|deliberately|intentionally|intentional|purposely|murdered",
            "故意|存心|有意|蓄意|谋杀|有预谋",
        ),
        (
            "natural causes|natural death|natural",
            "自然死亡|病死|老死|寿终",
            "murdered|killed|poisoned|shot|stabbed",
            "谋杀|被杀|他杀|毒死|害死",
        ),
        ("rich|richer|richest|wealthy", "富|有钱", "poor|poorer|poorest|penniless", "穷|贫困|没钱"),
        (
            "loved|loves|adored|liked|likes|fond",
            "爱|喜欢|喜爱",
            "hated|hates|loathed|despised|detested",
            "恨|讨厌|厌恶|憎",
        ),
        ("inside|indoors|from within", "里面|屋里|室内", "outside|outdoors|from without", "外面|屋外|室外"),
        ("won|wins|victory", "赢|获胜|胜利", "lost the|loses the|defeat|defeated", "输|战败|失败"),
        ("innocent|guiltless", "无辜|清白", "guilty|culprit", "有罪|罪犯"),
        ("wet|flooded|soaked", "湿|被淹|淹没", "dry", "干的|干燥|干涸"),
        ("hot|warm", "热|温暖", "cold|freezing", "冷|冰凉|寒"),
        (
            "voluntarily|willingly|free will|of his own accord|of her own accord",
            "自愿|主动|心甘情愿",
            "forced|coerced|against his will|against her will|under duress",
            "被迫|被逼|强迫|逼迫",
        ),
        ("everyone|everybody|all", "所有|全都|大家|人人|全部", "nobody|none", "没人"),
        ("always|every time", "总是|每次|一向", "never|not once", "从不|从未|从来没"),
        ("friend|friends|ally", "朋友|盟友", "enemy|enemies|foe", "敌人|仇人|对头"),
        ("awake", "醒着|清醒", "asleep|sleeping", "睡着|睡觉|熟睡"),
        ("full", "满的|装满|满满", "empty", "空的|空着|空无"),
        ("succeeded|success", "成功", "failed|failure", "失败"),
        ("remembered|remembers", "记得|想起", "forgot|forgotten|forgets", "忘"),
        ("healthy|well again", "健康", "ill|sick|diseased", "生病|患病|有病"),
        ("increased|grew|rose", "增加|上升|变多", "decreased|shrank|fell", "减少|下降|变少"),
        ("brave|courage", "勇敢", "coward|cowardly|cowardice", "胆小|懦弱|怯懦"),
        ("legal|lawful", "合法", "illegal|unlawful", "非法|违法"),
        ("public|publicly|openly", "公开", "secret|secretly", "秘密|偷偷|暗中|暗地"),
        ("sober", "没喝醉|清醒", "drunk|drunken", "喝醉|醉酒"),
        ("saved|rescued|saves", "救", "killed|murdered|kills", "杀|害死"),
    )
]
# Opposites that say the same when the two sides also change places: "a before b" is "b after a".
_CONVERSES = [
    (re.compile(rf"\b(?:{left})\b|(?:{zh_left})"), re.compile(rf"\b(?:{right})\b|(?:{zh_right})"))
    for left, zh_left, right, zh_right in (
        ("before|earlier than", "之前|以前|早于", "after|later than", "之后|以后|后来|后才"),
        ("above|over", "上面|上方", "below|under|beneath", "下面|下方|底下"),
        ("sold|sells", "卖", "bought|buys", "买"),
        ("more|greater|better", "更多|多于", "fewer|less|worse", "更少|少于"),
    )
]
_PASSIVE = re.compile(r"\b(?:is|are|was|were|be|been|being|got)\b[^,.;]*\bby\b|被|遭")
_REORDERED = re.compile(r"是.+的[。！]?$|把")
_LOCATED = re.compile(r"[在里上中有]")
_DENIED_BEFORE = re.compile(r"(?:\b(?:not|no|nobody) +(?:\w+ +){0,1}|(?:不|nobody) *[\u4e00-\u9fff]{0,2})$")
_RECIPROCAL = re.compile(
    r"\b(?:met|meets?|married|marry|marries|fought|fight|resembled?|and)\b|相[遇见识似爱]|结婚|见面|和好|互相"
)


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
_ZH_NUMERAL = re.compile(r"[零一二两三四五六七八九十百千万亿]+")
_ZH_NUMBERS = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"两": 2}
_ZH_SCALES = {"十": 10, "百": 100, "千": 1000, "万": 10_000, "亿": 100_000_000}
_ZH_IDIOMS = re.compile(
    r"十分|千万别|万一|百般|四处|四周|四面|五官|百姓|七嘴八舌|三心二意|三番五次|五颜六色|千方百计|乱七八糟|接二连三"
)


@dataclass(frozen=True)
class Statement:
    """The words of a text, and what the guards need to know of them.

    Attributes:
        text: The text, with its negative words in one form.
        language: By script.
        words: Content words in order; Chinese ones are the encoder's pieces, lone characters joined in twos.
        weights: How much each word tells, shape (len(words),), from its rarity.
        scopes: For each negative word of the text, the positions of the words it denies.
        denied: The positions denied an odd number of times.
        shaded: The positions near a negative word, which it may deny in another language's word order.
    """

    text: str
    language: Language
    words: tuple[str, ...]
    weights: npt.NDArray[np.float64]
    scopes: tuple[tuple[int, ...], ...]
    denied: frozenset[int]
    shaded: frozenset[int]

    @cached_property
    def signs(self) -> tuple[dict[int, frozenset[int]], frozenset[int]]:
        """For each pair of opposites in the text, by its place in the list, the sides asserted (1 or -1).

        Also the places where a side is asserted by denying the other ("not dead").
        """
        return _signs(self.text)

    @cached_property
    def numbers(self) -> frozenset[float]:
        """The numbers above one."""
        return numbers(self.text)

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
    prepared = [_mark_denials(text.casefold()) for text in texts]
    return [_read(text, pieces) for text, pieces in zip(prepared, encoder.pieces(prepared), strict=True)]


def numbers(text: str) -> frozenset[float]:
    """Return the numbers above one in digits, English or Chinese; "one" and 一 are articles too often."""
    values = {float(match.replace(",", "")) for match in _DIGITS.findall(text)}
    values.update(_english_numbers(re.findall(r"[a-z]+", text.casefold())))
    values.update(_chinese_number(numeral) for numeral in _ZH_NUMERAL.findall(_ZH_IDIOMS.sub(" ", text)))
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
    if _opposed(first, second, cosines):
        return "opposites"
    if first.numbers and second.numbers and not first.numbers & second.numbers:
        return "numbers"
    if _exchanged(first, second, cosines):
        return "roles"
    return None


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
    cues: list[tuple[int, int]] = []
    lone = False
    for token, cost in _tokens(pieces):
        pairs, lone = lone, False
        if token in _REACH:
            cues.append((len(words), _REACH[token]))
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
    scopes: list[tuple[int, ...]] = []
    shades: set[int] = set()
    for at, reach in cues:
        # "... the countess did not": nothing follows, so the word before is meant.
        start = min(at, last - 1) if _ends_with_cue(pieces) else at
        scopes.append(tuple(range(max(start, 0), min(start + reach, last))))
        shades.update(range(max(at - 1, 0), min(at + reach + 3, last)))
    return Statement(
        text=text,
        language=language(text),
        words=tuple(word for word, _ in words),
        weights=np.array([max(0.5, cost - 5.0) for _, cost in words]),
        scopes=tuple(scopes),
        denied=frozenset(place for scope in scopes for place in scope if sum(place in other for other in scopes) % 2),
        shaded=frozenset(shades),
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


def _ends_with_cue(pieces: Pieces) -> bool:
    names = [name for piece, _ in pieces if (name := piece.lstrip("\u2581")) and name[0].isalnum()]
    return bool(names) and names[-1] in _REACH


def _signs(text: str) -> tuple[dict[int, frozenset[int]], frozenset[int]]:
    signs: dict[int, frozenset[int]] = {}
    turned: set[int] = set()
    for place, sides in enumerate((*_OPPOSITES, *_CONVERSES)):
        found = set()
        for side, pattern in zip((1, -1), sides, strict=True):
            for match in pattern.finditer(text):
                denied = _DENIED_BEFORE.search(text[max(0, match.start() - 24) : match.start()]) is not None
                found.add(-side if denied else side)
                if denied:
                    turned.add(place)
        if found:
            signs[place] = frozenset(found)
    return signs, frozenset(turned)


def _denies(first: Statement, second: Statement, cosines: Vectors) -> bool:
    """Whether the first denies a word that the second holds without denying it or anything like it."""
    if not cosines.size or not first.scopes:
        return False
    (signs, turned), (other_signs, other_turned) = first.signs, second.signs
    # "Not dead" denies nothing to "alive".
    if any(signs.get(place, frozenset()) & other_signs.get(place, frozenset()) for place in turned ^ other_turned):
        return False
    for scope in first.scopes:
        places = [place for place in scope if place in first.denied]
        held = [int(cosines[place].argmax()) for place in places if cosines[place].max() >= ALIGNED]
        excused = any(cosines[place, other] >= _RELATED for place in places for other in second.denied)
        if held and not excused and second.shaded.isdisjoint(held):
            return True
    return False


def _opposed(first: Statement, second: Statement, cosines: Vectors) -> bool:
    signs, other_signs = first.signs[0], second.signs[0]
    for place in signs.keys() & other_signs.keys():
        if signs[place].isdisjoint(other_signs[place]):
            order = _alignment(cosines)
            if place < len(_OPPOSITES) or order == sorted(order):
                return True
    return any(_prefixed(a, b) or _prefixed(b, a) for a in first.words for b in second.words if a != b)


def _prefixed(word: str, other: str) -> bool:
    """Whether one English word is the other with a denying prefix, in any inflection: disbelieved, believe."""
    bare = _PREFIX.match(word)
    return bare is not None and len(other) >= 4 and bare[1][:5] == other[:5]


def _exchanged(first: Statement, second: Statement, cosines: Vectors) -> bool:
    order = _alignment(cosines)
    if len(order) < 3 or max(cosines.shape) - len(order) > 1:
        return False
    if any(_RECIPROCAL.search(statement.text) for statement in (first, second)):
        return False
    moved = [place for place, partner in enumerate(sorted(order)) if order[place] != partner]
    if first.language != second.language:
        # Chinese puts places and times before the verb, so only a change of the first word is believed.
        located = any(_LOCATED.search(statement.text) for statement in (first, second))
        if located or first.construction != second.construction or moved[:1] != [0]:
            return False
    elif first.construction[0] != second.construction[0]:
        return not moved
    # Two words have changed places around at least one that stayed: the deed.
    return first.construction[1] == second.construction[1] and len(moved) == 2 and moved[1] - moved[0] >= 2


def _alignment(cosines: Vectors) -> list[int]:
    """Return the second statement's positions in the order of the first's, for words that choose each other."""
    if not cosines.size:
        return []
    forth, back = cosines.argmax(axis=1), cosines.argmax(axis=0)
    return [int(j) for i, j in enumerate(forth) if back[j] == i and cosines[i, j] >= ALIGNED]

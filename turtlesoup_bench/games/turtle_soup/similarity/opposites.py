"""Words that exclude each other, in English and Chinese: opposites, converses, and one with a denying prefix."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from re import Pattern

# Left against right, English and Chinese side by side, as they stand once denials are marked.
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
            "意外|失误|误杀",
            "on purpose|deliberate|deliberately|intentionally|intentional|purposely|murdered",
            "故意|存心|有意|蓄意|谋杀|有预谋",
        ),
        (
            "natural causes|natural death|natural",
            "自然死亡|病死|老死|寿终",
            "murdered|killed|poisoned|shot|stabbed",
            "谋杀|被杀|他杀|毒死|害死",
        ),
        ("rich|richer|richest|wealthy", "富|有钱", "poor|poorer|poorest", "穷|贫困"),
        (
            "loved|loves|adored|liked|likes|fond",
            "爱|喜欢|喜爱",
            "hated|hates|loathed|despised|detested",
            "恨|讨厌|厌恶|憎",
        ),
        ("inside|indoors", "里面|屋里|室内", "outside|outdoors", "外面|屋外|室外"),
        ("won|wins|victory", "赢|获胜|胜利", "lost the|loses the|defeat|defeated", "输|战败|失败"),
        ("innocent", "清白", "guilty|culprit", "有罪|罪犯"),
        ("wet|flooded|soaked", "湿|被淹", "dry", "干的|干燥|干涸"),
        ("hot|warm", "热|温暖", "cold|freezing", "冷|冰凉|寒"),
        (
            "voluntarily|willingly|free will|of his own accord|of her own accord",
            "自愿|主动|心甘情愿",
            "forced|coerced|against his will|against her will|under duress",
            "被迫|被逼|强迫|逼迫",
        ),
        ("friend|friends|ally", "朋友|盟友", "enemy|enemies|foe", "敌人|仇人|对头"),
        ("awake", "醒着|清醒", "asleep|sleeping", "睡着|睡觉|熟睡"),
        ("full", "满的|装满|满满", "empty", "空的|空着"),
        ("succeeded|success", "成功", "failed|failure", "失败"),
        ("remembered|remembers", "记得|想起", "forgot|forgotten|forgets", "忘"),
        ("healthy|well again", "健康", "ill|sick|diseased", "生病|患病|有病"),
        ("increased|grew|rose", "增加|上升|变多", "decreased|shrank|fell", "减少|下降|变少"),
        ("brave|courage", "勇敢", "coward|cowardly|cowardice", "胆小|懦弱|怯懦"),
        ("legal|lawful", "合法", "illegal|unlawful", "违法"),
        ("public|publicly|openly", "公开", "secret|secretly", "秘密|偷偷|暗中|暗地"),
        ("sober", "清醒", "drunk|drunken", "喝醉|醉酒"),
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
_PREFIX = re.compile(r"(?:un|in|im|ir|il|dis|non|mis)-?([a-z]{4,})")
_DENIED_BEFORE = re.compile(r"(?:\b(?:not|no|nobody) +(?:\w+ +)?|不 *[\u4e00-\u9fff]{0,2})$")


@dataclass(frozen=True)
class Sides:
    """What a text asserts of a table of opposites.

    Attributes:
        asserted: For each row that occurs, by its place in the table, its asserted sides: 1 left, -1 right.
        by_denial: The rows of which a side is asserted by denying the other: "not dead".
    """

    asserted: dict[int, frozenset[int]]
    by_denial: frozenset[int]

    def exclude(self, other: Sides) -> bool:
        """Whether one text asserts one side of a row only and the other text the other."""
        rows = self.asserted.keys() & other.asserted.keys()
        return any(self.asserted[row].isdisjoint(other.asserted[row]) for row in rows)

    def agree_by_denial(self, other: Sides) -> bool:
        """Whether one text asserts by a denial what the other asserts without: "not dead", "alive"."""
        sides, other_sides = self.asserted, other.asserted
        rows = (self.by_denial ^ other.by_denial) & sides.keys() & other_sides.keys()
        return any(sides[row] & other_sides[row] for row in rows)


def opposites(text: str) -> Sides:
    """Read which sides of the opposites a text asserts, its denials marked."""
    return _sides(text, _OPPOSITES)


def converses(text: str) -> Sides:
    """Read which sides of the converses a text asserts, its denials marked."""
    return _sides(text, _CONVERSES)


def differ_by_prefix(words: Iterable[str], others: Sequence[str]) -> bool:
    """Whether a word of one statement is a word of the other with a denying prefix."""
    return any(_prefixed(a, b) or _prefixed(b, a) for a in words for b in others if a != b)


def _prefixed(word: str, other: str) -> bool:
    """Whether one English word is the other with a denying prefix, in any inflection: disbelieved, believe."""
    bare = _PREFIX.match(word)
    return bare is not None and len(other) >= 4 and bare[1][:5] == other[:5]


def _sides(text: str, table: Sequence[tuple[Pattern[str], Pattern[str]]]) -> Sides:
    asserted: dict[int, frozenset[int]] = {}
    by_denial: set[int] = set()
    for row, patterns in enumerate(table):
        sides = set()
        for side, pattern in zip((1, -1), patterns, strict=True):
            for match in pattern.finditer(text):
                denied = _DENIED_BEFORE.search(text[max(0, match.start() - 24) : match.start()]) is not None
                sides.add(-side if denied else side)
                if denied:
                    by_denial.add(row)
        if sides:
            asserted[row] = frozenset(sides)
    return Sides(asserted, frozenset(by_denial))

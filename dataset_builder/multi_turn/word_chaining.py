"""Builds the data of word chaining from SCOWL and jieba's dictionary, the same bytes for the same sources and seed.

    apt-get install scowl
    pip install jieba==0.42.1
    python -m turtlesoup_bench.dataset_builder.multi_turn.word_chaining turtlesoup_bench/data/word_chaining

English: 500 words drawn at random from SCOWL's general and American lists up to size 20, of three small letters or
more.

Chinese: words of two to four characters, all of GB 2312's first level, that jieba counts at least 200 times and marks
as neither names nor numbers. Few of them would follow one another, so that only those are kept whose first and last
characters are among the 150 with which most words both begin and end. An instance takes these characters one by one,
in a random order, until 500 words begin and end with one of them.

Words that could offend are left out, and so are slogans and entries that are no words.

Beside its words, an instance holds the share of games that random listed words survive.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path

from turtlesoup_bench.games import Instance, Move, Setup
from turtlesoup_bench.games.multi_turn.word_chaining.game import instance_of
from turtlesoup_bench.games.multi_turn.word_chaining.rules import PLAYER, WordChaining
from turtlesoup_bench.records import Json

from .drawing import build_by_command, id_of, shuffled, write_lines
from .scowl import SCOWL, scowl_words
from .twenty_questions import UNFIT

SIZES = (10, 20)
COMMON, HUBS = 200, 150
"""Least count of a Chinese word; number of characters with which the words may begin and end."""
PARTS_OF_SPEECH = frozenset("n v vn a ad an b d i l s t z".split())
INSTANCES, LISTED = 400, 500
PLAYOUTS = 1_000
SEED = 42
UNFIT_ENGLISH = re.compile(
    r"""(abortion|bastard|bugger|cocain|corpse|crap|damn|fuck|genocid|heroin|heterosex|homosex|idiot|kill|lesbian|moron
    |murder|naked|nigger|porn|prostitut|racis|rape|sex|shit|slut|stupid|suicid|terroris|tortur|whore)\w*
    |ass(es)?|bloody|cum(s|ming)?|gay|hell|intercourse|lust|slaves?|scum|sods?""",
    re.VERBOSE,
)
UNFIT_CHINESE = frozenset(
    (
        "一国两制 下回分解 中枢神经 人民武装 化军 国共合作 国法人 大红门 天下第一 工信处 师师 政治权利 "
        "有限责任 民办教师 流产 物事 白家 石门 经济社会 装甲师 解放思想 身受 金代 集体所有 性感 白带 月经 "
        "大法 分泌物 白人 国军 中统 解放后 发展观 大团结 当家作主 应城 方城 土家 民建 建行 成化 后金 "
        "金花 土耳其人 法国人 中日 关中 回事 下过 出过 回过 过上 开时 时会 时说 车城 报上 学家 人学 "
        "成方 有加 过长 放在 不中 中常 中土 难当 点中 人行 放流 代主任 有没有 好不好 回老家 点点头 "
        "不为过 不失为 不可不 建工 身分 民国 政变 日军 情人 放火 书记处 工人运动 不做声 文教卫生 兵火"
    ).split()
)
UNFIT_CHARACTERS = frozenset("奸娼妓嫖屎尿屁尸婊屌杀死毒淫蠢贱")
_ENGLISH = re.compile(r"[a-z]{3,}")


def build(
    folder: Path, *, scowl: Path = SCOWL, jieba: Path | None = None, count: int = INSTANCES, seed: int = SEED
) -> None:
    """Writes ``instances.jsonl`` into a folder.

    Args:
        folder: Where to write.
        scowl: SCOWL's word lists.
        jieba: jieba's dictionary; None for that of the installed package.
        count: Number of instances of each language.
        seed: Another one draws other words.

    Raises:
        FileNotFoundError: If a source is not installed.
    """
    english = english_words(scowl_words(scowl, SIZES))
    chinese = chinese_words((jieba or jieba_dictionary()).read_text(encoding="utf-8").splitlines())
    lists = [("en", draw_words(english, f"{seed}:{number}")) for number in range(count)]
    lists += [("zh", draw_chain(chinese, f"{seed}:{number}")) for number in range(count)]
    write_lines(folder / "instances.jsonl", (record_of(language, words) for language, words in lists))


def english_words(entries: Iterable[str]) -> list[str]:
    """The entries that qualify, in alphabetical order."""
    words = {entry for entry in entries if _ENGLISH.fullmatch(entry)} - UNFIT
    return sorted(word for word in words if not UNFIT_ENGLISH.fullmatch(word))


def chinese_words(lines: Iterable[str], hubs: int = HUBS) -> list[str]:
    """The words that qualify, in the order of their code points.

    Args:
        lines: Of jieba's dictionary: word, count and part of speech.
        hubs: Number of characters with which the words may begin and end.
    """
    words = [word for word, count, part in map(str.split, lines) if int(count) >= COMMON and _is_fit(word, part)]
    firsts, lasts = Counter(word[0] for word in words), Counter(word[-1] for word in words)
    ends = set(sorted(firsts, key=lambda character: (-min(firsts[character], lasts[character]), character))[:hubs])
    return sorted(word for word in words if {word[0], word[-1]} <= ends)


def jieba_dictionary() -> Path:
    """The dictionary of the installed package.

    Raises:
        FileNotFoundError: If it is not installed.
    """
    package = find_spec("jieba")
    if package is None or package.origin is None:
        raise FileNotFoundError("jieba's dictionary: pip install jieba==0.42.1")
    return Path(package.origin).with_name("dict.txt")


def draw_words(lexicon: Sequence[str], label: str) -> list[str]:
    """500 words for one instance, in the order of their code points.

    Args:
        lexicon: At least so many words.
        label: What the draw follows from.

    Raises:
        ValueError: If there are too few words.
    """
    if len(lexicon) < LISTED:
        raise ValueError(f"{len(lexicon)} words are too few for an instance of {LISTED}")
    return sorted(shuffled(lexicon, label)[:LISTED])


def draw_chain(lexicon: Sequence[str], label: str) -> list[str]:
    """500 words for one instance that begin and end with few characters; see `draw_words`."""
    ends: set[str] = set()
    near: list[str] = []
    for character in shuffled({end for word in lexicon for end in (word[0], word[-1])}, label):
        ends.add(character)
        near = [word for word in lexicon if word[0] in ends and word[-1] in ends]
        if len(near) >= LISTED:
            break
    return draw_words(near, label)


def record_of(language: str, words: Sequence[str]) -> Json:
    """The record of an instance with these words."""
    record = {"id": f"{id_of(words)}@{language}", "language": language, "random": 0.0, "words": " ".join(words)}
    return {**record, "random": random_survival(instance_of(record))}


def random_survival(instance: Instance, playouts: int = PLAYOUTS) -> float:
    """Share of so many games that a player survives who says random words of the list."""
    words, rules = instance.data["words"], WordChaining()
    survived = 0
    for number in range(playouts):
        setup = Setup(instance, seed=-1 - number)  # no run has a negative seed
        state = rules.start(setup)[0]
        while state.ending is None:
            word = words[int(setup.draw("listed word", len(state.said)) * len(words))]
            state = rules.apply(state, {PLAYER: Move({"word": word})})[0]
        survived += state.ending.outcome == "survived"
    return survived / playouts


def _is_fit(word: str, part_of_speech: str) -> bool:
    is_word = 2 <= len(word) <= 4 and part_of_speech in PARTS_OF_SPEECH and all(map(_is_common, word))
    return is_word and word not in UNFIT_CHINESE and not UNFIT_CHARACTERS & set(word)


def _is_common(character: str) -> bool:
    """Whether a character is of GB 2312's first level."""
    code = character.encode("gb2312", "ignore")
    return len(code) == 2 and 0xB0 <= code[0] <= 0xD7


if __name__ == "__main__":
    build_by_command(build, seed=SEED, count=INSTANCES, unit="instances of each language")

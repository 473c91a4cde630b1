"""Builds the data of twenty questions from SCOWL and WordNet, the same bytes for the same sources and seed.

    apt-get install scowl wordnet-base
    python -m turtlesoup_bench.dataset_builder.multi_turn.twenty_questions turtlesoup_bench/data/twenty_questions

A word qualifies if it is in SCOWL's general or American list up to size 50, is written in small letters, and is a noun
whose first sense in WordNet has at least seven hypernyms, among them "physical entity" and not "abstraction". Words
that WordNet marks as slurs, slang or obscene in that sense are left out, and so are those of `UNFIT` and the types in
`UNFIT_TYPES`.

In an instance no two words have the same hypernyms, and none is a hypernym of another.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

SCOWL = Path("/usr/share/dict/scowl")
WORDNET = Path("/usr/share/wordnet")
SIZES = (10, 20, 35, 40, 50)
FEWEST_HYPERNYMS = 7
INSTANCES, FEWEST_WORDS, MOST_WORDS = 400, 80, 100
SEED = 42
MARKS = frozenset({"disparagement", "ethnic slur", "obscenity", "slang"})
UNFIT_TYPES = frozenset(
    ["elimination", "heterosexual", "pervert", "prostitute", "reproductive organ", "sensualist", "sexual activity"]
)
UNFIT = frozenset(
    "anus bimbo bitch blockhead boob booby coon cretin cripple cunt dick dwarf gypsy harlot homosexual hooker "
    "hussy idiot imbecile lesbian midget mongoloid moron mulatto negro niggard penis pervert pimp pornographer "
    "prostitute pygmy rape rapist retard savage simpleton sissy slave slut spastic squaw strumpet tart tit titty "
    "tramp trollop vagina whore".split()
)
_WORD = re.compile(r"[a-z]+")


class WordNet:
    """The nouns of WordNet 3.0, as its database files hold them (``wndb(5WN)``).

    Args:
        folder: With ``data.noun`` and ``index.noun``.
    """

    def __init__(self, folder: Path):
        self._names: dict[str, str] = {}
        self._parents: dict[str, list[str]] = {}
        self._usages: dict[str, list[str]] = {}
        self._closures: dict[str, frozenset[str]] = {}
        for fields in _lines(folder / "data.noun"):
            sense, count = fields[0], int(fields[3], 16)
            self._names[sense] = fields[4].replace("_", " ")
            start = 5 + 2 * count
            pointers = [fields[at : at + 3] for at in range(start, start + 4 * int(fields[start - 1]), 4)]
            self._parents[sense] = [to for kind, to, part in pointers if kind in ("@", "@i") and part == "n"]
            self._usages[sense] = [to for kind, to, part in pointers if kind == ";u" and part == "n"]
        self._first = {fields[0]: fields[6 + int(fields[3])] for fields in _lines(folder / "index.noun")}

    def hypernyms(self, word: str) -> frozenset[str]:
        """Names of all hypernyms of a word's first sense, transitive ones too; empty if it is no noun."""
        sense = self._first.get(word)
        return frozenset(self._names[above] for above in self._above(sense)) if sense else frozenset()

    def usages(self, word: str) -> frozenset[str]:
        """How the word's first sense is marked, such as ``slang``."""
        marks = self._usages.get(self._first.get(word, ""), ())
        return frozenset(self._names[mark] for mark in marks)

    def _above(self, sense: str) -> frozenset[str]:
        if sense not in self._closures:
            parents = self._parents[sense]
            self._closures[sense] = frozenset(parents).union(*map(self._above, parents))
        return self._closures[sense]


def build(
    folder: Path, *, scowl: Path = SCOWL, wordnet: Path = WORDNET, count: int = INSTANCES, seed: int = SEED
) -> None:
    """Writes ``lexicon.jsonl`` and ``instances.jsonl`` into a folder.

    Args:
        folder: Where to write.
        scowl: SCOWL's word lists.
        wordnet: WordNet's database files.
        count: Number of instances.
        seed: Another one draws other words.

    Raises:
        FileNotFoundError: If a source is not installed.
    """
    lexicon = qualified(_scowl_words(scowl), WordNet(wordnet))
    instances = [draw_words(lexicon, f"{seed}:{number}") for number in range(count)]
    used = sorted({word for words in instances for word in words})
    _write(folder / "lexicon.jsonl", ({"word": word, "hypernyms": sorted(lexicon[word])} for word in used))
    _write(folder / "instances.jsonl", ({"id": _id_of(words), "words": words} for words in instances))


def qualified(words: Iterable[str], wordnet: WordNet) -> dict[str, frozenset[str]]:
    """The words that qualify, with their hypernyms, in alphabetical order."""
    lexicon = {}
    for word in sorted({word for word in words if _WORD.fullmatch(word)} - UNFIT):
        hypernyms = wordnet.hypernyms(word)
        is_thing = "physical entity" in hypernyms and not {"abstraction", word} & hypernyms
        is_fit = not (wordnet.usages(word) & MARKS or hypernyms & UNFIT_TYPES)
        if is_thing and is_fit and len(hypernyms) >= FEWEST_HYPERNYMS:
            lexicon[word] = hypernyms
    return lexicon


def draw_words(lexicon: Mapping[str, frozenset[str]], label: str) -> list[str]:
    """80 to 100 words for one instance, in alphabetical order.

    Args:
        lexicon: Words with their hypernyms.
        label: What the draw follows from.
    """
    size = FEWEST_WORDS + _draw(label) % (MOST_WORDS - FEWEST_WORDS + 1)
    chosen: dict[str, frozenset[str]] = {}
    for word in sorted(lexicon, key=lambda word: _draw(f"{label}:{word}")):
        hypernyms = lexicon[word]
        is_apart = not hypernyms & chosen.keys() and not any(word in others for others in chosen.values())
        if is_apart and hypernyms not in chosen.values():
            chosen[word] = hypernyms
            if len(chosen) == size:
                return sorted(chosen)
    raise ValueError(f"{len(lexicon)} words are too few for an instance of {size}")


def _scowl_words(folder: Path) -> Iterator[str]:
    for spelling in ("english", "american"):
        for size in SIZES:
            yield from (folder / f"{spelling}-words.{size}").read_text(encoding="latin-1").split()


def _lines(path: Path) -> Iterator[Sequence[str]]:
    """The fields of each line, without the licence at the top and the glosses."""
    for line in path.read_text(encoding="latin-1").split("\n"):
        if line and not line.startswith("  "):
            yield line.split(" | ")[0].split()


def _draw(label: str) -> int:
    return int.from_bytes(hashlib.sha256(label.encode()).digest()[:8], "big")


def _id_of(words: Sequence[str]) -> str:
    """Ten hex digits that follow from the words, so that an id neither tells a position nor changes with one."""
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:10]


def _write(path: Path, records: Iterable[object]) -> None:
    text = "".join(json.dumps(record, separators=(",", ":")) + "\n" for record in records)
    path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Builds the data of twenty questions from SCOWL and WordNet.")
    parser.add_argument("folder", type=Path)
    build(parser.parse_args().folder)

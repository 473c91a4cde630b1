"""Builds the data of twenty questions from SCOWL and WordNet, the same bytes for the same sources and seed.

    apt-get install scowl wordnet-base
    python -m turtlesoup_bench.dataset_builder.multi_turn.twenty_questions turtlesoup_bench/data/twenty_questions

A word qualifies if it is in SCOWL's general or American list up to size 50, is written in small letters, and is a noun
whose first sense in WordNet has at least seven hypernyms, among them "physical entity" and not "abstraction". Words
that WordNet marks as slurs, slang or obscene in that sense are left out, and so are those of `UNFIT` and the types in
`UNFIT_TYPES`.

In an instance no two words have the same hypernyms, and none is a hypernym of another. Beside its words, it holds the
share of games in which answers by chance are consistent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from turtlesoup_bench.games import Instance, Move, Setup
from turtlesoup_bench.games.multi_turn.twenty_questions.game import GAME, instance_of
from turtlesoup_bench.games.multi_turn.twenty_questions.rules import ANSWERER, TwentyQuestions
from turtlesoup_bench.records import Json

from .drawing import build_by_command, draw, id_of, shuffled, write_lines
from .scowl import SCOWL, scowl_words

WORDNET = Path("/usr/share/wordnet")
SIZES = (10, 20, 35, 40, 50)
FEWEST_HYPERNYMS = 7
INSTANCES, FEWEST_WORDS, MOST_WORDS = 400, 80, 100
PLAYOUTS = 1_000
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
    qualifying = qualified(scowl_words(scowl, SIZES), WordNet(wordnet))
    lists = [draw_words(qualifying, f"{seed}:{number}") for number in range(count)]
    lexicon = {word: sorted(qualifying[word]) for word in sorted({word for words in lists for word in words})}
    records = (record_of(words, lexicon) for words in lists)
    write_lines(folder / "lexicon.jsonl", ({"word": word, "hypernyms": names} for word, names in lexicon.items()))
    write_lines(folder / "instances.jsonl", records)


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
    size = FEWEST_WORDS + draw(label) % (MOST_WORDS - FEWEST_WORDS + 1)
    chosen: dict[str, frozenset[str]] = {}
    for word in shuffled(lexicon, label):
        hypernyms = lexicon[word]
        is_apart = not hypernyms & chosen.keys() and not any(word in others for others in chosen.values())
        if is_apart and hypernyms not in chosen.values():
            chosen[word] = hypernyms
            if len(chosen) == size:
                return sorted(chosen)
    raise ValueError(f"{len(lexicon)} words are too few for an instance of {size}")


def record_of(words: Sequence[str], lexicon: Mapping[str, Sequence[str]]) -> Json:
    """The record of an instance with these words."""
    record = {"id": id_of(words), "random": 0.0, "words": list(words)}
    return {**record, "random": coin_flip_consistency(instance_of(record, lexicon))}


def coin_flip_consistency(instance: Instance, playouts: int = PLAYOUTS) -> float:
    """Share of so many games that are consistent if each answer is yes or no by chance."""
    options, rules = GAME.setup(instance).options, TwentyQuestions()
    consistent = 0
    for number in range(playouts):
        setup = Setup(instance, options, seed=-1 - number)  # no run has a negative seed
        state = rules.apply(rules.start(setup)[0], {ANSWERER: Move({"ready": True})})[0]
        while state.ending is None:
            answer = "yes" if setup.draw("coin", state.turn) < 0.5 else "no"
            state = rules.apply(state, {ANSWERER: Move({"answer": answer})})[0]
        consistent += state.ending.outcome == "consistent"
    return consistent / playouts


def _lines(path: Path) -> Iterator[Sequence[str]]:
    """The fields of each line, without the licence at the top and the glosses."""
    for line in path.read_text(encoding="latin-1").split("\n"):
        if line and not line.startswith("  "):
            yield line.split(" | ")[0].split()


if __name__ == "__main__":
    build_by_command(build, seed=SEED, count=INSTANCES)

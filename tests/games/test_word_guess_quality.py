from __future__ import annotations

from collections.abc import Sequence
from math import log2
from random import Random
from typing import Any

import pytest

from turtlesoup_bench.games import Instance, Move
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.games.multi_turn.word_guess.game import GAME, load
from turtlesoup_bench.games.multi_turn.word_guess.rules import feedback
from turtlesoup_bench.games.multi_turn.word_guess.vocabulary import Vocabulary

Words = frozenset[str]


def parts_of(attempt: str, candidates: Words) -> list[Words]:
    """What each reply but the one that it is the secret leaves of the candidates."""
    wrong = candidates - {attempt}
    replies = {feedback(attempt, secret) for secret in wrong}
    return [frozenset(secret for secret in wrong if feedback(attempt, secret) == reply) for reply in replies]


class Exhaustive:
    """The fewest attempts in total over the candidates, by trying every word of a small vocabulary."""

    def __init__(self, words: Sequence[str]):
        self.words = words
        self.known: dict[Words, int] = {frozenset(): 0}

    def fewest(self, candidates: Words) -> int:
        if candidates not in self.known:
            useful = [word for word in self.words if parts_of(word, candidates) != [candidates]]
            self.known[candidates] = min(self.after(word, candidates) for word in useful)
        return self.known[candidates]

    def after(self, word: str, candidates: Words) -> int:
        return len(candidates) + sum(self.fewest(part) for part in parts_of(word, candidates))


def draws(letters: str, length: int, count: int) -> list[Any]:
    """Vocabularies of words that are easily confused, since there are few letters."""
    vocabularies = []
    for seed in range(4):
        rng = Random(seed)
        words: set[str] = set()
        while len(words) < count:
            words.add("".join(rng.choice(letters) for _ in range(length)))
        vocabularies.append(pytest.param(sorted(words), id=f"{letters}-{seed}"))
    return vocabularies


@pytest.mark.parametrize("words", draws("abc", 4, 9) + draws("abcdefgh", 3, 9))
def test_best_play_is_what_trying_everything_finds(words: list[str]) -> None:
    vocabulary, exhaustive = Vocabulary(words), Exhaustive(words)
    for candidates in range(1, 1 << len(words)):
        members = frozenset(vocabulary.members(candidates))
        fewest = exhaustive.fewest(members)
        assert vocabulary.expected_attempts(candidates) == fewest / len(members)
        assert exhaustive.after(vocabulary.best_attempt(candidates), members) == fewest
    for word in words:
        excess = exhaustive.after(word, frozenset(words)) - exhaustive.fewest(frozenset(words))
        assert vocabulary.regret(word, vocabulary.everything) == excess / len(words)


def test_a_word_that_cannot_be_the_secret_may_be_the_best_attempt() -> None:
    vocabulary = Vocabulary(["bound", "found", "mound", "wound", "bumfy"])
    rhymes = 0b01111
    assert vocabulary.best_attempt(rhymes) == "bumfy"
    assert vocabulary.expected_attempts(rhymes) == 2.0
    assert vocabulary.regret("found", rhymes) == 0.5  # 1 + 2 + 3 + 4 against 2 + 2 + 2 + 2


def test_the_candidates_are_the_words_that_give_the_same_colours() -> None:
    vocabulary = Vocabulary(["bound", "found", "crane"])
    left = vocabulary.left(vocabulary.everything, "bound", feedback("bound", "found"))
    assert vocabulary.members(left) == ["found"]
    assert vocabulary.left(left, "crane", feedback("crane", "crane")) == 0


def test_expected_attempts_are_frozen_in_the_instances() -> None:
    for words, instance in {tuple(instance.data["words"]): instance for instance in load({})}.items():
        vocabulary = Vocabulary(words)
        assert instance.data["best_attempts"] == vocabulary.expected_attempts(vocabulary.everything)
        assert instance.data["random_attempts"] == sum(range(1, 41)) / 40


WORDS = ["bound", "found", "mound", "wound"]


def measured(*attempts: str | None) -> dict[str, float | None]:
    """The measures of a game with the secret ``wound``; None forfeits."""
    data = {"words": WORDS, "secret": "wound", "random_attempts": 2.5, "best_attempts": 2.5}
    instance = Instance("small", "en", {"guesser": "guesser"}, data, "small")
    match = Match(GAME, GAME.setup(instance))
    for word in attempts:
        if word is None:
            match.say("guesser", "?")
            match.say("guesser", "?")
        else:
            match.act({"guesser": Move({"attempt": word})})
    return dict(GAME.measure_play(instance, match.episode()))


@pytest.mark.parametrize(
    ("attempts", "expected"),
    [
        ([None], {"turns": 0}),
        (["wound"], {"turns": 1, "bits": 2, "uninformative": 0, "regret": 0}),
        (["bound", "found", "mound", "wound"], {"turns": 4, "bits": 0.5, "uninformative": 0, "regret": 0}),
        (["bound", "bound", "wound"], {"turns": 3, "bits": 2 / 3, "uninformative": 1 / 3, "regret": 1}),
        (["bound", "found", None], {"turns": 2, "bits": 0.5, "uninformative": 0, "regret": 0}),
        (
            ["bound", "found", "mound", "bound", "wound"],
            {"turns": 5, "bits": 0.4, "uninformative": 0.2, "regret": 1},
        ),
        (["found", "bound", "bound", None], {"turns": 3, "bits": 1 / 3, "uninformative": 1 / 3, "regret": 1}),
    ],
)
def test_the_quality_of_attempts(attempts: list[str | None], expected: dict[str, float]) -> None:
    assert measured(*attempts) == pytest.approx(expected)
    assert set(expected) <= {measure.name for measure in GAME.play_measures}


def test_finding_the_secret_is_worth_all_the_bits_there_are() -> None:
    assert measured("mound", "wound")["bits"] == log2(4) / 2

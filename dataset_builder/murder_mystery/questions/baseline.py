"""How well questions are answered by somebody who sees nothing but the questions.

Each way of guessing sees question and options, never a case: rules, and naive Bayes, which learns from the questions
on all cases but the one that it answers.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import log

from turtlesoup_bench.games.murder_mystery.case_questions.rules import LETTERS

from .choice import Question

Guess = Callable[[Question, str], int]
"""From a question and a language to the number of an option."""


def accuracies(questions: Sequence[Question], language: str) -> dict[str, float]:
    """The share of questions that each way of guessing answers right; chance is 1/4.

    Args:
        questions: The questions on several cases.
        language: Whose wording is seen.
    """
    counts = _occurrences(questions, language)
    rules: dict[str, Guess] = {
        **{f"always {letter}": _always(number) for number, letter in enumerate(LETTERS)},
        "longest": _most(lambda question, option: len(option)),
        "shortest": _most(lambda question, option: -len(option)),
        "most frequent in the case": _most(lambda question, option: counts[question["case"], option]),
        "least frequent in the case": _most(lambda question, option: -counts[question["case"], option]),
        "most like the question": _most(lambda question, option: _shared(question, option, language)),
        "least like the question": _most(lambda question, option: -_shared(question, option, language)),
        "most like the other options": _central,
    }
    right = dict.fromkeys(rules, 0)
    for question in questions:
        for name, guess in rules.items():
            right[name] += LETTERS[guess(question, language)] == question["answer"]
    shares = {name: count / max(1, len(questions)) for name, count in right.items()}
    return {**shares, "naive Bayes": _learnt(questions, language)}


def _always(number: int) -> Guess:
    return lambda question, language: number


def _most(value: Callable[[Question, str], float]) -> Guess:
    """The option with the highest value; of equals the one that comes first after a place that the question sets."""

    def guess(question: Question, language: str) -> int:
        options: list[str] = question["options"][language]
        start: int = len(question["question"]["en"]) % len(options)
        order = [*range(start, len(options)), *range(start)]
        best: int = max(order, key=lambda number: value(question, options[number]))
        return best

    return guess


def _occurrences(questions: Sequence[Question], language: str) -> Mapping[tuple[str, str], int]:
    return Counter((question["case"], option) for question in questions for option in question["options"][language])


def _shared(question: Question, option: str, language: str) -> int:
    return len(_grams(option) & _grams(question["question"][language]))


def _central(question: Question, language: str) -> int:
    """The number in the middle, or the text that shares most with the others."""
    options: list[str] = question["options"][language]
    if all(option.replace(":", "").isdigit() for option in options):
        in_order = sorted(range(len(options)), key=lambda number: int(options[number].replace(":", "")))
        return in_order[len(options) // 2]
    grams = [_grams(option) for option in options]
    shared = [sum(len(one & other) for other in grams) for one in grams]
    return shared.index(max(shared))


@lru_cache(maxsize=64)  # the ways of guessing look at the same question one after another
def _grams(text: str) -> frozenset[str]:
    """Runs of one to three characters."""
    padded = f" {text.lower()} "
    return frozenset(padded[start : start + size] for size in (1, 2, 3) for start in range(len(padded) - size + 1))


def _features(question: Question, number: int, language: str) -> set[str]:
    """What can be seen of an option: its characters, alone and by question, its place, its rank by length and value."""
    options = question["options"][language]
    option = options[number]
    features = {f"gram {gram}" for gram in _grams(option)}
    features |= {f"place {number}", f"longer than {sum(len(option) > len(other) for other in options)}"}
    features |= {f"after {sum(option > other for other in options)}"}
    if all(other.isdigit() for other in options):
        features |= {f"number above {sum(int(option) > int(other) for other in options)}", f"digits {len(option)}"}
    features |= {f"shares {min(9, _shared(question, option, language) // 3)}"}
    opening = question["question"][language][:3]
    return features | {f"{opening} {feature}" for feature in features}


def _learnt(questions: Sequence[Question], language: str) -> float:
    """The share that naive Bayes answers right, of the features of right and wrong options on all other cases."""
    features = [[_features(question, number, language) for number in range(len(LETTERS))] for question in questions]
    everywhere = _Seen()
    own: defaultdict[str, _Seen] = defaultdict(_Seen)
    for question, options in zip(questions, features, strict=True):
        for seen in (everywhere, own[question["case"]]):
            seen.add(question, options)

    @lru_cache(maxsize=1 << 15)  # the options of a case share most of them
    def weight(case: str, feature: str) -> float:
        here = own[case]
        right = everywhere.questions - here.questions
        wrong = right * (len(LETTERS) - 1)
        return log((everywhere.right[feature] - here.right[feature] + 1) / (right + 2)) - log(
            (everywhere.wrong[feature] - here.wrong[feature] + 3) / (wrong + 6)
        )

    guessed = 0
    for question, options in zip(questions, features, strict=True):
        values = [sum(weight(question["case"], feature) for feature in option) for option in options]
        guessed += LETTERS[values.index(max(values))] == question["answer"]
    return guessed / len(questions)


class _Seen:
    """How often right and wrong options of some questions have each feature."""

    def __init__(self) -> None:
        self.questions = 0
        self.right: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()

    def add(self, question: Question, options: Sequence[set[str]]) -> None:
        """Counts a question."""
        self.questions += 1
        for letter, features in zip(LETTERS, options, strict=True):
            (self.right if letter == question["answer"] else self.wrong).update(features)

"""How well questions are answered by somebody who sees nothing but the questions.

Each way of guessing sees question and options, never a case: rules, and naive Bayes, which learns from the questions
on all cases but the one that it answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
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
    right = {name: _share(questions, guess, language) for name, guess in rules.items()}
    cases = {question["case"] for question in questions}
    learnt = 0.0
    for case in cases:
        own = [question for question in questions if question["case"] == case]
        guess = _learnt([question for question in questions if question["case"] != case], language)
        learnt += _share(own, guess, language) * len(own)
    return {**right, "naive Bayes": learnt / len(questions)}


def _share(questions: Sequence[Question], guess: Guess, language: str) -> float:
    right = sum(bool(LETTERS[guess(question, language)] == question["answer"]) for question in questions)
    return right / max(1, len(questions))


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
    return len(set(_grams(option)) & set(_grams(question["question"][language])))


def _central(question: Question, language: str) -> int:
    """The number in the middle, or the text that shares most with the others."""
    options: list[str] = question["options"][language]
    if all(option.replace(":", "").isdigit() for option in options):
        in_order = sorted(range(len(options)), key=lambda number: int(options[number].replace(":", "")))
        return in_order[len(options) // 2]
    grams = [set(_grams(option)) for option in options]
    shared = [sum(len(one & other) for other in grams) for one in grams]
    return shared.index(max(shared))


def _grams(text: str) -> Iterator[str]:
    """Runs of one to three characters."""
    padded = f" {text.lower()} "
    for size in (1, 2, 3):
        yield from (padded[start : start + size] for start in range(len(padded) - size + 1))


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


def _learnt(questions: Sequence[Question], language: str) -> Guess:
    """Naive Bayes over the features of right and wrong options."""
    seen: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for question in questions:
        for number, letter in enumerate(LETTERS):
            seen[letter == question["answer"]].update(_features(question, number, language))
    right, wrong = len(questions), len(questions) * (len(LETTERS) - 1)

    def value(feature: str) -> float:
        return log((seen[True][feature] + 1) / (right + 2)) - log((seen[False][feature] + 3) / (wrong + 6))

    def guess(question: Question, language: str) -> int:
        values: list[float] = [sum(map(value, _features(question, number, language))) for number in range(len(LETTERS))]
        return values.index(max(values))

    return guess

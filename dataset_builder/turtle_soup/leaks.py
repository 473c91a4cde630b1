"""Whether the wording of a probe gives its answer away: what a classifier that sees the question alone gets right.

Every classifier is asked about a story's probes after it was fitted to all other stories. Chance is a third.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log

import numpy as np
import numpy.typing as npt

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.records import LANGUAGES

from .similar import kept_encoder
from .stories import Story, units

LEAK = 0.4
"""Share of probes that no classifier of questions alone may get right."""
ANSWERS = ("no", "unknown", "yes")
_FOLDS = 20
_TELLING = 6
_RIDGE = 1.0
Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Leak:
    """What the questions of one language give away.

    Attributes:
        language: ``en`` or ``zh``.
        accuracy: Share of probes got right, in [0, 1], by what the classifier saw: words, n-grams, vectors.
        telling: Words that stand with one answer far more often than with the others, with that answer.
    """

    language: str
    accuracy: dict[str, float]
    telling: list[tuple[str, str]]


def leaks(stories: Sequence[Story]) -> list[Leak]:
    """How far the wording of the probes gives their answers away, a language at a time."""
    return [_leak(stories, language) for language in LANGUAGES]


def leak_warnings(leaks: Sequence[Leak]) -> list[Problem]:
    """A warning for each language in which a classifier gets more than `LEAK` right."""
    return [
        Problem(
            "all stories",
            f"probes, {leak.language}",
            f"{seen} alone give {share:.0%} of the answers away"
            + (f" ({', '.join(f'{word}: {answer}' for word, answer in leak.telling)})" if seen == "words" else ""),
            f"at most {LEAK:.0%}",
        )
        for leak in leaks
        for seen, share in leak.accuracy.items()
        if share > LEAK
    ]


def _leak(stories: Sequence[Story], language: str) -> Leak:
    probes = [(place, probe) for place, story in enumerate(stories) for probe in story["probes"]]
    questions = [str(probe[language]) for _, probe in probes]
    answers = np.array([ANSWERS.index(probe["answer"]) for _, probe in probes])
    owners = np.array([place for place, _ in probes])
    seen: dict[str, Callable[[str], list[str]]] = {
        "words": lambda question: words(question, language),
        "n-grams": lambda question: _grams(question, language),
    }
    accuracy = {name: _bayes(list(map(read, questions)), answers, owners) for name, read in seen.items()}
    vectors = kept_encoder().encode(questions).astype(np.float64)
    accuracy["vectors"] = _ridge(vectors, answers, owners)
    return Leak(language, accuracy, _telling([words(question, language) for question in questions], answers))


def words(question: str, language: str) -> list[str]:
    """The words of a question; in Chinese, where they are not set apart, its runs of one and two characters."""
    single = units(question, language)
    return single if language == "en" else single + [first + second for first, second in pairwise(single)]


def _grams(question: str, language: str) -> list[str]:
    """Runs of two to four characters, and how long the question is."""
    text = f"^{question.lower()}$"
    grams = [text[start : start + size] for size in (2, 3, 4) for start in range(len(text) - size + 1)]
    return [*grams, f"length {len(question) // (10 if language == 'en' else 4)}"]


def _bayes(documents: Sequence[Sequence[str]], answers: npt.NDArray[np.int64], owners: npt.NDArray[np.int64]) -> float:
    """Leave-one-story-out accuracy of multinomial naive Bayes with add-one smoothing on which terms occur."""
    sets = [set(document) for document in documents]
    counts = [Counter(term for terms, answer in zip(sets, answers, strict=True) if answer == n for term in terms)
              for n in range(len(ANSWERS))]  # fmt: skip
    totals, sizes = [count.total() for count in counts], np.bincount(answers, minlength=len(ANSWERS))
    vocabulary, right = len(set().union(*sets)), 0
    for owner in range(owners.max() + 1):
        own = np.flatnonzero(owners == owner)
        mine = [
            Counter(term for place in own if answers[place] == n for term in sets[place]) for n in range(len(counts))
        ]
        left = [totals[n] - mine[n].total() + vocabulary for n in range(len(counts))]
        prior = [log(sizes[n] - int((answers[own] == n).sum()) + 1) for n in range(len(counts))]
        for place in own:
            scores = [
                prior[n] + sum(log((counts[n][term] - mine[n][term] + 1) / left[n]) for term in sets[place])
                for n in range(len(counts))
            ]
            right += int(np.argmax(scores)) == answers[place]
    return float(right / len(sets))


def _ridge(vectors: Array, answers: npt.NDArray[np.int64], owners: npt.NDArray[np.int64]) -> float:
    """Accuracy of ridge regression on the answers as indicators, in folds of whole stories."""
    targets, right = np.eye(len(ANSWERS))[answers], 0
    for fold in range(_FOLDS):
        out = owners % _FOLDS == fold
        if not out.any() or out.all():
            continue
        seen = vectors[~out]
        centre, mean = seen.mean(axis=0), targets[~out].mean(axis=0)
        inner = (seen - centre).T @ (seen - centre) + _RIDGE * np.eye(vectors.shape[1])
        weights = np.linalg.solve(inner, (seen - centre).T @ (targets[~out] - mean))
        right += int((((vectors[out] - centre) @ weights + mean).argmax(axis=1) == answers[out]).sum())
    return right / len(answers)


def _telling(documents: Sequence[Sequence[str]], answers: npt.NDArray[np.int64]) -> list[tuple[str, str]]:
    """The words whose answers are farthest from even, by how many probes they would decide above chance."""
    counts: dict[str, list[int]] = {}
    for document, answer in zip(documents, answers, strict=True):
        for word in set(document):
            counts.setdefault(word, [0] * len(ANSWERS))[answer] += 1
    gains = {word: max(count) - sum(count) / len(ANSWERS) for word, count in counts.items()}
    ranked = sorted(gains, key=lambda word: (-gains[word], word))[:_TELLING]
    return [(word, ANSWERS[int(np.argmax(counts[word]))]) for word in ranked]

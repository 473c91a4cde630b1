"""Refit the embedded judge's scale on the "fit" half of the audit pairs, and measure it on the "test" half.

    python benchmarks/fit_similarity.py [--pairs audit_pairs.jsonl]
    python benchmarks/fit_similarity.py --ablate [--turtlebench FOLDER]

Prints the constants that a refit gives beside those in
`turtlesoup_bench/games/turtle_soup/similarity/calibration.py` (nothing is written), then agreement with the
labels at both thresholds, Spearman's rank correlation and each guard's record.

`--ablate` prints what each word list of the guards contributes, by leaving it out: agreement on the "test" half, and
how many acceptable pairs (0.5 and above before the guards) are refused among statements that nobody wrote for the
guards. To refuse a probe whose answer is No, against its key clue, or a wrong guess is right; to refuse a probe whose
answer is Yes, a translation or a right guess is wrong.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from scipy.optimize import minimize
from scipy.stats import spearmanr
from turtlesoup_bench.dataset_builder.turtle_soup.importers.turtlebench import read_turtlebench

from turtlesoup_bench.games.turtle_soup.puzzles import load_puzzles
from turtlesoup_bench.games.turtle_soup.similarity import RULER_ID, similarities
from turtlesoup_bench.games.turtle_soup.similarity.cache import Array
from turtlesoup_bench.games.turtle_soup.similarity.calibration import (
    MIDPOINTS,
    STEP,
    WEIGHTS,
    Pair,
    coverage,
    language_pair,
    similarity,
)
from turtlesoup_bench.games.turtle_soup.similarity.encoder import Encoder, clean
from turtlesoup_bench.games.turtle_soup.similarity.guards import contradicts
from turtlesoup_bench.games.turtle_soup.similarity.statements import read_statements

PAIRS = Path(__file__).parents[1] / "metrics" / "turtlesoup_score" / "audit_pairs.jsonl"
LANGUAGE_PAIRS: tuple[Pair, ...] = ("en-en", "zh-zh", "zh-en")
SIMILARITY = similarities.__module__
# Cosines that 20 % and 5 % of lists of sibling clues exceed by accident in released puzzles: the plain alternative.
PLAIN = {"en": (0.611, 0.722), "zh": (0.624, 0.723), "cross": (0.508, 0.595)}
KINDS = ("paraphrase", "partial", "contradiction", "same_topic", "unrelated")


def never(*_: object) -> bool:
    """Stand in for a guard that is left out."""
    return False


# What to put in the place of each list or check of the similarity package to leave it out.
ABLATIONS: dict[str, dict[str, Any]] = {
    "nothing": {},
    "negation": {"guards._denies": never},
    "  what denies nothing": {"statements._EXCUSED": []},
    "  wordings of denials": {"statements._DENIALS": []},
    "opposites, all": {"guards._opposed": never},
    "  converses": {"opposites._CONVERSES": []},
    "  prefixes": {"guards.differ_by_prefix": never},
    "numbers": {"statements.numbers": lambda _: frozenset()},
    "roles": {"guards._exchanged": never},
}


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


def fit_and_measure(pairs: list[dict[str, Any]], encoder: Encoder) -> None:
    """Refit on one half of the audit pairs, measure on the other, print."""
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


def natural_pairs(turtlebench: Path | None) -> list[tuple[str, str, str]]:
    """Return (kind, text, text) of pairs that were written for something else than the guards.

    From the data set, probes with their key clues and the two tellings of a clue or rubric point; from TurtleBench,
    guesses that people labelled, with each sentence of the bottom.
    """
    puzzles = {language: {puzzle.story: puzzle for puzzle in load_puzzles(language)} for language in ("en", "zh")}
    pairs = [
        (f"answer {probe.answer}", probe.question, puzzle.key_clues[probe.key_clue - 1])
        for tellings in puzzles.values()
        for puzzle in tellings.values()
        for probe in puzzle.probes
        if probe.key_clue is not None
    ]
    for story, english in puzzles["en"].items():
        tellings = ([*one.key_clues, *one.logic, *one.details] for one in (english, puzzles["zh"][story]))
        pairs += [("translation", *both) for both in zip(*tellings, strict=True)]
    if turtlebench:
        pairs += [
            (f"guess {probe['answer']}", probe["question"], sentence)
            for language in ("en", "zh")
            for record in read_turtlebench(turtlebench, language)
            for probe in record["probes"]
            if probe["answer"] != "unknown"
            for sentence in re.findall(r"[^.!?。！？]+", record["bottom"])
        ]
    return pairs


def ablate(labelled: list[dict[str, Any]], natural: list[tuple[str, str, str]]) -> None:
    """Print what changes when each word list or guard is left out."""
    encoder = Encoder()
    labels = np.array([pair["similarity"] for pair in labelled])
    # One call for all texts: the encoder is several times faster on many.
    encoder.encode([clean(text) for _, *both in natural for text in both])
    kinds = list(dict.fromkeys(kind for kind, *_ in natural))
    print(f"{'left out':24} at 0.5  at 0.8  Spearman  refused:", *(f"{kind:>13}" for kind in kinds))
    for title, replacements in ABLATIONS.items():
        accepted, refused = Counter[str](), Counter[str]()
        with ExitStack() as stack:
            for name, replacement in replacements.items():
                stack.enter_context(patch(f"{SIMILARITY}.{name}", replacement))
            scores = np.array([similarities([pair["statement"]], [pair["candidate"]])[0, 0] for pair in labelled])
            for kind, first, second in natural:
                (cosine, *shared), pair, guard = features({"statement": first, "candidate": second}, encoder)
                if similarity(cosine, (shared[0], shared[1]), pair) >= 0.5:
                    accepted[kind] += 1
                    refused[kind] += guard is not None
        half, match = (((scores >= limit) == (labels >= limit)).mean() for limit in (0.5, 0.8))
        counts = (f"{f'{refused[kind]}/{accepted[kind]}':>13}" for kind in kinds)
        print(f"{title:24} {half:6.3f}  {match:6.3f}  {spearmanr(scores, labels)[0]:8.3f}         ", *counts)


def main() -> None:
    """Fit and measure, or ablate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=Path, default=PAIRS, help="labelled pairs")
    parser.add_argument("--ablate", action="store_true", help="print what each word list contributes")
    parser.add_argument("--turtlebench", type=Path, help="TurtleBench's folder: its human-labelled guesses as well")
    options = parser.parse_args()
    pairs = [json.loads(line) for line in options.pairs.read_text(encoding="utf-8").splitlines()]
    if not options.ablate:
        fit_and_measure(pairs, Encoder())
        return
    test = [pair for pair in pairs if pair["split"] == "test"]
    ablate(test, natural_pairs(options.turtlebench))


if __name__ == "__main__":
    main()

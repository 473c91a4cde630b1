"""The result cache, the cost of importing, and the audit pairs as data."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import turtlesoup_bench.games.turtle_soup.similarity as similarity
from turtlesoup_bench.games.turtle_soup.similarity.encoder import MAX_CHARACTERS, Encoder, clean, fold

PAIRS = Path(__file__).parents[4] / "metrics" / "turtlesoup_score" / "audit_pairs.jsonl"
RANGES = {
    "paraphrase": (0.85, 1.0),
    "partial": (0.5, 0.7),
    "contradiction": (0.0, 0.0),
    "same_topic": (0.0, 0.3),
    "unrelated": (0.0, 0.0),
}


def test_a_second_scoring_reads_the_kept_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    call = (["The key was under the mat."], ["Under the mat lay the key.", "It rained."])
    similarity.use_cache(tmp_path / "deep" / "results.sqlite")
    try:
        first = similarity.similarities(*call), similarity.passage_similarity(call[0][0], call[1][0])
        monkeypatch.setattr(similarity, "_encoder", None)
        second = similarity.similarities(*call), similarity.passage_similarity(call[0][0], call[1][0])
    finally:
        similarity.use_cache(None)
    assert (first[0] == second[0]).all()
    assert first[1] == second[1]


def test_importing_the_core_does_not_import_numpy() -> None:
    code = "import sys, turtlesoup_bench; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=PAIRS.parents[2], check=False).returncode == 0


def test_the_memory_is_bounded() -> None:
    encoder = Encoder(capacity=2)
    assert encoder.encode(["a", "b", "c", ""]).shape == (4, 512)
    assert len(encoder._vectors._values) == 2


def test_clean_and_fold() -> None:
    assert clean("Ｔhe\u3000  cat\t’s\u200d paw") == "The cat 's paw"
    assert len(clean("字" * 1000)) == MAX_CHARACTERS
    assert fold("“The CAT”, died!") == fold("the cat died")


def test_audit_pairs() -> None:
    pairs = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]
    assert len(pairs) >= 264
    assert (
        len({pair["id"] for pair in pairs})
        == len({(pair["statement"], pair["candidate"]) for pair in pairs})
        == len(pairs)
    )
    cells = Counter((pair["kind"], pair["language"], pair["split"]) for pair in pairs)
    assert len(cells) == 30
    assert max(cells.values()) == min(cells.values())
    for pair in pairs:
        low, high = RANGES[pair["kind"]]
        assert low <= pair["similarity"] <= high, pair["id"]

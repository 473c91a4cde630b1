from __future__ import annotations

import asyncio
from importlib.resources import files
from pathlib import Path

import pytest
from running import settings

from turtlesoup_bench.games.turtle_soup.audits.judge import audit_judge, read_pairs
from turtlesoup_bench.games.turtle_soup.audits.responder import ResponderAudit, audit_responder, read_audit
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.responder.embedded import EmbeddedResponder
from turtlesoup_bench.games.turtle_soup.responder.model import ModelResponder
from turtlesoup_bench.games.turtle_soup.scoring.judges.embedded import EmbeddedJudge
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.simulated.server import SimulatedProvider
from turtlesoup_bench.reporting.notes import family, texts
from turtlesoup_bench.reporting.results import read_results
from turtlesoup_bench.runner.run import run

PAIRS = Path(str(files("turtlesoup_bench.metrics.turtlesoup_score"))) / "audit_pairs.jsonl"


def audited(model: str, puzzles: list[Puzzle]) -> ResponderAudit:
    async def go() -> ResponderAudit:
        async with ClientPool(Journal(), processes=0) as pool:
            return await audit_responder(ModelResponder(pool.client(model)), puzzles, "hash")

    return asyncio.run(go())


def test_a_perfect_responder(provider: SimulatedProvider, puzzles: list[Puzzle]) -> None:
    audit = audited("openai/simulated", puzzles[:4])
    assert audit.groups[0].accuracy.mean == 1.0
    assert audit.groups[0].macro_f1 == 1.0
    assert audit.groups[0].misled_games(30) == 0.0


def test_a_responder_that_errs(provider: SimulatedProvider, puzzles: list[Puzzle]) -> None:
    provider.behaviour.error_rate = 0.2
    audit = audited("openai/simulated", puzzles[:12])
    assert 0.7 < audit.groups[0].accuracy.mean < 0.9
    assert audit.groups[0].misled_games(30) > 0.9
    answered = sum(sum(row.values()) for row in audit.groups[0].confusion.values())
    assert answered == sum(len(puzzle.probes) for puzzle in puzzles[:12])


def test_the_embedded_responder_cannot_look_the_answer_up(puzzles: list[Puzzle]) -> None:
    audit = asyncio.run(audit_responder(EmbeddedResponder(), puzzles[:8], "hash"))
    assert audit.groups[0].accuracy.mean < 0.6
    assert audit.groups[0].misleading < 0.1


def test_the_audit_stands_beside_the_scores(provider: SimulatedProvider, tmp_path: Path, puzzles: list[Puzzle]) -> None:
    chosen = settings(model="openai/gpt-x", judge="openai/gpt-judge", limit=1, max_turns=2, out=tmp_path / "run")
    folder = asyncio.run(run(chosen))
    audited("openai/gpt-x", puzzles[:2]).write(folder.path)
    notes = " ".join(texts(read_results(folder.path).notes))
    assert "Responder audit: 100.0 %" in notes
    assert "the player's own model family (gpt)" in notes
    assert read_audit(folder.path, "another") is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("openai/gpt-4o", "azure/gpt-5-mini", True),
        ("openai/o3", "openai/gpt-4o", True),
        ("deepseek/deepseek-chat", "openrouter/deepseek/deepseek-r1:batched", True),
        ("anthropic/claude-sonnet-4", "openai/gpt-4o", False),
        ("openai/gpt-4o", "embedded", False),
    ],
)
def test_model_families(one: str, other: str, same: bool) -> None:
    assert (family(one) == family(other)) is same


def test_the_labelled_pairs_are_balanced() -> None:
    text = PAIRS.read_text(encoding="utf-8")
    assert text.count("\n") >= 240
    pairs = read_pairs(PAIRS)
    for kind in ("paraphrase", "partial", "contradiction", "same_topic", "unrelated"):
        for language in ("en", "zh", "cross"):
            assert sum(pair.kind == kind and pair.language == language for pair in pairs) >= 8


def test_the_embedded_judge_is_no_worse_than_the_card_says() -> None:
    audit = asyncio.run(audit_judge(EmbeddedJudge(), read_pairs(PAIRS)))
    overall = audit.groups[0]
    assert audit.unscored == 0
    assert overall.at_lower.mean >= 0.85
    assert overall.at_upper.mean >= 0.83
    assert overall.spearman >= 0.76

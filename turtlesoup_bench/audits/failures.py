"""Why a game was lost: the paper's four failures (arXiv 2508.10358, "Failure analysis"), each with its evidence."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from turtlesoup_bench.audits.kept import keep, read_kept
from turtlesoup_bench.errors import AccessError, MalformedReply, ProviderError
from turtlesoup_bench.models import ModelClient
from turtlesoup_bench.models.structured import ask_readable, read_object, read_strings
from turtlesoup_bench.prompts import PromptSet, visible
from turtlesoup_bench.records import outcome, to_json
from turtlesoup_bench.scoring.statistics import Result, wasted_turns

PROMPTS = PromptSet("analysis", Path(__file__).parent / "prompts")
FILE = "failures.json"
FailureKind = Literal["deductive_pruning", "semantic_fixation", "context_construction", "logic_blind_spot", "unclear"]
KINDS: tuple[FailureKind, ...] = get_args(FailureKind)
WASTED_SHARE = 0.2
"""Share of questions that repeat an earlier one from which a loss is put down to that without a judge."""
_WASTED_LEAST = 3
_SHORTEST_QUOTATION = 4


@dataclass(frozen=True, slots=True)
class Failure:
    """Why one unsolved episode failed.

    Attributes:
        episode_id: The episode.
        kind: One of the four failures, or ``unclear``.
        evidence: Quotations from the player's questions or explanation.
        reason: In a sentence.
        source: ``measured``, or the judge that said so.
    """

    episode_id: str
    kind: FailureKind
    evidence: tuple[str, ...]
    reason: str
    source: str


async def analyse(
    results: Sequence[Result], judge: ModelClient | None, on_episode: Callable[[], None] | None = None
) -> list[Failure]:
    """Sorts the unsolved episodes by what lost them.

    Repetition is measured; the rest is asked of a judge, whose quotations are looked up in the
    game before they are believed.

    Args:
        results: Episodes with their scores.
        judge: Model that judges; None leaves what is not measured unclear.
        on_episode: Called after each.

    Returns:
        One failure an unsolved episode, in the order of the results.

    Raises:
        AccessError: If the judge cannot be called at all.
    """

    async def one(result: Result) -> Failure:
        failure = _measured(result) or await _judged(result, judge)
        if on_episode:
            on_episode()
        return failure

    return list(await asyncio.gather(*(one(result) for result in unsolved(results))))


def unsolved(results: Sequence[Result]) -> list[Result]:
    """The episodes that ended with a scored prediction and did not solve their puzzle."""
    return [result for result in results if outcome(result.episode, result.score) == "unsolved"]


def write_failures(folder: Path, failures: Sequence[Failure]) -> Path:
    """Puts an analysis into a run folder, where the report finds it."""
    return keep(folder / FILE, failures)


def read_failures(folder: Path) -> dict[str, Failure]:
    """The analysis that a run folder holds, by episode id; empty if there is none."""
    records: list[dict[str, Any]] = read_kept(folder / FILE) or []
    return {record["episode_id"]: Failure(**{**record, "evidence": tuple(record["evidence"])}) for record in records}


def shares(failures: Sequence[Failure]) -> dict[str, int]:
    """Count of each kind, those that did not occur included."""
    counts = Counter(failure.kind for failure in failures)
    return {kind: counts[kind] for kind in KINDS}


def _measured(result: Result) -> Failure | None:
    wasted = wasted_turns(result.episode)
    turns = result.episode.turns
    if len(wasted) < _WASTED_LEAST or len(wasted) / len(turns) < WASTED_SHARE:
        return None
    reason = f"{len(wasted)} of {len(turns)} questions repeat an earlier one"
    evidence = tuple(turn.question for turn in wasted[:_WASTED_LEAST])
    return Failure(result.episode.episode_id, "deductive_pruning", evidence, reason, "measured")


async def _judged(result: Result, judge: ModelClient | None) -> Failure:
    name = result.episode.episode_id
    if judge is None:
        return Failure(name, "unclear", (), "not measurable, and no judge was asked", "measured")
    puzzle, prediction = result.puzzle, result.episode.prediction
    said = [*(turn.question for turn in result.episode.turns)]
    if prediction is not None:
        said += [prediction.conclusion, *prediction.logic, *prediction.details]
    messages = PROMPTS.render(
        "failure",
        puzzle.language,
        surface=puzzle.surface,
        bottom=puzzle.bottom,
        game=[{"question": turn.question, "answer": turn.answer.verdict} for turn in result.episode.turns],
        explanation=to_json(prediction),
    )

    def read(text: str) -> Failure:
        record = read_object(text)
        kind, reason = record.get("kind"), record.get("reason")
        if kind not in KINDS or not isinstance(reason, str):
            raise ValueError(f'"kind" must be one of {", ".join(KINDS)}, and "reason" a sentence')
        evidence = read_strings(record.get("evidence"), "evidence")
        foreign = [quotation for quotation in evidence if not _is_said(quotation, said)]
        if foreign:
            raise ValueError(f"the player did not say {foreign[0]!r}; quote word for word")
        if kind != "unclear" and not evidence:
            raise ValueError('"evidence" must hold at least one quotation')
        return Failure(name, kind, evidence, reason, judge.model)

    try:
        return await ask_readable(judge, messages, read, puzzle.language, json_mode=True)
    except AccessError:
        raise
    except (MalformedReply, ProviderError) as error:
        return Failure(name, "unclear", (), f"the judge failed: {error}", judge.model)


def _is_said(quotation: str, said: Sequence[str]) -> bool:
    bare = "".join(visible(quotation).split())
    return len(bare) >= _SHORTEST_QUOTATION and any(bare in "".join(visible(text).split()) for text in said)

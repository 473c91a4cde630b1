"""Why a game was lost: the paper's four failures (arXiv 2508.10358, "Failure analysis"), each with its evidence."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from turtlesoup_bench.errors import AccessError, InvalidInput, MalformedReply, Problem, ProviderError
from turtlesoup_bench.games.results import Result
from turtlesoup_bench.games.turtle_soup.audits.kept import keep, read_kept
from turtlesoup_bench.games.turtle_soup.measures import wasted_turns
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import Episode
from turtlesoup_bench.models import ModelClient
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.models.structured import ask_readable, read_object, read_strings
from turtlesoup_bench.prompts import PromptSet, visible
from turtlesoup_bench.records import to_json
from turtlesoup_bench.run_folder import RunFolder, read_saved

PROMPTS = PromptSet("analysis", Path(__file__).parent / "prompts")
FailureKind = Literal["deductive_pruning", "semantic_fixation", "context_construction", "logic_blind_spot", "unclear"]
KINDS: tuple[FailureKind, ...] = get_args(FailureKind)
WASTED_SHARE, WASTED_LEAST = 0.2, 3
"""Share and number of wasted questions from which, where no judge is asked, a loss is put down to them."""
_SHORTEST_QUOTATION = 4


@dataclass(frozen=True, slots=True)
class Failure:
    """Why one unsolved episode failed.

    Attributes:
        episode_id: The episode.
        kind: One of the four failures, or ``unclear``.
        evidence: Quotations from the player's questions or explanation.
        reason: In a sentence.
        source: ``measured``, or the model that said so.
    """

    episode_id: str
    kind: FailureKind
    evidence: tuple[str, ...]
    reason: str
    source: str


async def analyse(
    results: Sequence[Result], analyst: ModelClient | None, on_episode: Callable[[], None] | None = None
) -> list[Failure]:
    """Sorts the unsolved episodes by what lost them.

    Wasted questions are measured. A model reads that measurement with the game and says what did most to lose it; its
    quotations are looked up in the game before they are believed. Without a model, only what was measured is said.

    Args:
        results: Episodes with their scores.
        analyst: Model that sorts them; None leaves what is not measured unclear.
        on_episode: Called after each.

    Returns:
        One failure an unsolved episode, in the order of the results.

    Raises:
        AccessError: If the model cannot be called at all.
    """

    async def one(result: Result) -> Failure:
        failure = _measured(result) if analyst is None else await _judged(result, analyst)
        if on_episode:
            on_episode()
        return failure

    return list(await asyncio.gather(*(one(result) for result in unsolved(results))))


def analyse_run(path: Path, model: str | None, judge: str | None = None, data: Path | None = None) -> dict[str, int]:
    """Sorts the unsolved episodes of a run and keeps the result beside them, for the report.

    Args:
        path: The run folder.
        model: Model that sorts them, or None for what can be measured without one.
        judge: Judge by whose scores they are unsolved; None takes the run's own.
        data: Folder of imported puzzles, if the run played such.

    Returns:
        Number of episodes by kind of failure.

    Raises:
        InvalidInput: If the folder's files or the data set do not fit.
        RunFolderError: If the folder is in use or cannot be written.
        AccessError: If the model cannot be called at all.
    """
    saved = read_saved(path, data)
    if saved.run["game"] != "turtle-soup":
        raise InvalidInput([Problem(str(path), "game", saved.run["game"], "turtle-soup, whose failures are sorted")])
    judge = judge or saved.run["scorer"]
    scores = saved.folder.read_scores(judge)
    results = [Result(saved.game, e.setup.instance, e, scores.get(name)) for name, e in saved.episodes.items()]

    async def ask() -> list[Failure]:
        with saved.folder.opened(saved.run), Journal(saved.folder.journal_file) as journal:
            async with ClientPool(journal) as pool:
                return await analyse(results, pool.client(model) if model else None)

    failures = asyncio.run(ask())
    write_failures(saved.folder, judge, failures)
    return shares(failures)


def unsolved(results: Sequence[Result]) -> list[Result]:
    """The episodes that ended with a scored prediction and did not solve their puzzle."""
    return [result for result in results if result.outcome == "unsolved"]


def write_failures(folder: RunFolder, judge: str, failures: Sequence[Failure]) -> Path:
    """Puts the analysis of one judge's scores into a run folder, where the report of these scores finds it."""
    return keep(folder.failures_file(judge), failures)


def read_failures(folder: RunFolder, judge: str, results: Sequence[Result]) -> dict[str, Failure]:
    """The analysis that a run folder holds of one judge's scores, by episode id; empty if there is none.

    Args:
        folder: The run folder.
        judge: Judge whose scores are explained.
        results: Episodes with these scores: what was lost when it was analysed and no longer is, is left out.
    """
    records: list[dict[str, Any]] = read_kept(folder.failures_file(judge)) or []
    lost = {result.episode.id for result in unsolved(results)}
    failures = (Failure(**{**record, "evidence": tuple(record["evidence"])}) for record in records)
    return {failure.episode_id: failure for failure in failures if failure.episode_id in lost}


def shares(failures: Sequence[Failure]) -> dict[str, int]:
    """Count of each kind, those that did not occur included."""
    counts = Counter(failure.kind for failure in failures)
    return {kind: counts[kind] for kind in KINDS}


def _measured(result: Result) -> Failure:
    episode = Episode.of(result.episode)
    name, turns, wasted = episode.episode_id, episode.turns, wasted_turns(episode)
    if len(wasted) < WASTED_LEAST or len(wasted) / len(turns) < WASTED_SHARE:
        return Failure(name, "unclear", (), "not measurable, and no model was asked", "measured")
    reason = f"{len(wasted)} of {len(turns)} questions repeat an earlier one"
    evidence = tuple(turn.question for turn in wasted[:WASTED_LEAST])
    return Failure(name, "deductive_pruning", evidence, reason, "measured")


async def _judged(result: Result, analyst: ModelClient) -> Failure:
    episode, puzzle = Episode.of(result.episode), Puzzle.from_json(result.instance.data)
    name, prediction = episode.episode_id, episode.prediction
    said = [*(turn.question for turn in episode.turns)]
    if prediction is not None:
        said += [prediction.conclusion, *prediction.logic, *prediction.details]
    messages = PROMPTS.render(
        "failure",
        puzzle.language,
        surface=puzzle.surface,
        bottom=puzzle.bottom,
        game=[{"question": turn.question, "answer": turn.answer.verdict} for turn in episode.turns],
        repeated=[turn.question for turn in wasted_turns(episode)],
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
        return Failure(name, kind, evidence, reason, analyst.model)

    try:
        return await ask_readable(analyst, messages, read, puzzle.language, json_mode=True)
    except AccessError:
        raise
    except (MalformedReply, ProviderError) as error:
        return Failure(name, "unclear", (), f"the model failed: {error}", analyst.model)


def _is_said(quotation: str, said: Sequence[str]) -> bool:
    bare = "".join(visible(quotation).split())
    return len(bare) >= _SHORTEST_QUOTATION and any(bare in "".join(visible(text).split()) for text in said)

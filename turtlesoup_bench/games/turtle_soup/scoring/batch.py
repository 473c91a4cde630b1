"""Scoring without playing: prediction files, saved episodes, and what the `evaluate` metric is given."""

from __future__ import annotations

import asyncio
import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle, PuzzleSet, former_ids, load_puzzle_set
from turtlesoup_bench.games.turtle_soup.records import BeliefState, Score
from turtlesoup_bench.games.turtle_soup.scoring.judges import EMBEDDED, make_judge
from turtlesoup_bench.games.turtle_soup.scoring.score import DEFAULT_SCHEME, Reference, Scheme, score
from turtlesoup_bench.models import GREEDY, Sampling
from turtlesoup_bench.models.at_once import each
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.validation import check_records


@dataclass(frozen=True, slots=True)
class Entry:
    """A prediction to be scored.

    Attributes:
        id: What the score will be filed under: an episode id, or the puzzle's id.
        puzzle_id: Puzzle it answers.
        prediction: The prediction.
        reference: What it is scored against.
    """

    id: str
    puzzle_id: str
    prediction: BeliefState
    reference: Reference


def read_predictions(path: Path, puzzles: Iterable[Puzzle]) -> list[Entry]:
    """Reads a prediction file.

    Args:
        path: JSON Lines that satisfy ``prediction.schema.json``, one line a puzzle.
        puzzles: Puzzles that may be answered.

    Raises:
        InvalidInput: With every problem of the file.
    """
    if (path.parent / "run.json").exists():
        expected = f"a prediction file, or the run folder: turtlesoup score {path.parent}"
        raise InvalidInput([Problem(str(path), "", "a file of a run", expected)])
    known = {puzzle.id: puzzle for puzzle in puzzles}
    records, problems = check_records(path, "turtle_soup/prediction", unique="puzzle_id")
    for record in records:
        if record["puzzle_id"] not in known:
            story, _, language = record["puzzle_id"].partition("@")
            near = [f"{former_ids().get(story)}@{language}"]
            near = [one for one in near if one in known] or get_close_matches(record["puzzle_id"], known, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            expected = f"the id of a puzzle of the data set{hint}"
            problems.append(Problem(str(path), "puzzle_id", repr(record["puzzle_id"]), expected))
    if not records and not problems:
        problems.append(Problem(str(path), "", "no predictions", "at least one line"))
    if problems:
        raise InvalidInput(problems)
    return [
        Entry(r["puzzle_id"], r["puzzle_id"], BeliefState.from_json(r), Reference.of(known[r["puzzle_id"]]))
        for r in records
    ]


async def score_entries(
    entries: Sequence[Entry],
    judge: str,
    dataset: tuple[str, str],
    *,
    journal: Journal,
    scheme: Scheme = DEFAULT_SCHEME,
    sampling: Sampling = GREEDY,
    on_score: Callable[[Score], None] | None = None,
) -> list[Score]:
    """Scores many predictions, in order.

    Args:
        entries: What to score.
        judge: ``embedded`` or a model.
        dataset: Version and hash of the data set, for the ruler.
        journal: Where replies of the judge's model are kept and looked up.
        scheme: Weights and thresholds.
        sampling: How the judge's model is sampled.
        on_score: Told of each score as it is made.

    Raises:
        AccessError: If the judge's model cannot be called at all.
    """
    async with ClientPool(journal) as pool:
        judging = make_judge(judge, lambda model: pool.client(model, sampling))

        async def one(entry: Entry) -> Score:
            made = await score(
                entry.prediction,
                entry.reference,
                judging,
                episode_id=entry.id,
                puzzle_id=entry.puzzle_id,
                dataset=dataset,
                scheme=scheme,
            )
            if on_score:
                on_score(made)
            return made

        return await each(one, entries)


def score_predictions(
    predictions: Sequence[Mapping[str, Any]],
    references: Sequence[str | Mapping[str, Any]],
    *,
    judge: str = EMBEDDED,
    weights: tuple[float, float, float] = DEFAULT_SCHEME.weights,
    thresholds: tuple[float, float] = DEFAULT_SCHEME.thresholds,
) -> list[Score]:
    """Scores predictions given as mappings; may be called from a notebook, where an event loop is running.

    Args:
        predictions: Mappings with ``logic``, ``details`` (lists of statements) and ``conclusion`` (a text).
        references: For each prediction a puzzle id of the packaged data set, or a mapping with ``bottom``, ``logic``
            and ``details``.
        judge: ``embedded`` or a model.
        weights: See `Scheme`.
        thresholds: See `Scheme`.

    Raises:
        InvalidInput: If a puzzle id is unknown, a rubric is empty, or a field is not of its type.
        ValueError: If weights or thresholds make no scheme.
    """
    check_types(predictions, references)
    scheme = Scheme(tuple(weights), tuple(thresholds))  # type: ignore[arg-type]
    own = [reference for reference in references if not isinstance(reference, str)]
    puzzles = load_puzzle_set() if len(own) < len(references) else PuzzleSet((), "none", _hash(own), "imported")
    known = {puzzle.id: puzzle for puzzle in puzzles.puzzles}
    problems: list[Problem] = []
    entries: list[Entry] = []
    for number, (prediction, reference) in enumerate(zip(predictions, references, strict=True)):
        where = f"references[{number}]"
        if isinstance(reference, str):
            if reference not in known:
                problems.append(Problem(where, "", repr(reference), "the id of a puzzle, such as genre/slug@en"))
                continue
            entries.append(
                Entry(reference, reference, BeliefState.from_json(prediction), Reference.of(known[reference]))
            )
            continue
        if not (reference["bottom"] and reference["logic"] and reference["details"]):
            problems.append(Problem(where, "", "an empty bottom, logic or details", "a bottom and a rubric"))
            continue
        name = f"own/reference-{number}@{_language(reference['bottom'])}"
        rubric = Reference(
            reference["bottom"], tuple(reference["logic"]), tuple(reference["details"]), name.rsplit("@", 1)[1]
        )
        entries.append(Entry(name, name, BeliefState.from_json(prediction), rubric))
    if problems:
        raise InvalidInput(problems)

    async def score_all() -> list[Score]:
        with Journal() as journal:
            dataset = (puzzles.version, puzzles.hash)
            return await score_entries(entries, judge, dataset, journal=journal, scheme=scheme)

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(score_all())).result()


def check_types(predictions: Iterable[object], references: Iterable[object]) -> None:
    """Checks the types of what `score_predictions` takes: a text is not taken for a list of its letters.

    Raises:
        InvalidInput: With every field of another type.
    """
    problems = [p for n, one in enumerate(predictions) for p in _mistyped(one, "conclusion", f"predictions[{n}]")]
    for number, reference in enumerate(references):
        if not isinstance(reference, str):
            problems += _mistyped(reference, "bottom", f"references[{number}]")
    if problems:
        raise InvalidInput(problems)


def _mistyped(record: object, text: str, where: str) -> Iterator[Problem]:
    if not isinstance(record, Mapping):
        yield Problem(where, "", type(record).__name__, f"a mapping with logic, details and {text}")
        return
    for name in ("logic", "details"):
        value = record.get(name)
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
            yield Problem(f"{where}.{name}", "", reprlib.repr(value), "a list of texts")
    if not isinstance(record.get(text), str):
        yield Problem(f"{where}.{text}", "", reprlib.repr(record.get(text)), "a text")


def _language(text: str) -> str:
    return "zh" if any("\u4e00" <= character <= "\u9fff" for character in text) else "en"


def _hash(references: Sequence[object]) -> str:
    return sha256(repr(references).encode()).hexdigest()[:16]

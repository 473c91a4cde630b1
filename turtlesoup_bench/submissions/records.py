"""The records of a submission: read strictly, complete, and in agreement with each other and with the data set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import BeliefState, Episode, Score
from turtlesoup_bench.submissions.files import EPISODES, METADATA, predictions_file
from turtlesoup_bench.validation import check_records, parse_json

_NAMED = 5


@dataclass(frozen=True, slots=True)
class Records:
    """What a submission holds, by episode id.

    Attributes:
        predictions: Predictions.
        scores: By file name.
        episodes: None if they were not submitted.
    """

    predictions: Mapping[str, BeliefState]
    scores: Mapping[str, Mapping[str, Score]]
    episodes: Mapping[str, Episode] | None


def read_json(path: Path) -> tuple[Any, list[Problem]]:
    """One JSON value of a file, read strictly; see `parse_json`."""
    try:
        return parse_json(path.read_text(encoding="utf-8")), []
    except (ValueError, RecursionError) as error:
        return None, [Problem(str(path), "", "broken JSON", f"one JSON object, UTF-8 ({error})")]


def read_records(folder: Path, meta: Mapping[str, Any], files: Mapping[str, Path]) -> tuple[Records, list[Problem]]:
    """Reads all files of records.

    Args:
        folder: The submission.
        meta: Its valid metadata.
        files: Files that may be read, by name.
    """
    problems: list[Problem] = []
    predictions: dict[str, BeliefState] = {}
    seeds = meta["seeds"]
    wanted = {predictions_file(seed, len(seeds)): seed for seed in seeds}
    for name, seed in wanted.items():
        if name not in files:
            if name not in meta["files"] and not (folder / name).is_symlink() and not (folder / name).exists():
                problems.append(Problem(str(folder / name), "", "no such file", f"the predictions of seed {seed}"))
            continue
        lines, found = check_records(files[name], "turtle_soup/prediction", "puzzle_id")
        problems += found
        predictions |= {f"{line['puzzle_id']}#{seed}": BeliefState.from_json(line) for line in lines}
    scores: dict[str, dict[str, Score]] = {}
    for name in sorted(files):
        if name.startswith("scores."):
            lines, found = check_records(files[name], "core/score", "episode_id")
            problems += found
            scores[name] = {line["episode_id"]: Score.from_json(line) for line in lines}
        elif name.startswith("predictions") and name not in wanted:
            problems.append(Problem(str(files[name]), "", "predictions of no declared seed", ", ".join(wanted)))
    episodes: dict[str, Episode] | None = None
    if EPISODES in files:
        lines, found = check_records(files[EPISODES], "core/episode", "episode_id")
        problems += found
        episodes = {line["episode_id"]: Episode.from_json(line) for line in lines}
    return Records(predictions, scores, episodes), problems


def check_presence(
    folder: Path, meta: Mapping[str, Any], predictions: Mapping[str, BeliefState], puzzles: Mapping[str, Puzzle]
) -> Iterator[Problem]:
    """Every puzzle of the languages, once a seed, is answered or declared missing; nothing else is."""
    where = str(folder / METADATA)
    ids = [puzzle.id for puzzle in puzzles.values() if puzzle.language in meta["languages"]]
    expected = {f"{name}#{seed}": None for seed in meta["seeds"] for name in ids}
    known = f"a puzzle of data set {meta['dataset']['version']} in {', '.join(meta['languages'])}"
    for episode_id in predictions:
        if episode_id not in expected:
            name, seed = episode_id.rsplit("#", 1)
            file = predictions_file(int(seed), len(meta["seeds"]))
            yield Problem(f"{folder / file} {name}", "puzzle_id", repr(name), known)
    declared: set[str] = set()
    for number, group in enumerate(meta["missing"]):
        for episode_id in group["episodes"]:
            place = f"missing[{number}]"
            if episode_id in declared:
                yield Problem(where, place, f"{episode_id} again", "each episode once")
            elif episode_id in predictions:
                yield Problem(where, place, episode_id, "only episodes without a prediction; this one has one")
            elif episode_id not in expected:
                yield Problem(where, place, episode_id, f"{known}, and one of the seeds")
            declared.add(episode_id)
    absent = [name for name in expected if name not in predictions and name not in declared]
    if absent:
        expected_text = f"a prediction each, or an entry under missing in {METADATA} with the reason"
        yield Problem(str(folder), "", f"no prediction for {some(absent)}", expected_text)


def some(names: Sequence[object]) -> str:
    """How many there are, and the first few."""
    shown = ", ".join(map(str, names[:_NAMED])) + (", …" if len(names) > _NAMED else "")
    return f"{len(names)}: {shown}"

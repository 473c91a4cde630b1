"""The records of a submission: read strictly, and complete."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Episode, Game, Instance, Score
from turtlesoup_bench.games.episode import episode_id
from turtlesoup_bench.games.submissions import EPISODES, METADATA, Submitted
from turtlesoup_bench.records import Json
from turtlesoup_bench.submissions.files import foreign, is_absent
from turtlesoup_bench.validation import check_records, parse_json

_NAMED = 5
_LARGEST = 1e15


def read_json(path: Path) -> tuple[Any, list[Problem]]:
    """One JSON value of a file, read strictly; see `parse_json`."""
    try:
        return parse_json(path.read_text(encoding="utf-8")), []
    except (ValueError, RecursionError) as error:
        return None, [Problem(str(path), "", "broken JSON", f"one JSON object, UTF-8 ({error})")]


def read_records(
    folder: Path, meta: Json, game: Game, instances: Mapping[str, Instance] | None, files: Mapping[str, Path]
) -> tuple[Submitted, list[Problem]]:
    """Reads all files of records.

    Args:
        folder: The submission.
        meta: Its valid metadata.
        game: The game that it names.
        instances: See `Submitted`.
        files: Files that may be read, by name.
    """
    problems: list[Problem] = []
    rules, seeds = game.submissions, meta["seeds"]
    own = list(rules.files(seeds)) if rules else []
    for name in own or [EPISODES]:
        if name not in files and is_absent(folder, meta, name):
            problems.append(Problem(str(folder / name), "", "no such file", f"results of {game.name}"))
    scores: dict[str, dict[str, Score]] = {}
    for name in sorted(files):
        if name.startswith("scores."):
            lines, found = check_records(files[name], "core/score", "episode_id")
            problems += found
            scores[name] = {}
            for line in lines:
                if any(abs(value) > _LARGEST for values in line["by_seat"].values() for value in values.values()):
                    where = f"{files[name]} {line['episode_id']}"
                    problems.append(Problem(where, "by_seat", f"a number beyond {_LARGEST:.0e}", "a measure"))
                else:
                    scores[name][line["episode_id"]] = Score.from_json(line)
        elif name not in (METADATA, EPISODES, *own):
            problems.append(foreign(files[name], own))
    lines = []
    if EPISODES in files:
        lines, found = check_records(files[EPISODES], "core/episode", "episode_id")
        problems += found
    episodes: dict[str, Episode] | None = None
    if EPISODES in files and instances is not None:
        episodes, found = _episodes(files[EPISODES], lines, instances)
        problems += found
    results: Mapping[str, Json] = {
        line["episode_id"]: line["ending"]
        for line in lines
        if line["ending"] and standing(line["setup"]["tested"], line["ending"]["aborted"]) == "scored"
    }
    if rules:
        results, found = rules.read({name: files[name] for name in own if name in files}, seeds)
        problems += found
    return Submitted(folder, meta, game, instances, episodes, results, scores), problems


def _episodes(
    path: Path, lines: Sequence[Json], instances: Mapping[str, Instance]
) -> tuple[dict[str, Episode], list[Problem]]:
    """Transcripts whose instance is known, by the id that they state."""
    episodes: dict[str, Episode] = {}
    problems: list[Problem] = []
    for line in lines:
        where, name = f"{path} {line['episode_id']}", line["setup"]["instance"]["id"]
        if name not in instances:
            problems.append(Problem(where, "setup.instance.id", repr(name), "an instance of the data set"))
            continue
        try:
            episode = Episode.from_json(line, instances[name])
        except InvalidInput as error:
            problems += [Problem(where, f"setup.{one.place}", one.found, one.expected) for one in error.problems]
            continue
        stated = {"episode_id": line["episode_id"], "status": line["status"]}
        for place, right in (("episode_id", episode.id), ("status", episode.status)):
            if stated[place] != right:
                problems.append(Problem(where, place, stated[place], f"{right}, by what follows"))
        episodes[line["episode_id"]] = episode
    return episodes, problems


def standing(tested: Collection[str], aborted: Collection[str] | None) -> str:
    """What becomes of an episode: ``scored``; ``aborted``, if every tested seat was; ``failed``, if it has no ending.

    Args:
        tested: Tested seats.
        aborted: Aborted seats; None without an ending.
    """
    if aborted is None:
        return "failed"
    return "aborted" if set(tested) <= set(aborted) else "scored"


def expected_ids(meta: Mapping[str, Any], instances: Mapping[str, Instance]) -> list[str]:
    """Ids of the episodes that a submission must account for: every instance of its languages, once a seed."""
    ids = [instance.id for instance in instances.values() if instance.language in meta["languages"]]
    return [episode_id(name, seed) for seed in meta["seeds"] for name in ids]


def check_presence(submitted: Submitted) -> Iterator[Problem]:
    """Every instance of the languages, once a seed, has a result or is declared missing; nothing else is."""
    meta, results = submitted.meta, submitted.results
    where = str(submitted.folder / METADATA)
    expected = dict.fromkeys(expected_ids(meta, submitted.instances or {}))
    known = f"an instance of data set {meta['data']['version']} in {', '.join(meta['languages'])}, and one of the seeds"
    if not results and all(group["status"] != "aborted" for group in meta["missing"]):
        yield Problem(str(submitted.folder), "", "no result", "at least one episode that was played")
    for name in results:
        if name not in expected:
            yield Problem(str(submitted.folder), "", f"a result of {name}", known)
    declared: set[str] = set()
    for number, group in enumerate(meta["missing"]):
        for name in group["episodes"]:
            place = f"missing[{number}]"
            if name in declared:
                yield Problem(where, place, f"{name} again", "each episode once")
            elif name in results:
                yield Problem(where, place, name, "only episodes without a result; this one has one")
            elif name not in expected:
                yield Problem(where, place, name, known)
            declared.add(name)
    absent = [name for name in expected if name not in results and name not in declared]
    if absent:
        expected_text = f"a result each, or an entry under missing in {METADATA} with the reason"
        yield Problem(str(submitted.folder), "", f"no result of {some(absent)}", expected_text)


def some(names: Sequence[object]) -> str:
    """How many there are, and the first few."""
    shown = ", ".join(map(str, names[:_NAMED])) + (", …" if len(names) > _NAMED else "")
    return f"{len(names)}: {shown}"

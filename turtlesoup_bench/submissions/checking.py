"""Submissions: one system's results of one game in a folder, checked.

``submissions/<date>_<game>_<agent>_<model>/`` holds ``submission.json`` (what the submission says of itself),
``episodes.jsonl`` and ``scores.<scorer>.jsonl``. A game may take results in other files and then does without
transcripts; see `turtlesoup_bench.games.submissions`. The other modules of this package are the parts of the check.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Game
from turtlesoup_bench.games.episode import instance_id
from turtlesoup_bench.games.registry import agent_names, find_agent, find_game
from turtlesoup_bench.games.submissions import METADATA, Submitted
from turtlesoup_bench.records import Json
from turtlesoup_bench.submissions.files import check_hashes, check_secrets, survey
from turtlesoup_bench.submissions.records import check_presence, read_json, read_records
from turtlesoup_bench.submissions.scores import check_scores
from turtlesoup_bench.submissions.summary import check_summary
from turtlesoup_bench.submissions.texts import check_texts
from turtlesoup_bench.submissions.transcripts import check_transcripts
from turtlesoup_bench.validation import check_record

_SHOWN = 400


def check(folder: Path, *, today: date | None = None) -> list[Problem]:
    """Everything that is wrong with a submission, as far as this version and its data set can tell.

    Args:
        folder: The submission's folder.
        today: The last day that its date may name; None takes today's, UTC.
    """
    return read_submission(folder, judged_again=True, today=today)[1]


def read_submission(
    folder: Path, *, judged_again: bool = False, today: date | None = None
) -> tuple[Submitted | None, list[Problem]]:
    """Reads a submission and checks it.

    Args:
        folder: Its folder.
        judged_again: Whether it must fit the data set, rules and scorers at hand, and a judge that needs no model is
            asked again. Without that, a submission of an earlier data set is only checked in itself.
        today: The last day that its date may name.

    Returns:
        The submission, unless its metadata cannot be read, and every problem.
    """
    submitted, problems = _read(folder, judged_again, today)
    return submitted, list(dict.fromkeys(_shown(problem) for problem in problems))


def read_metadata(folder: Path) -> Json | None:
    """What a submission says of itself; None if that is not there or not valid."""
    files, _ = survey(folder)
    if METADATA not in files:
        return None
    meta, problems = read_json(files[METADATA])
    return None if problems or check_record(meta, "core/submission", METADATA) else meta


def _read(folder: Path, judged_again: bool, today: date | None) -> tuple[Submitted | None, list[Problem]]:
    files, problems = survey(folder)
    problems += check_secrets(files)
    if METADATA not in files:
        return None, problems
    where = str(files[METADATA])
    meta, found = read_json(files[METADATA])
    found = found or check_record(meta, "core/submission", where)
    if found:
        return None, problems + found
    problems += check_texts(folder, meta, today)
    problems += check_hashes(folder, meta["files"], files)
    try:
        game = find_game(meta["game"])
    except InvalidInput as error:
        return None, problems + [Problem(where, "game", one.found, one.expected) for one in error.problems]
    stands = {"data": meta["data"], "game_version": meta["game_version"]}
    at_hand = {"data": _data(game), "game_version": game.version}
    instances = {one.id: one for one in game.load({})} if stands == at_hand else None
    submitted, found = read_records(folder, meta, game, instances, files)
    problems += found
    if judged_again:
        for name in at_hand:
            if stands[name] != at_hand[name]:
                problems.append(Problem(where, name, str(stands[name]), f"{at_hand[name]}, what is at hand"))
    problems += _check_seats(where, submitted)
    found = []
    if instances is not None:
        problems += check_presence(submitted)
        found = list(check_transcripts(submitted))
    sound, unsound = check_scores(submitted, is_current=judged_again)
    problems += found + unsound
    if game.submissions:
        problems += game.submissions.check(replace(submitted, scores=sound), judged_again=judged_again)
    problems += check_summary(submitted, is_sound=not found)
    return submitted, problems


def _data(game: Game) -> Json:
    data = game.data_of({})
    return {name: data[name] for name in ("version", "hash")}


def _check_seats(where: str, submitted: Submitted) -> Iterator[Problem]:
    """The seats are those that are played, options are the game's, and an agent is of the kind that it says."""
    meta, game = submitted.meta, submitted.game
    seats, tested = meta["seats"], meta["tested"]
    for name in ("tested", "self_hosted"):
        for seat in meta[name]:
            if seat not in seats or (name == "self_hosted" and seat in tested):
                yield Problem(where, name, repr(seat), "one of seats" + (" that is not tested" * (name != "tested")))
    for seat, record in seats.items():
        place, kind = f"seats.{seat}", {name: record[name] for name in ("kind", "ablates") if name in record}
        right = kind_of(record["agent"]) if seat in tested else {}
        if set(kind) != set(right):
            yield Problem(where, place, "fields " + (", ".join(kind) or "of another seat"), "kind, ablates if tested")
        elif kind != right and record["agent"] in agent_names():
            yield Problem(where, place, str(kind), f"{right}, what the agent {record['agent']} is")
    if submitted.instances is None:
        return
    known = {seat for one in submitted.instances.values() for seat in one.seats}
    played = [submitted.instances.get(instance_id(name)) for name in submitted.results]
    if not {seat for one in played if one for seat in one.seats} <= set(seats) <= known:
        yield Problem(where, "seats", ", ".join(seats), ", ".join(sorted(known)))
    try:
        options = game.options_of(meta["options"])
    except InvalidInput as error:
        yield from (Problem(where, f"options.{one.place}", one.found, one.expected) for one in error.problems)
        return
    if options != meta["options"]:
        yield Problem(where, "options", str(meta["options"]), f"{options}: a value for each")


def kind_of(agent: str) -> Json:
    """What a submission says of a tested agent; of one that is not registered, such as a person, that it competes."""
    if agent not in agent_names():
        return {"kind": "system", "ablates": None}
    found = find_agent(agent)
    return {"kind": found.kind, "ablates": found.ablates}


def _shown(problem: Problem) -> Problem:
    """The problem in one line of bearable length: what it quotes is the submitter's, down to the names of files."""
    texts = (problem.where, problem.place, problem.found, problem.expected)
    visible = ("".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text[: 2 * _SHOWN]) for text in texts)
    where, place, found, expected = (text if len(text) <= _SHOWN else text[:_SHOWN] + "…" for text in visible)
    return Problem(where, place, found, expected)

"""The transcripts of a submission, played again by their moves: whatever the rules would not give is a problem."""

from __future__ import annotations

from collections.abc import Iterator

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Episode
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.games.registry import agent_names, find_agent
from turtlesoup_bench.games.submissions import EPISODES, METADATA, Submitted
from turtlesoup_bench.records import Json
from turtlesoup_bench.reporting.results import seat_label
from turtlesoup_bench.submissions.differences import first_difference
from turtlesoup_bench.submissions.records import some, standing

_STATED = "as submission.json states"


def check_transcripts(submitted: Submitted) -> Iterator[Problem]:
    """The transcripts are those of the conditions and results that are declared, and follow from their moves."""
    meta, episodes = submitted.meta, submitted.episodes
    if episodes is None:
        return
    file = submitted.folder / EPISODES
    declared = {name: group["status"] for group in meta["missing"] for name in group["episodes"]}
    grants = {
        seat: find_agent(record["agent"]).grants
        for seat, record in meta["seats"].items()
        if record["agent"] in agent_names()
    }
    for name, episode in episodes.items():
        where = f"{file} {name}"
        problems = [*_check_setup(where, episode, meta, grants)]
        yield from problems or _replay(where, submitted, episode)
        yield from _check_usage(where, episode, meta)
        stands = standing(episode.setup.tested, episode.ending.aborted if episode.ending else None)
        stated = "scored" if name in submitted.results else declared.get(name, "not_played")
        if stands != stated:
            expected = f"status {stated}, as {METADATA} declares" + (" under missing" if name in declared else "")
            yield Problem(where, "status", f"status {episode.status}", expected)
    for name, status in declared.items():
        if status != "not_played" and name not in episodes:
            yield Problem(f"{file} {name}", "", "no episode", f"status {status}, as {METADATA} declares under missing")
    absent = [name for name in submitted.results if name not in episodes]
    if absent:
        yield Problem(str(file), "", f"no episode for {some(absent)}", "an episode for each result, or no such file")


def _check_setup(where: str, episode: Episode, meta: Json, grants: dict[str, Json]) -> Iterator[Problem]:
    """It was played under the declared conditions, and no agent was granted what it is not owed."""
    setup = episode.setup
    seats = setup.instance.seats
    labels = {seat: seat_label(record) for seat, record in meta["seats"].items()}
    owed = {seat: grants[seat] if seat in grants else setup.grants.get(seat, {}) for seat in seats}
    for place, found, right in (
        ("game", episode.game, meta["game"]),
        ("version", episode.version, meta["game_version"]),
        ("setup.options", setup.options, meta["options"]),
        ("setup.cast", dict(setup.cast), {seat: labels.get(seat) for seat in seats}),
        ("setup.tested", list(setup.tested), [seat for seat in meta["tested"] if seat in seats]),
    ):
        if found != right:
            yield Problem(where, place, str(found), f"{right}, {_STATED}")
    if setup.seed not in meta["seeds"]:
        yield Problem(where, "setup.seed", str(setup.seed), f"one of {meta['seeds']}, {_STATED}")
    if dict(setup.grants) != (right := {seat: grant for seat, grant in owed.items() if grant}):
        yield Problem(where, "setup.grants", str(dict(setup.grants)), f"{right}, what the agents are owed")


def _replay(where: str, submitted: Submitted, episode: Episode) -> Iterator[Problem]:
    """The first thing that does not follow from the moves, if there is one."""
    try:
        again = Match(submitted.game, episode.setup, episode.moves).episode()
    except InvalidInput as error:
        yield from (Problem(where, one.place, one.found, one.expected) for one in error.problems)
        return
    stated, right = episode.to_json(), again.to_json()
    for part in ("moves", "events", "ending"):
        difference = first_difference(stated[part], right[part], part)
        if difference is not None:
            place, found, expected = difference
            yield Problem(where, place, found, f"{expected}, which follows from the moves by the rules")
            return
    if again.ending is not None and episode.failure is not None:
        yield Problem(where, "failure", repr(episode.failure), "null, since the game ended")


def _check_usage(where: str, episode: Episode, meta: Json) -> Iterator[Problem]:
    """Only seats with a model have called one, and a tested one has, if it came to the end."""
    for seat, usage in episode.usage.items():
        if meta["seats"].get(seat, {}).get("model") is None:
            yield Problem(where, f"usage.{seat}", f"{usage.calls} calls", "none, since this seat has no model")
    for seat in episode.setup.tested if episode.status == "completed" else ():
        if meta["seats"].get(seat, {}).get("model") and (seat not in episode.usage or not episode.usage[seat].calls):
            yield Problem(where, f"usage.{seat}", "no call", "what the calls of its model consumed")

"""What a reviewer of a submission should know about what the model may have seen; a note is no problem."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from turtlesoup_bench.games.registry import agent_names
from turtlesoup_bench.games.submissions import METADATA, Submitted
from turtlesoup_bench.records import Json
from turtlesoup_bench.submissions.checking import read_metadata, read_submission


def contamination_notes(folder: Path) -> list[str]:
    """What the submitter states of it, what was not checked of the agents, and what the game itself looks for."""
    submitted, _ = read_submission(folder)
    return [] if submitted is None else list(_notes(submitted))


def _notes(submitted: Submitted) -> Iterator[str]:
    meta = submitted.meta
    seats = [meta["seats"][seat] for seat in meta["tested"] if seat in meta["seats"]]
    if any(seat["model"] for seat in seats) and meta["contamination"]["seen"] != "no":
        yield f"whether the model may have seen the data: {meta['contamination']['seen']}"
    for agent in dict.fromkeys(seat["agent"] for seat in seats if seat["agent"] not in agent_names()):
        yield f"agent {agent} is not registered here: its kind, and what the rules grant it, are taken as stated"
    if submitted.game.submissions:
        yield from submitted.game.submissions.notes(submitted, _beside(submitted))


def _beside(submitted: Submitted) -> dict[str, Json]:
    """The other submissions of the same game and data in the folder above, by the names of their folders."""
    own = submitted.folder.resolve()
    beside = {}
    for file in sorted(own.parent.glob(f"*/{METADATA}")):
        meta = read_metadata(file.parent) if file.parent != own else None
        if meta and all(meta[name] == submitted.meta[name] for name in ("game", "data")):
            beside[file.parent.name] = meta
    return beside

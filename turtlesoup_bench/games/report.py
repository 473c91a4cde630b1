"""What a game adds to the report page of a run. Nothing has to be given: every game has a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turtlesoup_bench.games.episode import Episode, Instance
from turtlesoup_bench.records import Json, to_json

if TYPE_CHECKING:
    from turtlesoup_bench.games.results import Result


@dataclass(frozen=True, slots=True)
class Caption:
    """How an instance is named to people.

    Attributes:
        title: A line, which must not tell the solution.
        text: What every player knows of it, such as a scene; may be empty.
    """

    title: str
    text: str = ""


def _by_id(instance: Instance) -> Caption:
    return Caption(instance.id)


def moves_of(episode: Episode) -> Json:
    """What ``stopNotes`` and ``movesOf`` of ``pages/moves.js`` show: all moves, and a failure."""
    return {"moves": to_json(episode.moves), "failure": episode.failure}


def events_of(result: Result) -> Json:
    """What the plain transcript shows of an episode: events, moves, ending, scores, and the instance's data."""
    episode, score = result.episode, result.score
    return {
        **moves_of(episode),
        "events": to_json(episode.events),
        "ending": to_json(episode.ending),
        "tested": list(episode.setup.tested),
        "by_seat": to_json(score.by_seat) if score else {},
        "data": result.instance.data,
    }


@dataclass(frozen=True, slots=True)
class GameReport:
    """A game's part of the report page.

    Attributes:
        caption: The name of an instance.
        folder: With any of these files; all scripts of the page share one scope. ``transcript.js``: its function
            ``transcript(game, instance, isOpen, run)`` shows an episode; without it, its events are listed. What
            stands there only because ``isOpen`` is set has the class ``secret``, so that the page can bring it into
            sight. ``game.calls(steps)`` gives what shows the model calls of some steps, null where none are at hand.
            ``panels.js``: its function ``panels(runs)`` gives what stands between outcomes and scores.
            ``strings.json``: phrases in English and Chinese, which stand before the page's own. ``style.css``.
        transcript: What ``transcript`` takes as ``game``, as JSON; ``isOpen`` says whether the reader asked to see
            what the players could not.
        panels: What ``panels`` takes as ``panels`` of each run: from its folder, its ``run.json``, its results and the
            scorer's name.
    """

    caption: Callable[[Instance], Caption] = _by_id
    folder: Path | None = None
    transcript: Callable[[Result], Json] = events_of
    panels: Callable[[Path, Json, Sequence[Result], str], Any] = lambda *_: None

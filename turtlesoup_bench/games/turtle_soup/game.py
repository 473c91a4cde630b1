"""Turtle soup as a registered game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from turtlesoup_bench import games, records
from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Game, Instance, Measure, Role
from turtlesoup_bench.games.turtle_soup.forms import chat_forms
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle, load_puzzle_set
from turtlesoup_bench.games.turtle_soup.rules import HOST, OPTIONS, PLAYER, TurtleSoup
from turtlesoup_bench.games.turtle_soup.scorer import JudgeScorer
from turtlesoup_bench.games.turtle_soup.simulated import simulate
from turtlesoup_bench.models.failures import first_line
from turtlesoup_bench.records import to_json

_SELECTION = ("languages", "genres", "limit", "data")
ROLES: dict[str, records.Role] = {PLAYER: "questioner", HOST: "responder"}
"""What this game's records call its seats."""


def instance_of(puzzle: Puzzle) -> Instance:
    """A puzzle as an instance; both tellings of a story are resampled together."""
    tags = {"genre": puzzle.genre, "twist": puzzle.twist}
    seats = {PLAYER: PLAYER, HOST: HOST}
    return Instance(puzzle.id, puzzle.language, seats, to_json(puzzle), puzzle.story, tags)


def load(selection: Mapping[str, Any]) -> list[Instance]:
    """The instances of a selection; its keys are the arguments of `puzzles.load_puzzle_set`.

    Raises:
        InvalidInput: If a key is unknown, or `load_puzzle_set` refuses its value.
    """
    unknown = [name for name in selection if name not in _SELECTION]
    if unknown:
        raise InvalidInput(Problem("selection", name, "an unknown key", ", ".join(_SELECTION)) for name in unknown)
    return [instance_of(puzzle) for puzzle in load_puzzle_set(**selection).puzzles]


def secrets(instance: Instance) -> dict[str, list[str]]:
    """The texts that the host alone may see, and those that nobody may."""
    known = ["/bottom", *(f"/key_clues/{number}" for number in range(len(instance.data["key_clues"])))]
    unseen = ["/title", *(f"/{name}/{n}" for name in ("logic", "details") for n in range(len(instance.data[name])))]
    unseen += [f"/probes/{number}/question" for number in range(len(instance.data["probes"]))]
    return {pointer: [HOST] for pointer in known} | {pointer: [] for pointer in unseen}


def record_of(episode: games.Episode) -> records.Episode:
    """An episode of a match as this game's own record; a match knows nothing of usage."""
    moves = [step[PLAYER] for step in episode.moves if PLAYER in step]
    asked = [move for move in moves if move.forfeit is None and move.action.get("question") is not None]
    answers, shown = ([e.data for e in episode.events if e.kind == kind] for kind in ("answer", "shown"))
    turns = [
        records.Turn(
            said["number"],
            move.action["question"],
            records.Answer(**{key: said[key] for key in ("verdict", "is_key_clue", "clue", "fault")}),
            records.Shown(seen["verdict"], seen["is_key_clue"]),
            trace=move.trace,
        )
        for move, said, seen in zip(asked, answers, shown, strict=False)  # a last question may have no answer
    ]
    ending = episode.ending.data if episode.ending else {}
    status: Any = "failed" if episode.status == "unfinished" else episode.status
    return records.Episode(
        puzzle_id=episode.setup.instance.id,
        agent=episode.setup.cast[PLAYER],
        seed=episode.setup.seed,
        status=status,
        turns=tuple(turns),
        prediction=records.BeliefState.from_json(ending["prediction"]) if "prediction" in ending else None,
        reason=_reason(episode),
        replies=tuple(ending.get("replies", ())),
    )


def _reason(episode: games.Episode) -> str | None:
    """Whose doing it was, in the words of the record, and what happened."""
    if episode.failure is not None:
        seat, separator, what = episode.failure.partition(": ")
        return first_line(f"{ROLES.get(seat, seat)}{separator}{what}")
    if episode.status == "aborted" and episode.ending is not None:
        return first_line(f"{ROLES[PLAYER]}: {episode.ending.data['reason']}")
    return None


GAME = Game(
    name="turtle-soup",
    version="1",
    roles=(Role(PLAYER), Role(HOST, default="embedded")),
    rules=TurtleSoup(),
    load=load,
    forms=chat_forms,
    measures=(
        Measure("overall", "Overall"),
        Measure("logic", "Logic"),
        Measure("details", "Details"),
        Measure("conclusion", "Conclusion"),
        Measure("precision", "Precision"),
        Measure("solved", "Solved"),
    ),
    scorer=JudgeScorer,
    options=OPTIONS,
    secrets=secrets,
    simulate=simulate,
    files="turtlesoup_bench.games.turtle_soup",
)

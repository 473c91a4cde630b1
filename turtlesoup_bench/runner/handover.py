"""Hand-over: a chat model plays the rest of saved episodes, from some move of the tested seats on.

It separates how well a model gathers information from how well it uses it; the last turn is handed over in "Multi-Turn
Puzzles" (arXiv 2508.10142).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, runtime_checkable

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Episode, Move, Observation, Player
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.records import Json
from turtlesoup_bench.run_folder import SavedRun, read_saved

AGENT = "chat"
"""The agent that can take up any game: it is told all that was said before, as its own chat."""


@runtime_checkable
class Remembers(Protocol):
    """A player that can be told of moves of its seat that were made before it sat down."""

    def remember(self, observation: Observation, move: Move) -> None:
        """Takes a move for its own."""


@dataclass(frozen=True)
class Handover:
    """Episodes that are handed over.

    Attributes:
        saved: The run whose episodes they are.
        first_move: The tested seats' first move that is played anew, from 1; None for the last one of each episode.
    """

    saved: SavedRun
    first_move: int | None

    @classmethod
    def read(cls, path: Path, first_move: int | None, data: Path | None) -> Handover:
        """Reads the run.

        Args:
            path: Its folder.
            first_move: See `Handover`.
            data: Folder of imported data, if the run played such.

        Raises:
            InvalidInput: If it cannot be read, is not complete, or was itself handed over; or the number is not over 0.
        """
        saved = read_saved(path, data)
        problems = []
        if first_move is not None and first_move < 1:
            problems.append(Problem("--from", "", str(first_move), "at least 1, the first move"))
        if "handover" in saved.run:
            problems.append(Problem(str(path), "handover", "a run that was handed over", "one that was not"))
        ended = sum(episode.ending is not None for episode in saved.episodes.values())
        owed = len(saved.instances) * len(saved.run["seeds"])
        if ended < owed:
            expected = f"{owed}; run it again, so that it goes on"
            problems.append(Problem(str(path), "", f"{ended} episodes that have ended", expected))
        if problems:
            raise InvalidInput(problems)
        return cls(saved, first_move)

    def record(self) -> Json:
        """What ``run.json`` says of it."""
        run = self.saved.run
        seats = {seat: run["seats"][seat] for seat in run["tested"]}
        return {"run": run["identity"], "name": run["name"], "first_move": self.first_move, "seats": seats}

    def take_up(self, episode_id: str, cast: Mapping[str, str], players: Mapping[str, Player]) -> Match:
        """The match of an episode as it stood when it was handed over; players that can are told of their seats' moves.

        An episode that had ended before the first move to be played anew stays as it was.

        Args:
            episode_id: Which one.
            cast: Who plays the rest, by seat.
            players: The same, as players.

        Raises:
            InvalidInput: If its moves are not what the rules allow.
        """
        episode = self.saved.episodes[episode_id]
        kept = episode.moves[: self.steps_kept(episode)]
        earlier = episode.setup.cast
        labels = {
            seat: f"{label}, handed over by {earlier[seat]}" if seat in episode.setup.tested else label
            for seat, label in cast.items()
        }
        setup = replace(episode.setup, cast=labels)
        Match(self.saved.game, setup, kept)  # complains of a move that is not allowed
        match = Match(self.saved.game, setup)
        for step in kept:
            for seat, observation in match.observe().items():
                player = players[seat]
                if isinstance(player, Remembers):
                    player.remember(observation, step[seat])
            match.act(step)
        return match

    def steps_kept(self, episode: Episode) -> int:
        """How many steps of an episode are not played anew."""
        tested = set(episode.setup.tested)
        own = [number for number, step in enumerate(episode.moves) if tested & set(step)]
        if self.first_move is None:
            return own[-1]
        return own[self.first_move - 1] if self.first_move <= len(own) else len(episode.moves)

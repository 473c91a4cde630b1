"""Submissions as games see them: what is in one, and what a game may add to its check.

Every game is submitted by its transcripts, ``episodes.jsonl``, which are played again by their moves, and by
``scores.<scorer>.jsonl``. A game that accepts results without a transcript, or whose scores cannot simply be computed
again from an episode, brings `SubmissionRules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from turtlesoup_bench.errors import Problem
from turtlesoup_bench.games.episode import Episode, Instance
from turtlesoup_bench.games.scores import Score
from turtlesoup_bench.records import Json

if TYPE_CHECKING:
    from turtlesoup_bench.games import Game

METADATA = "submission.json"
EPISODES = "episodes.jsonl"


@dataclass(frozen=True, slots=True)
class Submitted:
    """A submission as it was read.

    Attributes:
        folder: Where it stands.
        meta: Its ``submission.json``.
        game: What was played.
        instances: All instances of the data set in any language, by id; None if data or rules at hand are not those of
            the submission, so that it can only be checked in itself.
        episodes: Transcripts by episode id; None if they were not submitted, or without instances.
        results: What is scored, by episode id: how an episode ended, or what the game reads from files of its own.
        scores: By file name and episode id.
    """

    folder: Path
    meta: Json
    game: Game
    instances: Mapping[str, Instance] | None
    episodes: Mapping[str, Episode] | None
    results: Mapping[str, Json]
    scores: Mapping[str, Mapping[str, Score]]


class SubmissionRules(Protocol):
    """What a game adds to submissions and their check: results in files of its own, and scores that it checks itself.

    Without it, transcripts are required, and the scores of a scorer without a model are computed again from them.
    """

    def files(self, seeds: Sequence[int]) -> Sequence[str]:
        """Names of the files, beside transcripts and scores, that a submission with these seeds must have."""
        ...

    def write(self, folder: Path, episodes: Iterable[Episode], seeds: Sequence[int]) -> None:
        """Writes these files for the episodes of a run."""
        ...

    def read(self, files: Mapping[str, Path], seeds: Sequence[int]) -> tuple[Mapping[str, Json], list[Problem]]:
        """Results by episode id from those of these files that are there, and what is wrong with them.

        Nothing in them is trusted.
        """
        ...

    def check(self, submitted: Submitted, *, judged_again: bool) -> Iterable[Problem]:
        """What is wrong between results, transcripts and scores.

        Args:
            submitted: The submission, with those of its scores that have the right ruler and form.
            judged_again: Whether to ask a judge that needs no model again.
        """
        ...

    def notes(self, submitted: Submitted, beside: Mapping[str, Json]) -> Iterable[str]:
        """What a reviewer should know about what the model may have seen; a note is no problem.

        Args:
            submitted: The submission.
            beside: ``submission.json`` of other submissions of the same game and data, by the name of the folder.
        """
        ...

    def verbatim(self, submitted: Submitted) -> Sequence[str]:
        """Ids of the results that are the solution word for word: nobody who plays says that.

        Args:
            submitted: The submission.
        """
        ...

"""A game that a person plays on the page, from its beginning to its score."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from turtlesoup_bench.errors import AccessError, ProviderError
from turtlesoup_bench.games import ChatForm, Episode, Event, Forfeit, Instance, Move, Score, Unreadable
from turtlesoup_bench.games.match import advance, merged
from turtlesoup_bench.games.results import Result
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.playing.offer import Offer
from turtlesoup_bench.records import Json
from turtlesoup_bench.runner.seats import HUMAN
from turtlesoup_bench.runner.worker import EpisodeSpec, LocalWorker

TRIES = 1_000_000
"""A person may try a move as often as they like."""
CALL_SECONDS = 60.0
"""Until a call is given up."""


def patient_pool() -> ClientPool:
    """Clients that try each call once: whoever plays is told at once that it failed, and can try again."""
    return ClientPool(Journal(), timeout=CALL_SECONDS, attempts=1)


class Session:
    """One game.

    Args:
        offer: What is played.
        instance: On what.
        seed: Of its luck; no other game on the instance has it.
        pool: For the calls of the other seats, and of the scorer.

    Attributes:
        failure: Why it cannot go on; `go_on` tries again.
        score: Once it was scored.
        hints: Those that were given.
        suggestions: Moves that were suggested; None as long as nobody asked for them.
        is_kept: Whether it is part of the baseline.
        is_given_up: Whether the person gave up.
    """

    def __init__(self, offer: Offer, instance: Instance, seed: int, pool: ClientPool):
        planned = offer.planned
        patient = replace(planned, game=replace(planned.game, allowance=TRIES))
        self._worker = LocalWorker(patient, pool)
        self.match, players, self._ledger = self._worker.begin(EpisodeSpec(instance, seed))
        self.seats = [seat for seat in instance.seats if planned.cast[seat].name == HUMAN]
        self._others = {seat: player for seat, player in players.items() if seat not in self.seats}
        self._offer = offer
        self._turn = asyncio.Lock()
        self.failure: str | None = None
        self.score: Score | None = None
        self.hints: list[str] = []
        self.suggestions: Sequence[str] | None = None
        self.is_kept = False
        self.is_given_up = False

    @property
    def instance(self) -> Instance:
        """What is played on."""
        return self.match.setup.instance

    @property
    def is_over(self) -> bool:
        """Whether the rules ended it, or the person gave it up."""
        return self.is_given_up or self.match.episode().ending is not None

    @property
    def episode(self) -> Episode:
        """The game so far, with what was spent on it."""
        return replace(self.match.episode(), usage=dict(sorted(self._ledger.usage.items())))

    async def go_on(self) -> None:
        """Lets the others move up to the person's next move or the end, and then scores; tries again what failed."""
        async with self._turn:
            self.failure = None
            self.match.resume()
            try:
                await advance(self.match, self._others)
                episode = self.episode
                self.failure = episode.failure
                scoring = self._offer.planned.scoring
                if self.score is None and scoring is not None and scoring.is_needed(episode):
                    score = await self._worker.score(episode)
                    self.failure = score.reason
                    self.score = score if score.status == "scored" else None
            except (AccessError, ProviderError) as error:
                self.failure = str(error)

    async def move(self, step: int, seat: str, said: Json) -> str | None:
        """Makes a move, if it is still due; then `go_on`.

        Args:
            step: The step that the person saw. A move that was sent twice is made once.
            seat: Who moves.
            said: ``{"action": ..}``, or ``{"reply": text}`` in the words of the seat's form.

        Returns:
            Why it was not accepted; None if it was.
        """
        observation = self.match.observe().get(seat)
        if step != self.match.step or observation is None or seat not in self.seats:
            return None
        if "action" in said:
            action = said["action"]
        else:
            readings: list[Any] = [form.read(str(said.get("reply", "")), observation) for form in self.forms(seat)]
            complaints = [reading.complaint for reading in readings if isinstance(reading, Unreadable)]
            if complaints:
                return " ".join(complaints)
            action = merged(readings)
        self.match.act({seat: Move(action)})
        after = self.match.observe().get(seat)
        if self.match.step == step and after is not None:
            return after.complaint
        await self.go_on()
        return None

    async def give_up(self) -> None:
        """Ends the game as lost, as far as the person has to move; what follows for the others is the rules' to say."""
        self.is_given_up = True
        while own := [seat for seat in self.match.observe() if seat in self.seats]:
            self.match.act({seat: Move(forfeit=Forfeit("resigned", "the game was given up")) for seat in own})
            await self.go_on()

    def hint(self) -> None:
        """Gives the next hint."""
        hints = self._offer.planned.game.human.hints(self.instance, self.match.episode())
        self.hints += [hint for hint in hints if hint not in self.hints][:1]

    def suggest(self) -> None:
        """Suggests moves, from now on."""
        self.suggestions = self._offer.planned.game.human.suggestions(self.instance, self.match.episode())

    def keep(self) -> Path:
        """Keeps the game as part of the baseline.

        Raises:
            ValueError: If it is not to be kept.
            RunFolderError: If it cannot be.
        """
        if (reason := self.not_kept()) is not None:
            raise ValueError(reason)
        path = self._offer.baseline.keep(self.episode, self.score)
        self.is_kept = True
        return path

    def not_kept(self) -> str | None:
        """Why the game cannot be part of the baseline, as a phrase of the page; None if it can."""
        if self.match.episode().ending is None:
            return "not-ended"
        if not self._offer.is_kept:
            return "public"
        if self.is_kept:
            return "kept-once"
        if self.hints or self.suggestions is not None:
            return "with-help"
        return None if has_moves(self.match.episode(), self.seats) else "empty"

    def forms(self, seat: str) -> Sequence[ChatForm]:
        """The words in which the person is told of a seat, and answers."""
        game, role = self._offer.planned.game, self.instance.seats[seat]
        forms = game.human.forms
        return forms(role, self.instance.language) if forms else self.match.forms(seat)

    def result(self) -> Result:
        """The game as results show it."""
        return Result(self._offer.planned.game, self.instance, self.episode, self.score)

    def seen(self, seat: str) -> list[Event]:
        """The events that a seat has seen."""
        return [event for event in self.match.episode().events if event.to is None or seat in event.to]


def has_moves(episode: Episode, seats: Sequence[str]) -> bool:
    """Whether any of these seats has done anything in it."""
    return any(seat in step and step[seat].forfeit is None for step in episode.moves for seat in seats)

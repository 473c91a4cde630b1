"""Plays saved episodes again from a journal alone: agents and games as they are now, no network, nothing paid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from turtlesoup_bench.errors import RunFolderError
from turtlesoup_bench.models import GREEDY, PLACE, Completion, Place, Sampling
from turtlesoup_bench.models.client import completion_of, keyed_request
from turtlesoup_bench.models.journal import Journal, canonical, lines_of, request_key
from turtlesoup_bench.prompts import Message
from turtlesoup_bench.records import Json


class NotJournaled(RunFolderError):
    """A journal has no reply to a request.

    Attributes:
        place: Where the request is made; None if in no episode.
        asked: The request.
        recorded: What was asked there when the episode was played; None if nothing was, or an earlier version kept it.
    """

    def __init__(self, place: Place | None, asked: Json, recorded: Json | None):
        where = "a call of no episode"
        if place is not None:
            step = "beside the game" if place.step is None else f"step {place.step}"
            where = f"{place.episode}, {place.seat}, {step}, call {place.n}"
        super().__init__(f"{where}: the journal has no reply to this request; {_difference(asked, recorded)}")
        self.place = place
        self.asked = asked
        self.recorded = recorded


class Replay:
    """Clients that answer from a journal, in place of a `turtlesoup_bench.models.client.ClientPool`.

    What is asked must be, to the letter, what was asked when the episodes were played; the first call that differs
    stops the replay.

    Args:
        journal: With the calls of the episodes.
    """

    def __init__(self, journal: Journal):
        self._journal = journal
        self._answered: set[str] = set()

    def client(self, model: str, sampling: Sampling = GREEDY) -> ReplayClient:
        """The client of a model."""
        return ReplayClient(model, sampling, self)

    def answer(self, request: Json) -> Completion:
        """The journal's reply to a request.

        Raises:
            NotJournaled: If it has none.
        """
        key = _key(request)
        reply = self._journal.get(key)
        if reply is None:
            place = PLACE.get()
            raise NotJournaled(place, request, self._recorded(place, request) if place else None)
        self._answered.add(key)
        # Whether a later session asked for another sample, since it could not use this one.
        has_next = self._journal.get(_key({**request, "sample": request["sample"] + 1})) is not None
        return replace(completion_of(reply), is_replayed=has_next)

    def _recorded(self, place: Place, asked: Json) -> Json | None:
        """What was asked at a place: of the requests there that were not made again, the one most like this one."""
        lines = set(lines_of(asked))
        there = [
            call.request
            for call in self._journal.calls(place.episode)
            if (call.place.seat, call.place.step) == (place.seat, place.step)
            and call.key not in self._answered
            and call.request is not None
        ]
        return max(there, key=lambda request: len(lines.intersection(lines_of(request))), default=None)


@dataclass(frozen=True, slots=True)
class ReplayClient:
    """One model, as the journal has it.

    Attributes:
        model: Its name.
        sampling: How its replies were sampled.
        replay: With the journal.
    """

    model: str
    sampling: Sampling
    replay: Replay

    async def complete(
        self, messages: Sequence[Message], *, json_mode: bool = False, seed: int | None = None, sample: int = 0
    ) -> Completion:
        """See `turtlesoup_bench.models.ModelClient.complete`.

        Raises:
            NotJournaled: If the journal has no reply to this request.
        """
        request = keyed_request(self.model, messages, self.sampling, seed=seed, json_mode=json_mode, sample=sample)
        return self.replay.answer(request)


def _key(request: Json) -> str:
    return request_key(canonical(request))


def _difference(asked: Json, recorded: Json | None) -> str:
    """The first line in which two requests differ, from a little before they do."""
    if recorded is None:
        return "no other one is recorded there"
    for now, then in zip_longest(lines_of(asked), lines_of(recorded), fillvalue=""):
        if now != then:
            start = next((n for n, (one, two) in enumerate(zip_longest(now, then)) if one != two), 0)
            cut = slice(max(0, start - 40), start + 80)
            return f"recorded is one that differs first in {then[cut]!r}, which is now {now[cut]!r}"
    raise AssertionError("equal requests have one key")

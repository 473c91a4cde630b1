"""What is handed between a match, its rules and its players, and what is kept of it: frozen values, JSON in and out.

Whatever a field calls JSON is plain JSON: objects, lists, strings, numbers, booleans and null. No tuples.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.records import Json, Usage, to_json

Status = Literal["completed", "aborted", "failed", "unfinished"]
Cause = Literal["refused", "unreadable", "truncated", "illegal", "error", "resigned"]


@dataclass(frozen=True)
class Instance:
    """One problem of a game's data set.

    Attributes:
        id: Neutral: it tells nothing of the solution and is no position in a file.
        language: Such as ``en``.
        seats: Role of each seat; seats may differ from instance to instance.
        data: JSON, as the rules and the scorer need it; secret, since seats see events and views alone.
        cluster: Instances with the same cluster are resampled together; the id if there are no others.
        tags: By which results can be grouped.
    """

    id: str
    language: str
    seats: Mapping[str, str]
    data: Json
    cluster: str
    tags: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def hash(self) -> str:
        """First 16 hex digits of the SHA-256 over seats and data."""
        content = json.dumps([self.seats, self.data], sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(content.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Setup:
    """What is fixed before an episode begins. With the moves, it is the whole episode.

    Attributes:
        instance: Problem to play.
        options: A value for each option of the game, as JSON.
        seed: Of the episode's luck.
        cast: Agent of each seat, for the record; rules must not depend on it.
        tested: Seats under test.
        grants: What the rules owe to the agent of a seat, as JSON, such as clues that are told in advance.
    """

    instance: Instance
    options: Json = field(default_factory=dict)
    seed: int = 42
    cast: Mapping[str, str] = field(default_factory=dict)
    tested: tuple[str, ...] = ()
    grants: Mapping[str, Json] = field(default_factory=dict)

    def draw(self, *labels: str | int) -> float:
        """A number in [0, 1) that follows from instance, seed and labels alone: the only luck that rules may use.

        It does not depend on the cast, so that all agents meet the same luck.
        """
        text = json.dumps([self.instance.id, self.seed, *labels])
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big") / 2**48

    def to_json(self) -> Json:
        """The setup, with the instance's id and hash in place of the instance."""
        return {name: to_json(value) for name, value in self.record().items()}

    def record(self) -> Json:
        """What `to_json` makes plain JSON of."""
        names = ("options", "seed", "cast", "tested", "grants")
        instance = {"id": self.instance.id, "hash": self.instance.hash}
        return {"instance": instance, **{name: getattr(self, name) for name in names}}

    @classmethod
    def from_json(cls, record: Json, instance: Instance) -> Setup:
        """Inverse of `to_json`.

        Raises:
            InvalidInput: If the record was written for another instance, or for other data of this one.
        """
        identity = {"id": instance.id, "hash": instance.hash}
        if record["instance"] != identity:
            raise InvalidInput([Problem(instance.id, "instance", str(record["instance"]), str(identity))])
        return cls(**{**record, "instance": instance, "tested": tuple(record["tested"])})


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a message.

    Attributes:
        content: The text; of anything but text, the SHA-256 of its bytes in hex, for which `Game.open_media` has them.
        media_type: ``text/plain``, ``image/png``, ..
    """

    content: str
    media_type: str = "text/plain"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened.

    Attributes:
        kind: What, in the game's words.
        data: JSON.
        seat: Whose doing it was; None for the game's.
        parts: Text or images to be shown.
        to: Seats that see it; None for every seat, empty for what is only recorded.
    """

    kind: str
    data: Json = field(default_factory=dict)
    seat: str | None = None
    parts: tuple[Part, ...] = ()
    to: tuple[str, ...] | None = None

    @classmethod
    def from_json(cls, record: Json) -> Event:
        """Inverse of `turtlesoup_bench.records.to_json`."""
        to = record["to"] if record["to"] is None else tuple(record["to"])
        return cls(**{**record, "parts": tuple(Part(**part) for part in record["parts"]), "to": to})


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat has to decide next.

    Attributes:
        phase: Which kind of decision, in the game's words.
        accepts: JSON schema of the action. Rules may refuse more than it does, never less.
        view: JSON: what the seat may know beside the events, such as the turns that are left.
    """

    phase: str
    accepts: Json
    view: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Observation:
    """All that a seat may know when it has to move.

    Attributes:
        seat: Its name.
        role: Its role.
        phase: See `Decision`.
        accepts: See `Decision`.
        view: See `Decision`.
        events: All that it has seen, oldest first.
        seen: How many of them it had seen when it last tried to move.
        complaint: Why its last try at this move was not accepted; None if this is the first.
    """

    seat: str
    role: str
    phase: str
    accepts: Json
    view: Json
    events: tuple[Event, ...] = ()
    seen: int = 0
    complaint: str | None = None

    @property
    def new(self) -> tuple[Event, ...]:
        """What it has not seen before."""
        return self.events[self.seen :]

    @classmethod
    def from_json(cls, record: Json) -> Observation:
        """Inverse of `turtlesoup_bench.records.to_json`."""
        return cls(**{**record, "events": tuple(map(Event.from_json, record["events"]))})


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Why a seat has not moved. What follows from it is the rules' to say: a pass, a loss, the end.

    Attributes:
        cause: ``refused``: a content filter stopped its model; ``unreadable``: no action could be read in its replies;
            ``truncated``: likewise, and the limit of tokens cut the last one off; ``illegal``: the rules accepted none
            of its actions; ``error``: the player raised an exception; ``resigned``: a person gave the game up.
        reason: For people.
        replies: Raw replies that could not be used.
    """

    cause: Cause
    reason: str
    replies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """What a seat does.

    Attributes:
        action: JSON, as the decision accepts it; None if forfeited.
        trace: The player's working, as JSON: recorded, never shown to a seat.
        forfeit: Why there is no action.
        complaints: Why earlier tries at this move were not accepted; filled in by the match.
    """

    action: Any = None
    trace: Json = field(default_factory=dict)
    forfeit: Forfeit | None = None
    complaints: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, record: Json) -> Move:
        """Inverse of `turtlesoup_bench.records.to_json`."""
        forfeit = record["forfeit"]
        if forfeit is not None:
            forfeit = Forfeit(**{**forfeit, "replies": tuple(forfeit["replies"])})
        return cls(record["action"], record["trace"], forfeit, tuple(record["complaints"]))


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended by its rules.

    Attributes:
        outcome: In the game's words.
        data: JSON, such as the final prediction.
        aborted: Seats that broke the protocol past their allowance; each gets the worst value of every measure.
    """

    outcome: str
    data: Json = field(default_factory=dict)
    aborted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Episode:
    """A game as far as it was played.

    Attributes:
        game: Name of the game.
        version: Of its rules.
        setup: What was fixed before.
        moves: A step is the moves of all seats that had to decide at the same time.
        events: All of them, whoever saw them.
        ending: None until the rules end it.
        failure: Why the infrastructure could not go on; None if it could.
        usage: What the models of each seat consumed; a match knows nothing of it, who runs it fills it in.
    """

    game: str
    version: str
    setup: Setup
    moves: tuple[Mapping[str, Move], ...]
    events: tuple[Event, ...]
    ending: Ending | None = None
    failure: str | None = None
    usage: Mapping[str, Usage] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """``<instance>#<seed>``; in a run, where the cast is one, no two episodes share it."""
        return episode_id(self.setup.instance.id, self.setup.seed)

    @property
    def status(self) -> Status:
        """``aborted`` as soon as one seat was; ``unfinished`` where a seat has yet to move."""
        if self.ending is None:
            return "failed" if self.failure is not None else "unfinished"
        return "aborted" if self.ending.aborted else "completed"

    def to_json(self) -> Json:
        """A record that satisfies ``core/episode``; of the instance, id and hash."""
        return {name: to_json(value) for name, value in self.record().items()}

    def record(self) -> Json:
        """What `to_json` makes plain JSON of."""
        names = ("moves", "events", "ending", "failure", "usage")
        return {
            "episode_id": self.id,
            "game": self.game,
            "version": self.version,
            "status": self.status,
            "setup": self.setup.record(),
            **{name: getattr(self, name) for name in names},
        }

    @classmethod
    def from_json(cls, record: Json, instance: Instance) -> Episode:
        """Inverse of `to_json`; raises what `Setup.from_json` does."""
        ending = record["ending"]
        return cls(
            record["game"],
            record["version"],
            Setup.from_json(record["setup"], instance),
            tuple({seat: Move.from_json(move) for seat, move in step.items()} for step in record["moves"]),
            tuple(map(Event.from_json, record["events"])),
            ending and Ending(**{**ending, "aborted": tuple(ending["aborted"])}),
            record["failure"],
            {seat: Usage(**usage) for seat, usage in record["usage"].items()},
        )


def episode_id(instance: str, seed: int) -> str:
    """The id of the episode that plays an instance with a seed."""
    return f"{instance}#{seed}"


def instance_id(episode: str) -> str:
    """The id of the instance that an episode of this id plays."""
    return episode.rsplit("#", 1)[0]

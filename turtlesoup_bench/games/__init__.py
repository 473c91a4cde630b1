"""The contract of a game: implement these to add one.

A game is pure rules, the words in which a chat model plays it, and a scorer. Rules are step-wise: whoever owns the
model calls (this package's runner, another framework, a person) drives a `turtlesoup_bench.games.match.Match`, which
keeps the history, decides what each seat sees, and counts complaints. `check_game` in `turtlesoup_bench.games.checking`
tests a game against this contract. Games are registered under the entry point group ``turtlesoup_bench.games``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games.episode import (
    Decision,
    Ending,
    Episode,
    Event,
    Forfeit,
    Instance,
    Move,
    Observation,
    Part,
    Setup,
)
from turtlesoup_bench.records import Json

if TYPE_CHECKING:
    from turtlesoup_bench.models import ModelClient
    from turtlesoup_bench.prompts import Message

S = TypeVar("S")

__all__ = [
    "Agent",
    "ChatForm",
    "Decision",
    "Ending",
    "Episode",
    "Event",
    "Forfeit",
    "Game",
    "Instance",
    "Measure",
    "Move",
    "Observation",
    "Part",
    "Player",
    "Role",
    "Rules",
    "Score",
    "Scorer",
    "Seat",
    "Setup",
    "Unreadable",
]


@dataclass(frozen=True, slots=True)
class Role:
    """A part that seats can have, such as player or host.

    Attributes:
        name: Unique in the game.
        default: Agent that takes a seat of this role unless told otherwise; None: such a seat is what a run tests.
        is_rule_based: Whether no model is needed to play it well.
        with_model: Agent through which a model plays it.
        without_model: Agent that plays it where it is tested and no model is named; None: one must be named.
    """

    name: str
    default: str | None = None
    is_rule_based: bool = False
    with_model: str = "chat"
    without_model: str | None = None


class Rules(Protocol[S]):
    """A game as pure functions of a state.

    The state is of any type that compares by value and is never changed in place. Equal arguments give equal results;
    luck comes from `Setup.draw` alone.
    """

    def start(self, setup: Setup) -> tuple[S, Sequence[Event]]:
        """The first state, and what is seen of it."""
        ...

    def waiting(self, state: S) -> Mapping[str, Decision]:
        """The seats that have to move, all at the same time; empty once the game is over."""
        ...

    def refuse(self, state: S, seat: str, action: Any) -> str | None:
        """Why a waiting seat may not do this, as a sentence to be shown to it; None if it may.

        Args:
            state: The state.
            seat: A waiting seat.
            action: Any JSON; this must not raise, whatever it is.
        """
        ...

    def apply(self, state: S, moves: Mapping[str, Move]) -> tuple[S, Sequence[Event]]:
        """The next state, and what happened.

        Args:
            state: The state.
            moves: Of every waiting seat, in the order of `waiting`; an action that was not refused, or a forfeit.
        """
        ...

    def ending(self, state: S) -> Ending | None:
        """How it ended; None while a seat is waiting."""
        ...


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A reply in which no action can be read; the complaint is a sentence to be shown to whoever wrote it."""

    complaint: str


class ChatForm(Protocol):
    """A role in words: how a chat model is told what it sees, and how its reply is read.

    Everything that drives a chat model through a game uses this and nothing else.
    """

    @property
    def is_stateless(self) -> bool:
        """Whether every move begins a new chat, so that `tell` says all; else a chat grows with each move."""
        ...

    def system(self, observation: Observation) -> str:
        """The system message of a chat that begins."""
        ...

    def tell(self, observation: Observation) -> Sequence[Part]:
        """The next user message: all of the observation, or, in a growing chat, what is new in it."""
        ...

    def read(self, reply: str, observation: Observation) -> Any | Unreadable:
        """The action in a reply. It may still be refused by the rules."""
        ...

    def example(self, observation: Observation, rng: Random) -> str:
        """A reply that can be read and that the rules do not refuse; drawn at random where there are several."""
        ...


@dataclass(frozen=True, slots=True)
class Seat:
    """What an agent is given when it sits down to an episode.

    Attributes:
        game: The game.
        name: Of the seat.
        role: Of the seat.
        language: Of the instance.
        seed: Of the episode.
        model: Client for its own calls; None for an agent without a model.
        instance: The problem with its secrets, for a seat that is not tested; None for one that is.
    """

    game: Game
    name: str
    role: str
    language: str
    seed: int
    model: ModelClient | None = None
    instance: Instance | None = None

    @property
    def client(self) -> ModelClient:
        """The client, for agents that need one."""
        if self.model is None:
            raise TypeError("this agent needs a model")
        return self.model


@dataclass(frozen=True, slots=True)
class Agent:
    """A kind of player, as registered under the entry point group ``turtlesoup_bench.agents``.

    Attributes:
        create: Makes the player of one episode.
        games: Names of the games it plays; empty for one that plays any.
        roles: Names of the roles it plays; empty for one that plays any.
        kind: ``system``: it competes; ``anchor``: a floor or ceiling to read other results by; ``ablation``: another
            agent without one of its parts.
        ablates: That other agent, where the kind is ``ablation``.
        needs_model: Whether it cannot play without a model.
        takes_model: Whether it calls one where it is given one.
        grants: What the rules owe to it, as JSON; see `Setup.grants`.
    """

    create: Callable[[Seat], Player]
    games: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    kind: Literal["system", "anchor", "ablation"] = "system"
    ablates: str | None = None
    needs_model: bool = True
    takes_model: bool = True
    grants: Json = field(default_factory=dict)


class Player(Protocol):
    """Plays a seat in one episode. It may remember, and may gather any number of model calls."""

    async def act(self, observation: Observation) -> Move:
        """Decides.

        Raises:
            RefusedError: If a content filter stopped its model; the move is forfeited as ``refused``.
            MalformedReply: If its model gave no usable reply; the move is forfeited as ``unreadable``, or as
                ``truncated`` where the limit of tokens cut the reply off.
            ProviderError: If its model cannot be reached; the episode fails.
            Exception: Any other one forfeits the move as ``error`` if the seat is tested, else the episode fails.
        """
        ...


@dataclass(frozen=True, slots=True)
class Measure:
    """A number of a seat, or of an episode as a whole.

    Attributes:
        name: Key in `Score.by_seat`, or in what `Game.play_measures` gives.
        label: For people, short enough for the head of a column.
        range: Least and greatest value; None where there is no bound. A share in [0, 1] is shown in percent.
        higher_is_better: Which end is the good one.
        if_aborted: What an aborted seat gets; None: the worst end of the range.
        outcomes: For a measure of 1 or 0 that says whether the game was won: its words for 1 and for 0.
    """

    name: str
    label: str
    range: tuple[float | None, float | None] = (0.0, 1.0)
    higher_is_better: bool = True
    if_aborted: float | None = None
    outcomes: tuple[str, str] | None = None

    @property
    def worst(self) -> float:
        """What an aborted seat gets.

        Raises:
            ValueError: If neither the measure says it nor the range has that end.
        """
        worst = self.range[0 if self.higher_is_better else 1] if self.if_aborted is None else self.if_aborted
        if worst is None:
            raise ValueError(f"measure {self.name}: its range has no worst end, so if_aborted must be given")
        return worst


@dataclass(frozen=True, slots=True)
class Score:
    """What a scorer says of an episode.

    Attributes:
        status: ``unscored`` if a judge could not be reached or refused: then there are no measures.
        by_seat: Measures of each scored seat, by name.
        detail: JSON: what the numbers follow from.
        ruler: JSON: everything that could change the numbers.
        reason: Why it is unscored.
    """

    status: Literal["scored", "unscored"]
    by_seat: Mapping[str, Mapping[str, float]]
    detail: Json
    ruler: Json
    reason: str | None = None


class Scorer(Protocol):
    """Turns an episode that ended by the rules into a score. Aborted seats are not its concern: see `Game.settle`."""

    @property
    def ruler(self) -> Json:
        """Everything of the scorer that could change a number."""
        ...

    async def score(self, instance: Instance, episode: Episode, models: Callable[[str], ModelClient]) -> Score:
        """Scores the episode; ``models`` gives the client of a model's name."""
        ...


def _no_secrets(instance: Instance) -> Mapping[str, Collection[str]]:
    return {}


def _nothing_measured(instance: Instance, episode: Episode) -> Mapping[str, float | None]:
    return {}


def _no_media(digest: str) -> bytes:
    raise KeyError(digest)


@dataclass(frozen=True, slots=True)
class Game:
    """A game, as registered.

    Attributes:
        name: As on the command line: lower case, with hyphens.
        version: Changes whenever the same moves could give another episode or score.
        roles: Of its seats.
        rules: See `Rules`.
        load: The instances of a selection, whose keys are the game's own (``limit``, ..); raises `InvalidInput`.
        forms: The calls that make up an action of a role in a language. Nearly always one; where there are several,
            they are made at the same time, each reads an object, and the action is all of them merged.
        measures: What a scorer gives, the headline first.
        play_measures: What can be measured without a scorer, such as the number of turns.
        measure_play: Their values for an episode, by name; None or absent where one does not apply.
        groups: Names of the tags of instances by whose values results are shown in groups.
        scorer: The scorer that a text such as the judge's name selects; None for a game that is not scored.
        options: JSON schema of each option, with its ``default``.
        allowance: Tries a seat has after its first one at a move that was not accepted.
        secrets: Texts in an instance's data that not all may see: JSON pointer to the seats that may.
        simulate: What the simulated provider replies to a chat, and whether wrongly this time; None to a chat that is
            not this game's. Without it, a simulated model cannot play the game.
        open_media: The bytes of a `Part` that is no text; raises KeyError.
        files: Import name of the package with its schemas, prompts and ``transcript.js``.
        commands: Verbs of its own for the command line.
    """

    name: str
    version: str
    roles: tuple[Role, ...]
    rules: Rules[Any]
    load: Callable[[Mapping[str, Any]], Sequence[Instance]]
    forms: Callable[[str, str], Sequence[ChatForm]]
    measures: tuple[Measure, ...] = ()
    play_measures: tuple[Measure, ...] = ()
    measure_play: Callable[[Instance, Episode], Mapping[str, float | None]] = _nothing_measured
    groups: tuple[str, ...] = ()
    scorer: Callable[[str], Scorer] | None = None
    options: Mapping[str, Json] = field(default_factory=dict)
    allowance: int = 2
    secrets: Callable[[Instance], Mapping[str, Collection[str]]] = _no_secrets
    simulate: Callable[[Sequence[Message], bool], str | None] | None = None
    open_media: Callable[[str], bytes] = _no_media
    files: str | None = None
    commands: Mapping[str, Callable[..., None]] = field(default_factory=dict)

    def setup(
        self,
        instance: Instance,
        *,
        seed: int = 42,
        options: Mapping[str, Any] | None = None,
        cast: Mapping[str, str] | None = None,
        tested: Sequence[str] | None = None,
        grants: Mapping[str, Json] | None = None,
    ) -> Setup:
        """A setup with defaults filled in: of options, and the seats under test, which are those without a default.

        Raises:
            InvalidInput: If an option does not exist or breaks its schema.
        """
        from jsonschema import Draft202012Validator

        chosen = {name: schema["default"] for name, schema in self.options.items()} | dict(options or {})
        schema = {"properties": self.options, "additionalProperties": False}
        errors = Draft202012Validator(schema).iter_errors(chosen)
        problems = [Problem(self.name, ".".join(map(str, e.path)), repr(e.instance), e.message) for e in errors]
        if problems:
            raise InvalidInput(problems)
        if tested is None:
            defaults = {role.name: role.default for role in self.roles}
            tested = [seat for seat, role in instance.seats.items() if defaults[role] is None]
        return Setup(instance, chosen, seed, dict(cast or {}), tuple(tested), dict(grants or {}))

    def settle(self, score: Score, episode: Episode) -> Score:
        """The score with the worst value of every measure for aborted seats."""
        aborted = episode.ending.aborted if episode.ending else ()
        worst = {measure.name: measure.worst for measure in self.measures}
        return replace(score, by_seat={**score.by_seat, **dict.fromkeys(aborted, worst)}) if aborted else score

"""The contract of a game: implement these to add one.

A game is pure rules, the words in which a chat model plays it, and a scorer. Rules are step-wise: whoever owns the
model calls (this package's runner, another framework, a person) drives a `turtlesoup_bench.games.match.Match`, which
keeps the history, decides what each seat sees, and counts complaints. `check_game` in `turtlesoup_bench.games.checking`
tests a game against this contract. Games are registered under the entry point group ``turtlesoup_bench.games``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

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
from turtlesoup_bench.games.human import HumanPlay
from turtlesoup_bench.games.report import Caption, GameReport
from turtlesoup_bench.games.scores import Measure, Note, Score, Scorer
from turtlesoup_bench.games.seats import Agent, Player, Role, Seat
from turtlesoup_bench.games.training import Training
from turtlesoup_bench.records import Json

if TYPE_CHECKING:
    from pathlib import Path

    from turtlesoup_bench.games.results import Result
    from turtlesoup_bench.games.submissions import SubmissionRules
    from turtlesoup_bench.prompts import Message, PromptSet

S = TypeVar("S")

__all__ = [
    "Agent",
    "Caption",
    "ChatForm",
    "Decision",
    "Ending",
    "Episode",
    "Event",
    "Forfeit",
    "Game",
    "GameReport",
    "HumanPlay",
    "Instance",
    "Measure",
    "Move",
    "Note",
    "Observation",
    "Part",
    "Player",
    "Role",
    "Rules",
    "Score",
    "Scorer",
    "Seat",
    "Setup",
    "Training",
    "Unreadable",
]


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


def _hash_of(instances: Iterable[Instance]) -> str:
    digest = hashlib.sha256()
    for instance in sorted(instances, key=lambda instance: instance.id):
        digest.update(f"{instance.id} {instance.hash}\n".encode())
    return digest.hexdigest()[:16]


@cache
def _packaged_hash(load: Callable[[Mapping[str, Any]], Sequence[Instance]]) -> str:
    """Of what comes with the package, which no process sees change; a run asks for it several times."""
    return _hash_of(load({}))


def _no_secrets(instance: Instance) -> Mapping[str, Collection[str]]:
    return {}


def _nothing_measured(instance: Instance, episode: Episode) -> Mapping[str, float | None]:
    return {}


def _alike(instance: Instance) -> float:
    return 0.0


def _no_notes(*_: object) -> Iterable[Note]:
    return ()


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
        load: The instances of a selection, whose keys are those of ``selection``; an empty one selects all. Raises
            `turtlesoup_bench.errors.InvalidInput` if a value does not fit.
        selection: Keys that ``load`` takes, each if it is given: ``languages`` (of those to keep), ``limit`` (at most
            so many instances a language), ``genres``, ``data`` (a folder of other data), and the game's own.
        forms: The calls that make up an action of a role in a language. Nearly always one; where there are several,
            they are made at the same time, each reads an object, and the action is all of them merged.
        measures: What a scorer gives, the headline first.
        play_measures: What can be measured without a scorer, such as the number of turns.
        measure_play: Their values for an episode, by name; None or absent where one does not apply.
        groups: Names of the tags of instances by whose values results are shown in groups.
        scorer: The scorer that a text such as the judge's name selects; None for a game that is not scored.
        scorer_notes: What must stand beside the numbers of the scorer of a name.
        run_notes: What must stand beside the numbers of a run: from its folder, its ``run.json``, its results
            (`turtlesoup_bench.games.results.Result`) and the scorer's name.
        default_scorer: The text that selects the scorer that needs no model.
        submissions: What it adds to the check of submissions; None: its transcripts are all that it needs.
        options: JSON schema of each option, with its ``default``.
        allowance: Tries a seat has after its first one at a move that was not accepted.
        secrets: Texts in an instance's data that not all may see: JSON pointer to the seats that may.
        simulate: What the simulated provider replies to a chat, and whether wrongly this time; None to a chat that is
            not this game's. Without it, a simulated model cannot play the game.
        open_media: The bytes of a `Part` that is no text; raises KeyError.
        weight: How long an episode of an instance is expected to take beside others; only the order matters.
        data_version: Version and hash of the data that a selection is from; None takes a hash of all instances.
        prompts: What tells players how to play; a change of them is another run.
        reply_tokens: Fewest tokens of a real model's reply by the name of the prompt, where the simulated provider is
            terser than models are; for forecasts.
        report: Its part of the report page.
        human: Its part of what people play on.
        training: What single replies are worth, for training; None: only playing on tells.
        files: Import name of the package with its schemas and prompts.
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
    default_scorer: str = "rules"
    scorer_notes: Callable[[str], Iterable[Note]] = _no_notes
    run_notes: Callable[[Path, Json, Sequence[Result], str], Iterable[Note]] = _no_notes
    submissions: SubmissionRules | None = None
    options: Mapping[str, Json] = field(default_factory=dict)
    selection: tuple[str, ...] = ("languages", "limit")
    allowance: int = 2
    secrets: Callable[[Instance], Mapping[str, Collection[str]]] = _no_secrets
    simulate: Callable[[Sequence[Message], bool], str | None] | None = None
    open_media: Callable[[str], bytes] = _no_media
    weight: Callable[[Instance], float] = _alike
    data_version: Callable[[Mapping[str, Any]], Json] | None = None
    prompts: tuple[PromptSet, ...] = ()
    reply_tokens: Mapping[str, int] = field(default_factory=dict)
    report: GameReport = field(default_factory=GameReport)
    human: HumanPlay = field(default_factory=HumanPlay)
    training: Training | None = None
    files: str | None = None

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
        if tested is None:
            tested = [seat for seat, role in instance.seats.items() if self.role(role).default is None]
        return Setup(
            instance, self.options_of(options or {}), seed, dict(cast or {}), tuple(tested), dict(grants or {})
        )

    def role(self, name: str) -> Role:
        """The role of a name.

        Raises:
            KeyError: If the game has none of this name.
        """
        return {role.name: role for role in self.roles}[name]

    def options_of(self, chosen: Mapping[str, Any]) -> Json:
        """A value for each option: the chosen one, or its default.

        Raises:
            InvalidInput: If an option does not exist or breaks its schema.
        """
        defaults = {name: schema["default"] for name, schema in self.options.items()}
        if not chosen:
            return defaults
        unknown = [name for name in chosen if name not in self.options]
        if unknown:
            known = ", ".join(self.options) or "none, since this game has no options"
            raise InvalidInput(Problem(self.name, name, "no such option", known) for name in unknown)
        from jsonschema import Draft202012Validator

        options = defaults | dict(chosen)
        errors = Draft202012Validator({"properties": self.options}).iter_errors(options)
        problems = [
            Problem(
                self.name,
                ".".join(map(str, e.path)),
                repr(e.instance),
                e.schema["description"] if e.validator == "pattern" else f"{e.validator} {e.validator_value}",
            )
            for e in errors
        ]
        if problems:
            raise InvalidInput(problems)
        return options

    def data_of(self, selection: Mapping[str, Any]) -> Json:
        """Version and hash of the data set that a selection is from, and where it is from (``source``).

        Where the game does not say it, the version is the game's, and the hash is over all instances of the folder that
        the selection names as ``data``, or else of the package.
        """
        if self.data_version is not None:
            return self.data_version(selection)
        if "data" in selection:
            found = {"hash": _hash_of(self.load({"data": selection["data"]})), "source": "imported"}
        else:
            found = {"hash": _packaged_hash(self.load), "source": "packaged"}
        return {"version": self.version, **found}

    def settle(self, score: Score, episode: Episode) -> Score:
        """The score with the worst value of every measure for aborted seats."""
        aborted = episode.ending.aborted if episode.ending else ()
        worst = {measure.name: measure.worst for measure in self.measures}
        return replace(score, by_seat={**score.by_seat, **dict.fromkeys(aborted, worst)}) if aborted else score

"""Who can sit at a game: roles, and agents, which make the player of a seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

from turtlesoup_bench.games.episode import Instance, Move, Observation
from turtlesoup_bench.records import Json

if TYPE_CHECKING:
    from turtlesoup_bench.games import Game
    from turtlesoup_bench.models import ModelClient


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


@dataclass(frozen=True, slots=True)
class Seat:
    """What an agent is given when it sits down to an episode.

    Attributes:
        game: The game.
        name: Of the seat.
        role: Of the seat.
        language: Of the instance.
        seed: Of the episode: the same for all instances of a run. An agent that draws by chance should draw from it
            together with what it is shown, or it draws alike in every episode.
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
        version: What, besides its name and model, decides how it plays; None takes a hash of the package that
            registers it, with its code, prompts and settings.
    """

    create: Callable[[Seat], Player]
    games: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    kind: Literal["system", "anchor", "ablation"] = "system"
    ablates: str | None = None
    needs_model: bool = True
    takes_model: bool = True
    grants: Json = field(default_factory=dict)
    version: Callable[[], str] | None = None


class Player(Protocol):
    """Plays a seat in one episode. It may remember, and may gather any number of model calls."""

    async def act(self, observation: Observation) -> Move:
        """Decides.

        Raises:
            RefusedError: If a content filter stopped its model; the move is forfeited as ``refused``.
            MalformedReply: If its model gave no usable reply; the move is forfeited as ``unreadable``.
            ProviderError: If its model cannot be reached; the episode fails.
            Exception: Any other one forfeits the move as ``error`` if the seat is tested, else the episode fails.
        """
        ...

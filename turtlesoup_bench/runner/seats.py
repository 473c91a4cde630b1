"""Who sits where: the seats of a run's game, each with an agent, its model and how that model is sampled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from turtlesoup_bench.errors import InvalidInput, Problem, UnknownName
from turtlesoup_bench.games import Agent, Game, Instance, Role
from turtlesoup_bench.games.registry import agent_names, find_agent
from turtlesoup_bench.models import GREEDY, Sampling
from turtlesoup_bench.records import Json
from turtlesoup_bench.runner.agents import agent_version
from turtlesoup_bench.runner.person import person

HUMAN = "human"


@dataclass(frozen=True, slots=True)
class Cast:
    """Who plays a seat.

    Attributes:
        name: The agent's name, or ``human``.
        model: Its model; None for one without.
        sampling: How the model is sampled.
        is_tested: Whether the run is about this seat.
        is_self_hosted: Whether it got the model under test because no other was named.
    """

    name: str
    model: str | None
    sampling: Sampling
    is_tested: bool
    is_self_hosted: bool = False

    @property
    def agent(self) -> Agent:
        """The agent; a person sits at the terminal."""
        return person if self.name == HUMAN else find_agent(self.name)

    @property
    def label(self) -> str:
        """How tables call it: the agent, with its model."""
        return f"{self.name} with {self.model}" if self.model else self.name

    def record(self, game: Game) -> Json:
        """What the seat is in ``run.json`` and, if it is not tested, in the ruler."""
        version = None if self.name == HUMAN else agent_version(self.name, game)
        sampling = self.sampling.to_json() if self.model else None
        return {"agent": self.name, "version": version, "model": self.model, "sampling": sampling}


def cast_seats(
    game: Game,
    instances: list[Instance],
    *,
    agent: str | None = None,
    model: str | None = None,
    seats: Mapping[str, str] | None = None,
    sampling: Mapping[str, Sampling] | None = None,
) -> dict[str, Cast]:
    """Who plays each seat that some instance has.

    A tested seat, whose role has no default, has ``agent`` and ``model``. Another one has what ``seats`` says, else its
    role's default, which a model plays if one is tested: without another host, the model under test is its own. Where
    ``seats`` names some of the seats without a default, and not all, those are opponents, and not tested.

    Args:
        game: The game.
        instances: Those that will be played.
        agent: Agent of the tested seats; None takes the role's.
        model: Model of the tested seats.
        seats: By seat: an agent, a model, or ``<agent>@<model>``.
        sampling: By seat; others are sampled at temperature 0.

    Raises:
        InvalidInput: With every seat that cannot be cast.
        UnknownName: If an agent is not registered.
    """
    roles = {seat: game.role(name) for instance in instances for seat, name in instance.seats.items()}
    problems = [
        Problem(f"{option} {seat}", "", "no such seat", ", ".join(roles))
        for option, chosen in (("--seat", seats), ("--sampling", sampling))
        for seat in chosen or {}
        if seat not in roles
    ]
    cast: dict[str, Cast] = {}
    without_default = {seat for seat, role in roles.items() if role.default is None}
    tested = without_default.difference(seats or ()) or without_default
    for seat, role in roles.items():
        drawn = (sampling or {}).get(seat, Sampling())
        said = (seats or {}).get(seat)
        is_tested = seat in tested
        if said is not None:
            name, own = _read(said, game, seat, role)
            cast[seat] = Cast(name, own, drawn, is_tested)
        elif role.default is None:
            name = agent or (role.with_model if model else role.without_model) or role.with_model
            cast[seat] = Cast(name, model if _takes_model(name) else None, drawn, True)
        elif model is not None and not role.is_rule_based:
            cast[seat] = Cast(role.with_model, model, drawn, False, is_self_hosted=True)
        else:
            cast[seat] = Cast(role.default, None, drawn, False)
        problems += _problems(game, seat, role, cast[seat])
    if problems:
        raise InvalidInput(problems)
    return cast


def _read(said: str, game: Game, seat: str, role: Role) -> tuple[str, str | None]:
    """Agent and model of a seat, from ``agent``, ``model`` or ``agent@model``."""
    name, at, model = said.partition("@")
    if at and "/" not in name:
        return name, model
    if said == HUMAN or said in agent_names():
        return said, None
    if "/" in said:
        return role.with_model, said
    cast = {name: Cast(name, "a/model", GREEDY, False) for name in agent_names()}
    fitting = [name for name, one in cast.items() if not any(_problems(game, seat, role, one))]
    raise UnknownName(f"seat {seat}", said, [*fitting, "provider/model"])


def _takes_model(name: str) -> bool:
    return name != HUMAN and find_agent(name).takes_model


def _problems(game: Game, seat: str, role: Role, cast: Cast) -> Iterator[Problem]:
    if cast.name == HUMAN:
        return
    agent = find_agent(cast.name)
    where = f"agent {cast.name}"
    if agent.games and game.name not in agent.games:
        yield Problem(where, "game", game.name, " or ".join(agent.games))
    elif agent.roles and role.name not in agent.roles:
        yield Problem(where, f"seat {seat}", role.name, " or ".join(agent.roles))
    if agent.needs_model and cast.model is None:
        option = "--model provider/model" if cast.is_tested else f"--seat {seat}={cast.name}@provider/model"
        yield Problem(where, "model", "none", f"{option}, since this agent calls one")

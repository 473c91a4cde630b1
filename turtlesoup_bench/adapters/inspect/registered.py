"""A task of Inspect for each installed game: ``inspect eval turtlesoup_bench/<game>``, hyphens as underscores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from inspect_ai import Task, task
from inspect_ai.model import Model, get_model

from turtlesoup_bench.adapters import CHAT, cast_of, scored, seated, tested_seat
from turtlesoup_bench.adapters.inspect.messages import InspectClient
from turtlesoup_bench.adapters.inspect.task import game_task
from turtlesoup_bench.games import Episode, Game, Instance, Player, Role, Score, Setup
from turtlesoup_bench.games.registry import find_game, game_names
from turtlesoup_bench.records import Json

JUDGE = "judge"
"""The model role of the judge; those of players are the names of their seats or roles."""
_NONE = "none/none"
"""Inspect's name for no model."""


def registered_task(
    game: Game,
    *,
    language: str | None = None,
    seat: str | None = None,
    agent: str | None = None,
    select: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 42,
) -> Task:
    """A game as a task in which the model under evaluation plays one seat.

    Every other seat is played by the model of the role of its name (``--model-role host=..``). Without one, a seat that
    has a player without a model gets that, and any other is played by the model under evaluation.

    Args:
        game: The game.
        language: ``en`` or ``zh``; None for both.
        seat: The model's; None takes the first one that is not played by default.
        agent: Through which agent the model plays, such as ``mosaic``; None: as a chat.
        select: What else is selected; see `Game.load`.
        options: Of the game.
        seed: Of the first epoch.

    Raises:
        UnknownName: If no instance has such a seat.
    """
    selection = {**(select or {}), **({"languages": [language]} if language else {})}
    instances = game.load(selection)
    roles = {name: game.role(role) for instance in instances for name, role in instance.seats.items()}
    tested = tested_seat(game, instances, seat)

    # Models are looked up while a sample is played: only then does Inspect know which ones are evaluated.
    def of_seat(name: str) -> tuple[str, Model | None]:
        return (agent or CHAT, get_model()) if name == tested else _opponent(roles[name], name)

    def players(setup: Setup) -> dict[str, Player]:
        is_agent = agent not in (None, CHAT)
        return {name: player(setup, name) for name in setup.instance.seats if name != tested or is_agent}

    def player(setup: Setup, name: str) -> Player:
        who, model = of_seat(name)
        return seated(game, setup, name, who, InspectClient(model, name) if model else None)

    def cast(instance: Instance) -> Json:
        seats = {name: of_seat(name) for name in instance.seats}
        return cast_of({name: (who, str(model) if model else None) for name, (who, model) in seats.items()})

    async def score(episode: Episode) -> Score:
        judge = model_of(JUDGE)
        return await scored(
            game, episode, str(judge) if judge else None, lambda _: InspectClient(judge or get_model(), JUDGE)
        )

    return game_task(
        game,
        tested,
        score=score,
        players=players,
        selection=selection,
        options=options,
        seed=seed,
        cast=cast,
        metadata={
            "game": game.name,
            "tested": tested,
            "selection": selection,
            "options": dict(options or {}),
            "seed": seed,
        },
    )


def model_of(role: str) -> Model | None:
    """The model that ``--model-role`` names for a role; None if it names none."""
    model = get_model(role=role, default=_NONE)
    return None if str(model) == _NONE else model


def _opponent(role: Role, name: str) -> tuple[str, Model | None]:
    """Agent and model of a seat that is not tested."""
    model = model_of(name) or model_of(role.name)
    without = role.without_model or (role.default if role.is_rule_based else None)
    if model is None and without is not None:
        return without, None
    return role.with_model, model or get_model()


def _registered(name: str) -> Callable[..., Task]:
    def of_game(
        language: str | None = None,
        seat: str | None = None,
        agent: str | None = None,
        select: dict[str, Any] | None = None,
        options: dict[str, Any] | None = None,
        seed: int = 42,
    ) -> Task:
        return registered_task(
            find_game(name), language=language, seat=seat, agent=agent, select=select, options=options, seed=seed
        )

    registered: Callable[..., Task] = task(name=name.replace("-", "_"))(of_game)
    return registered


TASKS = {name: _registered(name) for name in game_names()}
"""By the game's name."""

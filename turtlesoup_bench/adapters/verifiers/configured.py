"""An environment of verifiers in which the game, the seat and who else plays are configuration."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

import verifiers.v1 as vf
from openai import AsyncOpenAI
from pydantic import Field
from pydantic_config import BaseConfig

from turtlesoup_bench.adapters import CHAT, cast_of, scored, seated, tested_seat
from turtlesoup_bench.adapters.verifiers.endpoint import EndpointClient, ModelConfig, opened
from turtlesoup_bench.adapters.verifiers.environment import MatchHarness, MatchTask, Table
from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Episode, Game, Instance, Player, Score, Setup
from turtlesoup_bench.games.registry import find_game
from turtlesoup_bench.records import Json


class GameSettings(BaseConfig):
    """What is played, and by whom."""

    game: str = ""
    """Name of an installed game, as ``turtlesoup games`` lists them; must be given."""
    seat: str | None = None
    """The model's; None takes the first one that nobody plays by default."""
    language: Literal["en", "zh"] | None = None
    """None for both."""
    selection: dict[str, Any] = Field(default_factory=dict)
    """What else is selected, by the game's own keys."""
    options: dict[str, Any] = Field(default_factory=dict)
    """Of the game."""
    seed: int = 42
    """Of the luck; rollouts of an instance share it."""
    opponents: dict[str, ModelConfig] = Field(default_factory=dict)
    """Models of other seats, by the name of the seat or of its role. Any seat without one is played without a model."""
    judge: ModelConfig | None = None
    """The model that scores; None takes the scorer that needs no model."""


class GameConfig(vf.TasksetConfig, GameSettings):
    """Settings of the taskset, under ``--env.taskset``."""


class GameData(vf.TaskData):
    """An instance, named by its id, with all that decides how it is played."""

    settings: GameSettings


class GameTask(MatchTask[GameData]):
    """One instance."""

    def table(self) -> Table:
        """See `MatchTask.table`."""
        return _table(self.data.settings)


class GameTaskset(vf.Taskset[GameTask, GameConfig]):
    """The instances that the settings select."""

    def load(self) -> list[GameTask]:
        """A task for each.

        Raises:
            InvalidInput: If a setting does not fit the game, or a seat has no player.
        """
        settings = GameSettings(**{name: getattr(self.config, name) for name in GameSettings.model_fields})
        table = _table(settings)
        data = (GameData(name=name, prompt=table.prompt, settings=settings) for name in table.instances)
        return [GameTask(one, self.config.task) for one in data]


class GameHarness(MatchHarness):
    """Plays the instance of a task by the settings in it."""

    def table(self, data: GameData) -> Table:
        """See `MatchHarness.table`."""
        return _table(data.settings)


class GameEnvConfig(vf.SingleAgentEnvConfig):
    """One model plays; nothing that it says is run, so that its rollouts need no container."""

    agent: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())
    """The model under evaluation or training."""


class GameEnv(vf.SingleAgentEnv, vf.Env[GameEnvConfig]):
    """One episode is one match."""


def _table(settings: GameSettings) -> Table:
    return _table_of(settings.model_dump_json())


@cache
def _table_of(text: str) -> Table:
    settings = GameSettings.model_validate_json(text)
    game = find_game(settings.game)
    game.options_of(settings.options)
    languages = {"languages": [settings.language]} if settings.language else {}
    instances = game.load({**settings.selection, **languages})
    tested = tested_seat(game, instances, settings.seat)
    opponents, judge = settings.opponents, settings.judge
    _check(game, instances, tested, opponents)

    def of_seat(seat: str, role: str) -> tuple[str, ModelConfig | None]:
        """Agent and model of an opponent."""
        model, taken = opponents.get(seat) or opponents.get(role), game.role(role)
        return (taken.with_model, model) if model else (str(taken.without_model or taken.default), None)

    def cast(instance: Instance, model: str) -> Json:
        others = {seat: of_seat(seat, role) for seat, role in instance.seats.items() if seat != tested}
        named = {
            seat: (agent, f"openai/{config.model}" if config else None) for seat, (agent, config) in others.items()
        }
        return cast_of({seat: (CHAT, model) if seat == tested else named[seat] for seat in instance.seats})

    def players(setup: Setup, client: AsyncOpenAI) -> dict[str, Player]:
        others = {seat: of_seat(seat, role) for seat, role in setup.instance.seats.items() if seat != tested}
        return {
            seat: seated(game, setup, seat, agent, EndpointClient(config, client) if config else None)
            for seat, (agent, config) in others.items()
        }

    async def score(episode: Episode) -> Score:
        if judge is None:
            return await scored(game, episode, None, _no_model)
        async with opened() as source:
            client = EndpointClient(judge, source)
            return await scored(game, episode, client.model, lambda _: client)

    by_id = {instance.id: instance for instance in instances if tested in instance.seats}
    return Table(game, tested, by_id, score, players, cast, settings.options, settings.seed)


def _no_model(name: str) -> EndpointClient:
    raise LookupError(f"no address of {name} is configured")


def _check(game: Game, instances: Any, tested: str, opponents: dict[str, ModelConfig]) -> None:
    roles = {seat: game.role(role) for instance in instances for seat, role in instance.seats.items()}
    others = {seat: role for seat, role in roles.items() if seat != tested}
    known = {*others, *(role.name for role in others.values())}
    problems = [
        Problem(f"opponents.{name}", "", "no such seat or role of an opponent", ", ".join(sorted(known)) or "none")
        for name in opponents
        if name not in known
    ]
    problems += [
        Problem(f"opponents.{seat}", "", "no player without a model", "model and base_url of one")
        for seat, role in others.items()
        if not (role.without_model or role.default or seat in opponents or role.name in opponents)
    ]
    if problems:
        raise InvalidInput(problems)

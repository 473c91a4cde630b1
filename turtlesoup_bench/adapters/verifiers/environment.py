"""A match as a rollout of verifiers: a task that scores it and a harness that plays it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import verifiers.v1 as vf
from openai import AsyncOpenAI
from openai.types.chat.chat_completion import Choice
from pydantic import Field

from turtlesoup_bench.adapters import SeatChats, rewarded
from turtlesoup_bench.adapters.verifiers.endpoint import opened
from turtlesoup_bench.games import Episode, Game, Instance, Player, Score, Setup
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.records import Json

DataT = TypeVar("DataT", bound=vf.TaskData)


class GameState(vf.State):
    """What a rollout leaves.

    Attributes:
        episode: As JSON.
        measures: Of the model's seat.
        reward: The first of the game's measures that the seat has; None until it is known.
    """

    episode: dict[str, Any] = Field(default_factory=dict)
    reward: float | None = None
    measures: dict[str, float] = Field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """What the rollouts of a taskset have in common.

    Attributes:
        game: The game.
        seat: The model's seat.
        instances: What is played, by id.
        score: Scores an episode that ended.
        players: Who plays the other seats of an episode; a model among them may be called over the rollout's client,
            with an address and a key of its own.
        cast: From an instance and the model's name, what `Game.setup` is told of who plays: ``cast`` and ``grants``.
        options: Options of the game.
        seed: Of the luck.
    """

    game: Game
    seat: str
    instances: Mapping[str, Instance]
    score: Callable[[Episode], Awaitable[Score]]
    players: Callable[[Setup, AsyncOpenAI], Mapping[str, Player]]
    cast: Callable[[Instance, str], Json]
    options: Mapping[str, Any]
    seed: int

    @property
    def prompt(self) -> str:
        """What is recorded as the prompt of a task: the game's own words are in the chats."""
        return f"Play {self.game.name} as {self.seat}."


class MatchTask(vf.Task[DataT, GameState]):
    """An instance to be played, named by its id; the headline of the game is the reward."""

    def table(self) -> Table:
        """Where it is played."""
        raise NotImplementedError

    async def finalize(self, trace: vf.Trace, runtime: vf.Runtime) -> None:
        """Scores the episode, and keeps it with the trace; what is unscored is an error, not a reward of 0."""
        table, state = self.table(), trace.state
        trace.info["episode"] = state.episode
        episode = Episode.from_json(state.episode, table.instances[str(self.data.name)])
        state.reward, state.measures = rewarded(table.game, episode, await table.score(episode), table.seat)

    @vf.reward
    async def headline(self, trace: vf.Trace) -> float:
        """The first of the game's measures that the seat has."""
        return float(trace.state.reward)

    @vf.metric
    async def measures(self, trace: vf.Trace) -> dict[str, float]:
        """All measures of the seat."""
        return dict(trace.state.measures)


class MatchHarness(vf.Harness[vf.HarnessConfig]):
    """Plays the match in the process of the evaluation; every call goes to the endpoint of its rollout."""

    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    def table(self, data: vf.TaskData) -> Table:
        """Where a task is played."""
        raise NotImplementedError

    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: vf.TaskData,
    ) -> vf.ProgramResult:
        """Plays to the end.

        Raises:
            RuntimeError: If the infrastructure cannot go on; an error of the rollout.
        """
        table = self.table(data)
        game, instance = table.game, table.instances[str(data.name)]
        seated = {"tested": [table.seat], **table.cast(instance, ctx.model)}
        setup = game.setup(instance, seed=table.seed, options=table.options, **seated)
        match = Match(game, setup)
        async with opened(endpoint, secret) as client:
            chats = SeatChats(match, table.seat, table.players(setup, client))
            while waiting := await chats.waiting():
                choices = await asyncio.gather(*(_complete(client, ctx.model, chat) for chat in waiting))
                if any(choice.finish_reason == "content_filter" for choice in choices):
                    chats.refused("a content filter stopped the model")
                else:
                    chats.reply(*(choice.message.content or "" for choice in choices))
        episode = match.episode()
        if episode.failure is not None:
            raise RuntimeError(f"the episode of {data.name} failed: {episode.failure}")
        trace.state.episode = episode.to_json()
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")


async def _complete(client: AsyncOpenAI, model: str, messages: list[Any]) -> Choice:
    completion = await client.chat.completions.create(model=model, messages=messages)
    return completion.choices[0]


def environment(
    game: Game,
    seat: str,
    *,
    score: Callable[[Episode], Awaitable[Score]],
    players: Callable[[Setup], Mapping[str, Player]] = lambda setup: {},
    selection: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 42,
) -> tuple[type[vf.Taskset], type[vf.Harness]]:
    """The classes of an environment in which the model plays one seat of a game; the headline is the reward.

    Verifiers finds an environment as a module that names its classes in ``__all__``, so such a module is::

        Taskset, Harness = environment(find_game("<game>"), "answerer", score=..)
        __all__ = ["Harness", "Taskset"]

    Args:
        game: The game.
        seat: The model's seat.
        score: Scores an episode that ended; what is unscored is an error of its rollout, not a reward of 0.
        players: Who plays the other seats of an episode.
        selection: Which instances; see `Game.load`.
        options: Options of the game.
        seed: Of the luck; rollouts of an instance share it, as groups in training must.
    """
    table = Table(
        game,
        seat,
        {instance.id: instance for instance in game.load(selection or {})},
        score,
        players=lambda setup, client: players(setup),
        cast=lambda instance, model: {},
        options=options or {},
        seed=seed,
    )

    class GameTask(MatchTask[vf.TaskData]):
        def table(self) -> Table:
            return table

    class GameTaskset(vf.Taskset[GameTask, vf.TasksetConfig]):
        def load(self) -> list[GameTask]:
            return [GameTask(vf.TaskData(name=name, prompt=table.prompt), self.config.task) for name in table.instances]

    class GameHarness(MatchHarness):
        def table(self, data: vf.TaskData) -> Table:
            return table

    return GameTaskset, GameHarness

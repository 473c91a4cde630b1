"""A game as an environment of verifiers, which calls the models and records the traces; extra ``verifiers``.

Verifiers finds an environment as a module that names its classes in ``__all__``, so such a module is::

    Taskset, Harness = environment(find_game("<game>"), "answerer", score=..)
    __all__ = ["Harness", "Taskset"]

The harness plays the match in the process of the evaluation; every call goes to the endpoint of its rollout.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import verifiers.v1 as vf
from openai import AsyncOpenAI
from openai.types.chat.chat_completion import Choice
from pydantic import Field

from turtlesoup_bench.adapters import SeatChats
from turtlesoup_bench.games import Episode, Game, Player, Score, Setup
from turtlesoup_bench.games.match import Match


class GameState(vf.State):
    """What a rollout leaves.

    Attributes:
        episode: As JSON.
        measures: Of the model's seat.
    """

    episode: dict[str, Any] = Field(default_factory=dict)
    measures: dict[str, float] = Field(default_factory=dict)


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

    Args:
        game: The game.
        seat: The model's seat.
        score: Scores an episode that ended; what is unscored is an error of its rollout, not a reward of 0.
        players: Who plays the other seats of an episode.
        selection: Which instances; see `Game.load`.
        options: Options of the game.
        seed: Of the luck; rollouts of an instance share it, as groups in training must.
    """
    instances = {instance.id: instance for instance in game.load(selection or {})}

    class GameTask(vf.Task[vf.TaskData, GameState]):
        async def finalize(self, trace: vf.Trace, runtime: vf.Runtime) -> None:
            episode = Episode.from_json(trace.state.episode, instances[str(self.data.name)])
            result = game.settle(await score(episode), episode)
            if result.status == "unscored":
                raise RuntimeError(f"{self.data.name} is unscored: {result.reason}")
            trace.state.measures = dict(result.by_seat.get(seat, {}))

        @vf.reward
        async def headline(self, trace: vf.Trace) -> float:
            return float(trace.state.measures[game.measures[0].name])

        @vf.metric
        async def measures(self, trace: vf.Trace) -> dict[str, float]:
            return dict(trace.state.measures)

    class GameTaskset(vf.Taskset[GameTask, vf.TasksetConfig]):
        def load(self) -> list[GameTask]:
            # The prompt is only recorded: the game's own words are in the chats.
            prompt = f"Play {game.name} as {seat}."
            return [GameTask(vf.TaskData(name=name, prompt=prompt), self.config.task) for name in instances]

    class MatchHarness(vf.Harness[vf.HarnessConfig]):
        EXECUTES_CODE = False
        NEEDS_CONTAINER = False

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
            setup = game.setup(instances[str(data.name)], seed=seed, options=options, tested=[seat])
            match = Match(game, setup)
            chats = SeatChats(match, seat, players(setup))
            # A request that is sent again would be another turn of the trace.
            async with AsyncOpenAI(base_url=endpoint, api_key=secret, max_retries=0) as client:
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

    return GameTaskset, MatchHarness


async def _complete(client: AsyncOpenAI, model: str, messages: list[Any]) -> Choice:
    completion = await client.chat.completions.create(model=model, messages=messages)
    return completion.choices[0]

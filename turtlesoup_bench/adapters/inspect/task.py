"""A game as a task of Inspect."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from inspect_ai import Task
from inspect_ai.dataset import Sample
from inspect_ai.model import get_model
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import span

from turtlesoup_bench import adapters, games
from turtlesoup_bench.adapters.inspect.messages import chat_message
from turtlesoup_bench.games import Episode, Game, Instance, Player, Setup
from turtlesoup_bench.games.match import Match, advance
from turtlesoup_bench.records import Json

EPISODE = "episode"
"""Where a sample's store has the episode, as JSON."""
SCORE = "score"
"""Where the metadata of a sample's score has the whole score, as JSON."""


def _nobody(setup: Setup) -> Mapping[str, Player]:
    return {}


def _nothing(instance: Instance) -> Json:
    return {}


def game_task(
    game: Game,
    seat: str,
    *,
    score: Callable[[Episode], Awaitable[games.Score]],
    players: Callable[[Setup], Mapping[str, Player]] = _nobody,
    selection: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 42,
    cast: Callable[[Instance], Json] = _nothing,
    metadata: Json | None = None,
) -> Task:
    """A task with a sample for each instance, in which the model under evaluation plays one seat.

    Args:
        game: The game.
        seat: The model's seat.
        score: Scores an episode that ended, for example ``lambda e: scorer.score(e.setup.instance, e, models)``.
        players: Who plays the other seats of an episode, or all of them; where the model's seat is among them, that
            player asks the model itself.
        selection: Which instances; see `Game.load`.
        options: Options of the game.
        seed: Of the luck in the first epoch; each further epoch has the next number.
        cast: What `Game.setup` is told of who plays an instance: ``cast`` and ``grants``.
        metadata: Of the task, for its log.
    """
    instances = {instance.id: instance for instance in game.load(selection or {})}

    def play() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            instance = instances[str(state.sample_id)]
            seeded = {"seed": seed + state.epoch - 1, "options": options, "tested": [seat]}
            setup = game.setup(instance, **seeded, **cast(instance))
            match, seated = Match(game, setup), players(setup)
            if seat in seated:
                await advance(match, seated)
            else:
                await chat(match, seated, state)
            episode = match.episode()
            if episode.failure is not None:
                raise RuntimeError(f"the episode of {instance.id} failed: {episode.failure}")
            state.store.set(EPISODE, episode.to_json())
            return state

        return solve

    async def chat(match: Match, others: Mapping[str, Player], state: TaskState) -> None:
        chats = adapters.SeatChats(match, seat, others)
        while waiting := await chats.waiting():
            prompts = [[chat_message(message) for message in chat] for chat in waiting]
            async with span(seat):
                outputs = await asyncio.gather(*(get_model().generate(prompt) for prompt in prompts))
            if any(output.stop_reason == "content_filter" for output in outputs):
                chats.refused("a content filter stopped the model")
            else:
                chats.reply(*(output.completion for output in outputs))
            state.messages, state.output = [*prompts[0], outputs[0].message], outputs[0]

    def measures() -> Scorer:
        async def score_sample(state: TaskState, target: Target) -> Score:
            episode = Episode.from_json(state.store.get(EPISODE), instances[str(state.sample_id)])
            result = game.settle(await score(episode), episode)
            values = result.by_seat.get(seat, {}) if result.status == "scored" else {}
            return Score(
                value={measure.name: values.get(measure.name, math.nan) for measure in game.measures},
                explanation=result.reason or (episode.ending.outcome if episode.ending else None),
                metadata={SCORE: result.to_json()},
            )

        return score_sample

    samples = [
        Sample(input=instance.id, id=instance.id, metadata={"language": instance.language, **instance.tags})
        for instance in instances.values()
    ]
    return Task(
        dataset=samples,
        solver=solver(name=f"{game.name} as {seat}")(play)(),
        scorer=scorer(metrics={"*": [mean(), stderr()]}, name=game.name)(measures)(),
        name=game.name,
        version=game.version,
        metadata=metadata,
    )

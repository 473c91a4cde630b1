"""A game as a task of Inspect, which calls the models, scores the samples and keeps the log; extra ``inspect``."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from inspect_ai import Task
from inspect_ai.dataset import Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    ContentImage,
    ContentText,
    get_model,
)
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from turtlesoup_bench import adapters, games
from turtlesoup_bench.games import Episode, Game, Player, Setup
from turtlesoup_bench.games.match import Match
from turtlesoup_bench.prompts import Message

EPISODE = "episode"
"""Where a sample's store has the episode, as JSON."""
_ROLES: dict[str, Callable[..., ChatMessage]] = {
    "system": ChatMessageSystem,
    "user": ChatMessageUser,
    "assistant": ChatMessageAssistant,
}


def game_task(
    game: Game,
    seat: str,
    *,
    score: Callable[[Episode], Awaitable[games.Score]],
    players: Callable[[Setup], Mapping[str, Player]] = lambda setup: {},
    selection: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 42,
) -> Task:
    """A task with a sample for each instance, in which the model under evaluation plays one seat.

    Args:
        game: The game.
        seat: The model's seat.
        score: Scores an episode that ended, for example ``lambda e: scorer.score(e.setup.instance, e, models)``.
        players: Who plays the other seats of an episode.
        selection: Which instances; see `Game.load`.
        options: Options of the game.
        seed: Of the luck in the first epoch; each further epoch has the next number.
    """
    instances = {instance.id: instance for instance in game.load(selection or {})}

    def play() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            instance = instances[str(state.sample_id)]
            setup = game.setup(instance, seed=seed + state.epoch - 1, options=options, tested=[seat])
            match = Match(game, setup)
            chats = adapters.SeatChats(match, seat, players(setup))
            while waiting := await chats.waiting():
                prompts = [[_message(message) for message in chat] for chat in waiting]
                outputs = await asyncio.gather(*(get_model().generate(prompt) for prompt in prompts))
                if any(output.stop_reason == "content_filter" for output in outputs):
                    chats.refused("a content filter stopped the model")
                else:
                    chats.reply(*(output.completion for output in outputs))
                state.messages, state.output = [*prompts[0], outputs[0].message], outputs[0]
            episode = match.episode()
            if episode.failure is not None:
                raise RuntimeError(f"the episode of {instance.id} failed: {episode.failure}")
            state.store.set(EPISODE, episode.to_json())
            return state

        return solve

    def measures() -> Scorer:
        async def score_sample(state: TaskState, target: Target) -> Score:
            episode = Episode.from_json(state.store.get(EPISODE), instances[str(state.sample_id)])
            result = game.settle(await score(episode), episode)
            values = result.by_seat.get(seat, {}) if result.status == "scored" else {}
            return Score(
                value={measure.name: values.get(measure.name, math.nan) for measure in game.measures},
                explanation=result.reason or (episode.ending.outcome if episode.ending else None),
                metadata={"detail": result.detail, "ruler": result.ruler},
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
    )


def _message(message: Message) -> ChatMessage:
    """A message of OpenAI's API as one of Inspect, whose own conversion needs a newer client than litellm takes."""
    content = message["content"]
    if not isinstance(content, str):
        content = [
            ContentText(text=part["text"]) if part["type"] == "text" else ContentImage(image=part["image_url"]["url"])
            for part in content
        ]
    return _ROLES[message["role"]](content=content)

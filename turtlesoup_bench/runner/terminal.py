"""A person plays a game in the terminal, by the words in which a chat model plays it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from turtlesoup_bench.errors import InvalidInput, Problem
from turtlesoup_bench.games import Episode, Game, Score
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.models.journal import Journal
from turtlesoup_bench.runner.settings import Plan
from turtlesoup_bench.runner.worker import EpisodeSpec, LocalWorker

_TRIES = 1_000_000
"""A person may try as often as they like."""


def play_in_terminal(planned: Plan) -> None:
    """Plays the first instance of a plan with whoever sits at the terminal, and prints the score.

    Args:
        planned: With a person in its tested seat.

    Raises:
        InvalidInput: If several seats are tested.
        AccessError: If a model of another seat cannot be called at all.
    """
    if len(planned.tested) != 1:
        raise InvalidInput(
            [Problem("--game", planned.game.name, ", ".join(planned.tested), "a game of one tested seat")]
        )
    try:
        episode, score = asyncio.run(_play(planned))
    except KeyboardInterrupt:
        print("\nThe game was left.")
        return
    print(f"\n{episode.ending.outcome if episode.ending else episode.failure}")
    for line in _scored(planned.game, planned.tested[0], score):
        print(line)


async def _play(planned: Plan) -> tuple[Episode, Score | None]:
    game = replace(planned.game, allowance=_TRIES)
    with Journal() as journal:
        async with ClientPool(journal) as pool:
            worker = LocalWorker(replace(planned, game=game), pool)
            episode = await worker.play(EpisodeSpec(planned.instances[0], planned.settings.seeds[0]))
            is_scored = planned.scoring is not None and planned.scoring.is_needed(episode)
            return episode, await worker.score(episode) if is_scored else None


def _scored(game: Game, seat: str, score: Score | None) -> list[str]:
    """Each measure of the seat, the headline first."""
    if score is None or score.status == "unscored":
        return [f"not scored: {score.reason}"] if score else []
    measures = score.by_seat.get(seat, {})
    return [f"{m.label}: {m.scale * measures[m.name]:.4g}" for m in game.measures if m.name in measures]

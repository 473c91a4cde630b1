"""Plays one puzzle of turtle soup with an agent and a responder, outside of a run."""

from __future__ import annotations

from dataclasses import dataclass, replace

from turtlesoup_bench import games
from turtlesoup_bench.errors import MalformedReply, ProviderError
from turtlesoup_bench.games import Agent, Move, Observation, Player, Seat
from turtlesoup_bench.games.episode import episode_id
from turtlesoup_bench.games.match import Match, advance
from turtlesoup_bench.games.turtle_soup.feedback import Feedback
from turtlesoup_bench.games.turtle_soup.game import GAME, instance_of
from turtlesoup_bench.games.turtle_soup.players import ResponderPlayer
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.records import HOST, PLAYER, Episode
from turtlesoup_bench.games.turtle_soup.responder import Responder
from turtlesoup_bench.models import Ledger, MeteredClient, ModelClient

DEFAULT_MAX_TURNS = 30
FULL = Feedback()


async def play(
    puzzle: Puzzle,
    name: str,
    agent: Agent,
    responder: Responder,
    *,
    model: ModelClient | None = None,
    seed: int = 42,
    max_turns: int = DEFAULT_MAX_TURNS,
    feedback: Feedback = FULL,
) -> Episode:
    """Plays one puzzle once.

    Args:
        puzzle: Puzzle to play.
        name: The agent's name, for the record.
        agent: Makes the player.
        responder: Answers the questions.
        model: The player's model, if it needs one.
        seed: Seed of the episode.
        max_turns: Questions the player may ask.
        feedback: What it is shown of the answers.

    Returns:
        This game's view of the episode, whatever its ending: a player that breaks the protocol or raises, and a refused
        or failed call, are endings, not exceptions. A question that the responder could not judge counts as answered
        with Unknown.

    Raises:
        AccessError: If no call can succeed, so that the whole run should stop.
        BudgetSpent: If the run may spend no more.
        RunFolderError: If the run folder cannot be written.
        Exception: Any other error of the responder, which is a mistake in the code.
    """
    options = {"max_turns": max_turns, "feedback": str(feedback)}
    return Episode.of(await play_match(puzzle, name, agent, responder, model=model, seed=seed, options=options))


async def play_match(
    puzzle: Puzzle,
    name: str,
    agent: Agent,
    responder: Responder,
    *,
    model: ModelClient | None = None,
    seed: int = 42,
    options: dict[str, object] | None = None,
) -> games.Episode:
    """Like `play`, with the record that all games share."""
    ledger = Ledger(episode_id(puzzle.id, seed))
    client = MeteredClient(model, PLAYER, ledger, seed) if model else None
    setup = GAME.setup(
        instance_of(puzzle),
        seed=seed,
        options=options,
        cast={PLAYER: name, HOST: responder.id},
        grants={PLAYER: agent.grants},
    )
    match = Match(GAME, setup)
    players = {
        PLAYER: _Watched(agent.create(Seat(GAME, PLAYER, PLAYER, puzzle.language, seed, client))),
        HOST: _Watched(ResponderPlayer(responder.seated(ledger, seed), puzzle)),
    }
    await advance(match, players)
    for player in players.values():
        if player.error is not None:
            raise player.error
    return replace(match.episode(), usage=dict(sorted(ledger.usage.items())))


@dataclass
class _Watched:
    """A player that remembers an error which is neither a model's nor an agent's doing.

    A match makes an ending of any error; here a mistake in the code is none.
    """

    player: Player
    error: Exception | None = None

    async def act(self, observation: Observation) -> Move:
        try:
            return await self.player.act(observation)
        except (MalformedReply, ProviderError):
            raise
        except Exception as error:
            self.error = self.error or error
            raise

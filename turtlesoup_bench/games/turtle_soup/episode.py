"""Plays turtle soup: an agent and a responder in the two seats of a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from turtlesoup_bench.errors import MalformedReply, ProviderError
from turtlesoup_bench.games import Move, Observation, Player
from turtlesoup_bench.games.match import Match, advance
from turtlesoup_bench.games.turtle_soup.feedback import Feedback
from turtlesoup_bench.games.turtle_soup.game import GAME, ROLES, instance_of, record_of
from turtlesoup_bench.games.turtle_soup.players import QuestionerPlayer, ResponderPlayer
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.questioner import Agent, Seat
from turtlesoup_bench.games.turtle_soup.responder import Responder
from turtlesoup_bench.games.turtle_soup.rules import HOST, PLAYER
from turtlesoup_bench.models import Ledger, MeteredClient, ModelClient
from turtlesoup_bench.records import Episode, Role, Usage

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
        agent: Makes the questioner.
        responder: Answers the questions.
        model: The questioner's model, if it needs one.
        seed: Seed of the episode.
        max_turns: Questions the questioner may ask.
        feedback: What it is shown of the answers.

    Returns:
        The episode, whatever its ending: a questioner that breaks the protocol or raises, and a refused or failed call,
        are endings, not exceptions. A question that the responder could not judge counts as answered with Unknown.

    Raises:
        AccessError: If no call can succeed, so that the whole run should stop.
        BudgetSpent: If the run may spend no more.
        RunFolderError: If the run folder cannot be written.
        Exception: Any other error of the responder or of the client, which is a mistake in the code.
    """
    ledger = Ledger(f"{puzzle.id}#{seed}")
    client = MeteredClient(model, PLAYER, ledger, seed) if model else None
    questioner = QuestionerPlayer(agent, Seat(puzzle.language, seed, client))
    host = ResponderPlayer(responder.seated(ledger, seed), puzzle)
    setup = GAME.setup(
        instance_of(puzzle),
        seed=seed,
        options={"max_turns": max_turns, "feedback": str(feedback)},
        cast={PLAYER: name, HOST: responder.id},
        grants={PLAYER: {"clues": agent.clues, "asks": agent.asks}},
    )
    match = Match(GAME, setup)
    usages: list[dict[Role, Usage]] = []
    while match.observe():
        before = _by_role(ledger)
        await _advance(match, PLAYER, questioner)
        await _advance(match, HOST, host)
        usages.append(_spent(before, _by_role(ledger)))
    record = record_of(match.episode())
    # What was spent on a question without an answer, and on the prediction, belongs to no turn.
    turns = tuple(replace(turn, usage=usage) for turn, usage in zip(record.turns, usages, strict=False))
    return replace(record, turns=turns, usage=_by_role(ledger))


@dataclass
class _Watched:
    """A player that remembers an error which is neither a model's nor an agent's doing."""

    player: Player
    error: Exception | None = None

    async def act(self, observation: Observation) -> Move:
        try:
            return await self.player.act(observation)
        except (MalformedReply, ProviderError):
            raise
        except Exception as error:
            self.error = error
            raise


async def _advance(match: Match, seat: str, player: Player) -> None:
    """Plays one seat until the other has to move. A match makes an ending of any error; here a mistake is none."""
    watched = _Watched(player)
    await advance(match, {seat: watched})
    if watched.error is not None:
        raise watched.error


def _by_role(ledger: Ledger) -> dict[Role, Usage]:
    return dict(sorted((ROLES[seat], usage) for seat, usage in ledger.usage.items()))


def _spent(before: Mapping[Role, Usage], after: Mapping[Role, Usage]) -> dict[Role, Usage]:
    spent: dict[Role, Usage] = {}
    for role, now in sorted(after.items()):
        then = before.get(role, Usage())
        if now.calls > then.calls:
            cost = None if now.cost is None or then.cost is None else round(now.cost - then.cost, 10)
            prompt, completion = now.prompt_tokens - then.prompt_tokens, now.completion_tokens - then.completion_tokens
            reasoning = now.reasoning_tokens - then.reasoning_tokens
            spent[role] = Usage(now.calls - then.calls, prompt, completion, cost, reasoning)
    return spent

"""A game that waits for a person's moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from turtlesoup_bench import games
from turtlesoup_bench.games.turtle_soup.episode import DEFAULT_MAX_TURNS, play_match
from turtlesoup_bench.games.turtle_soup.players import questioner_agent
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.questioner import Question, View
from turtlesoup_bench.games.turtle_soup.records import PLAYER, BeliefState, Episode
from turtlesoup_bench.games.turtle_soup.responder import Responder
from turtlesoup_bench.games.turtle_soup.scorer import JudgeScorer
from turtlesoup_bench.models.client import ClientPool
from turtlesoup_bench.records import Json

Keep = Callable[[games.Episode, games.Score | None], Path]
"""Keeps a game, by the player's consent, in the run folder of the human baseline, which it returns."""
HUMAN = "human"
MAX_QUESTION = 300
"""Characters of a question that are passed on."""


class HumanGame:
    """One puzzle played by a person.

    Args:
        puzzle: The puzzle.
        responder: Answers the questions.
        max_turns: Questions that may be asked.
    """

    def __init__(self, puzzle: Puzzle, responder: Responder, max_turns: int = DEFAULT_MAX_TURNS):
        self.puzzle = puzzle
        self.played: games.Episode | None = None
        self._person = _Person()
        agent = questioner_agent(lambda seat: self._person, needs_model=False)
        options: dict[str, object] = {"max_turns": max_turns}
        self._playing = asyncio.create_task(play_match(puzzle, HUMAN, agent, responder, options=options))

    @property
    def episode(self) -> Episode | None:
        """The game, once it has ended."""
        return Episode.of(self.played) if self.played else None

    async def view(self) -> View | None:
        """What the person may see once the last move is answered; None if the game has ended meanwhile."""
        shown = asyncio.create_task(self._person.views.get())
        await asyncio.wait([shown, self._playing], return_when=asyncio.FIRST_COMPLETED)
        if shown.done():
            return shown.result()
        shown.cancel()
        self.played = await self._playing
        return None

    async def ask(self, question: str) -> View | None:
        """Asks a question; see `view` for the result."""
        self._person.moves.put_nowait(Question(" ".join(question.split())[:MAX_QUESTION]))
        return await self.view()

    async def conclude(self, prediction: BeliefState) -> Episode:
        """Ends the game with what the person believes happened."""
        if not self._person.is_concluding:
            self._person.moves.put_nowait(None)
        self._person.predictions.put_nowait(prediction)
        self.played = await self._playing
        return Episode.of(self.played)

    async def leave(self) -> None:
        """Gives the game up without a trace."""
        self._playing.cancel()
        await asyncio.gather(self._playing, return_exceptions=True)


class _Person:
    """The questioner that a person is to the game."""

    def __init__(self) -> None:
        self.views: asyncio.Queue[View] = asyncio.Queue()
        self.moves: asyncio.Queue[Question | None] = asyncio.Queue()
        self.predictions: asyncio.Queue[BeliefState] = asyncio.Queue()
        self.is_concluding = False

    async def ask(self, view: View) -> Question | None:
        self.views.put_nowait(view)
        return await self.moves.get()

    async def conclude(self, view: View) -> BeliefState:
        self.is_concluding = True
        self.views.put_nowait(view)
        return await self.predictions.get()


async def score_game(played: games.Episode, judge: str, pool: ClientPool) -> games.Score:
    """Scores a game that was concluded, by the protocol that scores every player; for itself, outside of a run."""
    scored = await JudgeScorer(judge).score(played.setup.instance, played, pool.client)
    return replace(scored, episode_id=played.id, scorer=judge)


def parts_of(score: games.Score) -> Json:
    """What the player is told of a score: its measures, and which predicted point met which point of the rubric."""
    measures = score.by_seat.get(PLAYER, {})
    return {"status": score.status, "reason": score.reason, **measures, "matches": score.detail.get("matches")}

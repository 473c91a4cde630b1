"""A game that waits for a person's moves, and the run folder that keeps it as human baseline."""

from __future__ import annotations

import asyncio
from pathlib import Path

from turtlesoup_bench.games.turtle_soup.episode import DEFAULT_MAX_TURNS, play
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle, PuzzleSet
from turtlesoup_bench.games.turtle_soup.questioner import Agent, Question, View
from turtlesoup_bench.games.turtle_soup.responder import Responder
from turtlesoup_bench.games.turtle_soup.scoring.judges import Judge
from turtlesoup_bench.games.turtle_soup.scoring.score import Reference, score
from turtlesoup_bench.records import BeliefState, Episode, Score
from turtlesoup_bench.run_folder import RunFolder
from turtlesoup_bench.runner.run import RUNS
from turtlesoup_bench.runner.settings import RunSettings, run_record

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
        self.episode: Episode | None = None
        self._person = _Person()
        agent = Agent(lambda seat: self._person, needs_model=False)
        self._playing = asyncio.create_task(play(puzzle, HUMAN, agent, responder, max_turns=max_turns))

    async def view(self) -> View | None:
        """What the person may see once the last move is answered; None if the game has ended meanwhile."""
        shown = asyncio.create_task(self._person.views.get())
        await asyncio.wait([shown, self._playing], return_when=asyncio.FIRST_COMPLETED)
        if shown.done():
            return shown.result()
        shown.cancel()
        self.episode = await self._playing
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
        self.episode = await self._playing
        return self.episode

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


async def score_game(episode: Episode, puzzle: Puzzle, judge: Judge, puzzles: PuzzleSet) -> Score:
    """Scores a game that was concluded, by the protocol that scores every player."""
    assert episode.prediction is not None
    return await score(
        episode.prediction,
        Reference.of(puzzle),
        judge,
        episode_id=episode.episode_id,
        puzzle_id=puzzle.id,
        dataset=(puzzles.version, puzzles.hash),
    )


def save_game(
    episode: Episode, result: Score | None, puzzles: PuzzleSet, responder: str, judge: str, out: Path | None = None
) -> Path:
    """Keeps a game, by the player's consent, in the run folder of the human baseline.

    A puzzle that was played before gets the next seed, so that every game counts once.

    Args:
        episode: The game.
        result: Its score, if it has one.
        puzzles: The set that the puzzle is from.
        responder: Who answered.
        judge: Who scored.
        out: Run folder; by default one under ``runs`` for this data set and responder.

    Returns:
        The run folder.

    Raises:
        RunFolderError: If the folder belongs to another run, is in use or cannot be written.
    """
    from dataclasses import replace

    settings = RunSettings(agent=HUMAN, responder=responder, judge=judge, seeds=(1,), out=out)
    record = run_record(settings, None, puzzles)
    folder = RunFolder(out or RUNS / record["name"])
    with folder.opened(record):
        seed = 1
        while f"{episode.puzzle_id}#{seed}" in folder.read_episodes():
            seed += 1
        kept = replace(episode, seed=seed)
        folder.add_episode(kept)
        if result is not None:
            folder.add_score(replace(result, episode_id=kept.episode_id))
    return folder.path

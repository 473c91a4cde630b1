"""This game's own kinds of players, a questioner and a responder, as players of a match."""

from __future__ import annotations

from dataclasses import dataclass

from turtlesoup_bench.games import Move, Observation
from turtlesoup_bench.games.turtle_soup.forms import view_of
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle
from turtlesoup_bench.games.turtle_soup.questioner import Questioner
from turtlesoup_bench.games.turtle_soup.responder import Responder
from turtlesoup_bench.records import to_json


@dataclass(frozen=True)
class QuestionerPlayer:
    """A questioner in the player's seat.

    Attributes:
        questioner: Of this episode.
        language: Of the puzzle.
    """

    questioner: Questioner
    language: str

    async def act(self, observation: Observation) -> Move:
        """See `turtlesoup_bench.games.Player.act`."""
        view = view_of(observation, self.language)
        if observation.phase == "conclude":
            return Move(to_json(await self.questioner.conclude(view)))
        question = await self.questioner.ask(view)
        return Move({"question": question.text}, question.trace) if question else Move({"question": None})


@dataclass(frozen=True)
class ResponderPlayer:
    """A responder in the host's seat.

    Attributes:
        responder: Of this episode.
        puzzle: The puzzle that is played.
    """

    responder: Responder
    puzzle: Puzzle

    async def act(self, observation: Observation) -> Move:
        """See `turtlesoup_bench.games.Player.act`."""
        return Move(to_json(await self.responder.answer(observation.view["question"], self.puzzle)))

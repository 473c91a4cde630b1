"""`direct`: one prompt a turn, no memory but the history. What a model does without a method."""

from __future__ import annotations

from dataclasses import dataclass

from turtlesoup_bench.errors import MalformedReply, ProtocolBroken
from turtlesoup_bench.games import Seat
from turtlesoup_bench.games.turtle_soup.belief import read_belief
from turtlesoup_bench.games.turtle_soup.forms import PLAYER_PROMPTS, prompt_values
from turtlesoup_bench.games.turtle_soup.players import questioner_agent
from turtlesoup_bench.games.turtle_soup.questioner import Question, View
from turtlesoup_bench.games.turtle_soup.questions import find_questions, says_enough
from turtlesoup_bench.games.turtle_soup.records import BeliefState
from turtlesoup_bench.models.structured import ask_readable

PROMPTS = PLAYER_PROMPTS
TRIES = 3


@dataclass(frozen=True)
class Direct:
    """Asks what the model asks, and concludes what it concludes.

    Attributes:
        seat: The episode.
    """

    seat: Seat

    async def ask(self, view: View) -> Question | None:
        """One question, or None once the model says that it will conclude; it has three tries to write either.

        Raises:
            ProtocolBroken: If it writes neither.
        """
        messages = PROMPTS.render("ask", view.language, **prompt_values(view))
        replies: list[str] = []
        for attempt in range(TRIES):
            reply = await self.seat.client.complete(messages, sample=attempt)
            questions = find_questions(reply.text)
            if questions:
                return Question(questions[0])
            if says_enough(reply.text):
                return None
            replies.append(reply.text)
        reason = "; ".join(filter(None, (f"no question in {TRIES} tries", reply.emptiness)))
        raise ProtocolBroken(reason, replies, reply.is_truncated)

    async def conclude(self, view: View) -> BeliefState:
        """See `conclude`."""
        return await conclude(self.seat, view)


async def conclude(seat: Seat, view: View) -> BeliefState:
    """The prediction from everything that the view shows.

    Raises:
        ProtocolBroken: If the model writes no readable prediction, even after one repair request.
    """
    messages = PROMPTS.render("conclude", view.language, **prompt_values(view))
    try:
        return await ask_readable(seat.client, messages, read_belief, view.language, json_mode=True)
    except MalformedReply as error:
        raise ProtocolBroken(f"no readable prediction: {error}", error.replies, error.is_truncated) from error


agent = questioner_agent(Direct)

"""`direct`: one prompt a turn, no memory but the history. What a model does without a method."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from turtlesoup_bench.errors import MalformedReply, ProtocolBroken
from turtlesoup_bench.games.turtle_soup.questioner import Agent, Question, Seat, View
from turtlesoup_bench.models.structured import ask_readable
from turtlesoup_bench.prompts import PromptSet
from turtlesoup_bench.questions import find_questions
from turtlesoup_bench.records import BeliefState

from ..belief import read_belief

PROMPTS = PromptSet("direct", Path(__file__).parent / "prompts")
TRIES = 3


@dataclass(frozen=True)
class Direct:
    """Asks what the model asks, and concludes what it concludes.

    Attributes:
        seat: The episode.
    """

    seat: Seat

    async def ask(self, view: View) -> Question:
        """One question; the model has three tries to write one.

        Raises:
            ProtocolBroken: If none of them holds a question.
        """
        messages = PROMPTS.render("ask", view.language, **shown(view))
        replies: list[str] = []
        for attempt in range(TRIES):
            reply = await self.seat.client.complete(messages, sample=attempt)
            questions = find_questions(reply.text)
            if questions:
                return Question(questions[0])
            replies.append(reply.text)
        raise ProtocolBroken("; ".join(filter(None, (f"no question in {TRIES} tries", reply.emptiness))), replies)

    async def conclude(self, view: View) -> BeliefState:
        """See `conclude`."""
        return await conclude(self.seat, view)


async def conclude(seat: Seat, view: View) -> BeliefState:
    """The prediction from everything that the view shows.

    Raises:
        ProtocolBroken: If the model writes no readable prediction, even after one repair request.
    """
    messages = PROMPTS.render("conclude", view.language, **shown(view))
    try:
        return await ask_readable(seat.client, messages, read_belief, view.language, json_mode=True)
    except MalformedReply as error:
        raise ProtocolBroken(f"no readable prediction: {error}", error.replies) from error


def shown(view: View) -> dict[str, object]:
    """The view as prompt values."""
    history = [{"question": e.question, "answer": e.reply(view.language)} for e in view.exchanges]
    return {"surface": view.surface, "history": history, "clues": view.clues, "turns_left": view.turns_left}


agent = Agent(create=Direct)

"""`direct`: one prompt a turn, no memory but the history. What a model does without a method."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from turtlesoup_bench.errors import MalformedReply, ProtocolBroken
from turtlesoup_bench.games.turtle_soup.questioner import Agent, Question, Seat, View
from turtlesoup_bench.models.structured import ask_readable, read_object, read_strings
from turtlesoup_bench.prompts import PromptSet
from turtlesoup_bench.records import BeliefState

PROMPTS = PromptSet("direct", Path(__file__).parent / "prompts")
TRIES = 3
_NUMBERING = re.compile(
    r"\A\s*(?:[-*•]|[（(]?\d{1,2}[.)、．）:]|question\s*\d*\s*[:：]|问题\s*\d*\s*[:：])\s*", re.IGNORECASE
)


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
            reply = (await self.seat.client.complete(messages, sample=attempt)).text
            try:
                return Question(read_question(reply))
            except ValueError:
                replies.append(reply)
        raise ProtocolBroken(f"no question in {TRIES} tries", replies)

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


def read_question(reply: str) -> str:
    """The first line that asks something, without its numbering or quotes.

    Raises:
        ValueError: If no line ends in a question mark of either script.
    """
    for line in reply.splitlines():
        text = _NUMBERING.sub("", line).strip().strip("*\"'“”「」").strip()
        if text.endswith(("?", "？")) and len(text) > 3:
            return text
    raise ValueError("there is no question in it")


def read_belief(reply: str) -> BeliefState:
    """A belief state from a JSON reply.

    Raises:
        ValueError: If a field is missing or of the wrong type.
    """
    record = read_object(reply)
    conclusion = record.get("conclusion")
    if not isinstance(conclusion, str):
        raise ValueError('"conclusion" must be a string')
    return BeliefState(
        read_strings(record.get("logic"), "logic"), read_strings(record.get("details"), "details"), conclusion.strip()
    )


agent = Agent(create=Direct, version=PROMPTS.version)

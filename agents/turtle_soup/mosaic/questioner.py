"""Mosaic: thinks about the last answer, renews its belief state, votes on the genre, writes candidates, and chooses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from turtlesoup_bench.errors import MalformedReply, ProtocolBroken
from turtlesoup_bench.games import Agent, Seat
from turtlesoup_bench.games.turtle_soup.belief import read_belief
from turtlesoup_bench.games.turtle_soup.players import questioner_agent
from turtlesoup_bench.games.turtle_soup.questioner import Question, View
from turtlesoup_bench.games.turtle_soup.records import BeliefState
from turtlesoup_bench.models.structured import ask_readable
from turtlesoup_bench.prompts import PromptSet
from turtlesoup_bench.records import to_json

from .action import Action, history
from .meta_cognition import GenreBelief
from .settings import Settings, load_settings
from .thoughts import (
    GENRES,
    Doubt,
    Genre,
    Hypothesis,
    read_doubts,
    read_genre,
    read_hypotheses,
    without_marks,
)

FOLDER = Path(__file__).parent
PROMPTS = PromptSet("mosaic", FOLDER / "prompts")
T = TypeVar("T")


class Mosaic:
    """One episode of Mosaic.

    Calls that do not wait for each other run at the same time: after an answer, its analysis, the votes on the genre
    and the global deliberation (belief state, then its doubts) go side by side; then come candidates and screening.

    Args:
        seat: The episode.
        settings: See ``settings.yaml``.
        prompts: Its prompts; None for those of the paper's agent. A template uses what it needs of the values that it
            is given.
    """

    def __init__(self, seat: Seat, settings: Settings, prompts: PromptSet | None = None):
        self._seat = seat
        self._settings = settings
        self._prompts = prompts or PROMPTS
        self._analysis = ""
        self._belief: BeliefState | None = None
        self._doubts: tuple[Doubt, ...] = ()
        self._hypotheses: tuple[Hypothesis, ...] = ()
        self._genre_belief = GenreBelief("default", settings.confidence)
        self._action = Action(seat, settings, self._prompts)

    async def ask(self, view: View) -> Question:
        """The next question.

        Raises:
            ProtocolBroken: If no usable question came in the allowed tries; carries the raw replies.
        """
        trace = await self._think(view) if view.exchanges else {}
        trace |= {"genre": self._genre_belief.genre, "confidence": self._genre_belief.confidence}
        text = await self._action.choose(
            view,
            strategy=_strategy(self._genre_belief.genre, view.language),
            analysis=self._analysis,
            doubts=self._doubts,
            hypotheses=self._hypotheses,
            trace=trace,
        )
        return Question(text, trace)

    async def conclude(self, view: View) -> BeliefState:
        """The prediction: a last global deliberation, or the last good belief state if that one cannot be read.

        Raises:
            ProtocolBroken: If there never was a readable belief state; carries the raw replies.
        """
        try:
            return without_marks(await self._renew_belief(view, self._belief))
        except MalformedReply as error:
            if self._belief is not None:
                return without_marks(self._belief)
            raise ProtocolBroken(f"no readable belief state: {error}", error.replies, error.is_truncated) from error

    async def _think(self, view: View) -> dict[str, Any]:
        """What falls due after an answer, all at once; returns the trace of it.

        Replies from the journal come without a wait, others in any order. So that both play the same game, no thought
        reads what another one changes, and the trace is put together in a fixed order.
        """
        settings = self._settings
        thoughts = []
        if settings.deliberation:
            if len(view.exchanges) % settings.interval == 0:  # the longest chain starts first
                thoughts.append(self._deliberate(view, self._belief))
            thoughts.append(self._analyse(view, self._belief, self._doubts))
        if settings.meta_cognition and self._is_vote_due(view):
            thoughts.append(self._vote(view, self._belief))
        if settings.elimination:
            thoughts.append(self._weigh(view))
        trace: dict[str, Any] = {}
        for part in await asyncio.gather(*thoughts):
            unreadable = [*trace.get("unreadable", []), *part.pop("unreadable", [])]
            trace |= part | ({"unreadable": unreadable} if unreadable else {})
        return trace

    async def _analyse(self, view: View, belief: BeliefState | None, doubts: Sequence[Doubt]) -> dict[str, Any]:
        messages = self._prompts.render(
            "local_analysis",
            view.language,
            surface=view.surface,
            history=history(view.exchanges[:-1], view.language),
            belief=to_json(belief),
            newest=history(view.exchanges[-1:], view.language),
            doubts=to_json(doubts),
        )
        self._analysis = (await self._seat.client.complete(messages)).text
        return {"analysis": self._analysis}

    async def _deliberate(self, view: View, belief: BeliefState | None) -> dict[str, Any]:
        trace: dict[str, Any] = {}
        try:
            self._belief = await self._renew_belief(view, belief)
            trace["belief"] = to_json(self._belief)
            self._doubts = await self._examine(view, self._belief)
            trace["doubts"] = to_json(self._doubts)
        except MalformedReply as error:  # the game goes on with what was last believed
            trace["unreadable"] = error.replies
        return trace

    async def _renew_belief(self, view: View, belief: BeliefState | None) -> BeliefState:
        return await self._read(
            "global_deliberation",
            view,
            read_belief,
            surface=view.surface,
            history=history(view.exchanges, view.language),
            clues=history(view.key_clue_records, view.language),
            told=view.clues,
            belief=to_json(belief),
        )

    async def _examine(self, view: View, belief: BeliefState) -> tuple[Doubt, ...]:
        return await self._read(
            "doubts",
            view,
            read_doubts,
            surface=view.surface,
            belief=to_json(belief),
            history=history(view.exchanges, view.language),
            clues=history(view.key_clue_records, view.language),
        )

    def _is_vote_due(self, view: View) -> bool:
        return self._genre_belief.is_due(len(view.exchanges), len(view.key_clue_records), self._settings)

    async def _vote(self, view: View, belief: BeliefState | None) -> dict[str, Any]:
        values: dict[str, Any] = {
            "surface": view.surface,
            "history": history(view.exchanges, view.language),
            "clues": history(view.key_clue_records, view.language),
            "belief": to_json(belief),
            "genres": list(GENRES),
        }

        async def one(number: int) -> Genre | None:
            try:
                return await self._read("genre_vote", view, read_genre, seed=self._seat.seed + number, **values)
            except MalformedReply:
                return None

        votes = await asyncio.gather(*(one(number) for number in range(self._settings.votes)))
        turn, clues = len(view.exchanges), len(view.key_clue_records)
        self._genre_belief = self._genre_belief.after(votes, turn, clues, self._settings)
        return {"votes": list(votes)}

    async def _weigh(self, view: View) -> dict[str, Any]:
        try:
            self._hypotheses = await self._read(
                "hypotheses",
                view,
                read_hypotheses,
                surface=view.surface,
                history=history(view.exchanges, view.language),
                hypotheses=to_json(self._hypotheses),
            )
        except MalformedReply as error:
            return {"unreadable": error.replies}
        return {"hypotheses": to_json(self._hypotheses)}

    async def _read(
        self, prompt: str, view: View, read: Callable[[str], T], *, seed: int | None = None, **values: Any
    ) -> T:
        messages = self._prompts.render(prompt, view.language, **values)
        return await ask_readable(self._seat.client, messages, read, view.language, json_mode=True, seed=seed)


@cache
def _strategy(genre: Genre, language: str) -> str:
    return (FOLDER / "strategies" / language / f"{genre}.md").read_text(encoding="utf-8").strip()


def _agent(variant: str | None = None) -> Agent:
    settings = load_settings(variant)
    return questioner_agent(
        lambda seat: Mosaic(seat, settings),
        kind="system" if variant is None or settings.elimination else "ablation",
        ablates=None if variant is None or settings.elimination else "mosaic",
        clues="earned" if settings.key_clues else "none",
    )


mosaic = _agent()
without_deliberation = _agent("without-deliberation")
without_meta_cognition = _agent("without-meta-cognition")
without_pruning = _agent("without-pruning")
without_key_clues = _agent("without-key-clues")
without_all = _agent("without-all")
elimination = _agent("elimination")

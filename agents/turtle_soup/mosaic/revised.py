"""Mosaic revised by what was seen in games of strong language models; see ``docs/mosaic.md``.

What it does otherwise stands here, in ``ablations/revised.yaml`` and in ``revised_prompts/``; all else is Mosaic's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from turtlesoup_bench.games import Seat
from turtlesoup_bench.games.turtle_soup.players import questioner_agent
from turtlesoup_bench.games.turtle_soup.questioner import View
from turtlesoup_bench.games.turtle_soup.questions import is_repeat
from turtlesoup_bench.games.turtle_soup.records import BeliefState
from turtlesoup_bench.prompts import PromptSet

from .questioner import FOLDER, Mosaic
from .settings import Settings, load_settings
from .thoughts import Doubt

PROMPTS = PromptSet("mosaic-revised", FOLDER / "revised_prompts")
_SETTLED = re.compile(
    r"^\W*(?:settled doubts|已解决的疑点)\W*[:：]\W*(?P<numbers>\d+(?:(?:\W|and|和)+\d+)*|none|无)\W*$",
    re.IGNORECASE | re.MULTILINE,
)


class RevisedMosaic(Mosaic):
    """One episode of revised Mosaic: doubts end once they are answered, and votes are taken only on something new.

    Args:
        seat: The episode.
        settings: See ``settings.yaml`` and ``ablations/revised.yaml``.
    """

    def __init__(self, seat: Seat, settings: Settings):
        super().__init__(seat, settings, PROMPTS)
        self._voted_logic: frozenset[str] = frozenset()

    async def _think(self, view: View) -> dict[str, Any]:
        doubts = self._doubts
        trace = await super()._think(view)
        settled = trace.pop("settled_doubts", ())
        if "doubts" in trace:  # new ones, written with the newest answer in sight
            return trace
        asked = [exchange.question for exchange in view.exchanges]
        self._doubts = tuple(
            doubt
            for number, doubt in enumerate(doubts, start=1)
            if number not in settled and not is_repeat(doubt.proposal, asked)
        )
        if dropped := [doubt.proposal for doubt in doubts if doubt not in self._doubts]:
            trace["dropped_doubts"] = dropped
        return trace

    async def _analyse(self, view: View, belief: BeliefState | None, doubts: Sequence[Doubt]) -> dict[str, Any]:
        await super()._analyse(view, belief, doubts)
        self._analysis, settled = split_settled(self._analysis)
        return {"analysis": self._analysis, "settled_doubts": settled}

    async def _examine(self, view: View, belief: BeliefState) -> tuple[Doubt, ...]:
        doubts = await super()._examine(view, belief)
        asked = [exchange.question for exchange in view.exchanges]
        return tuple(doubt for doubt in doubts if not is_repeat(doubt.proposal, asked))

    def _is_vote_due(self, view: View) -> bool:
        return super()._is_vote_due(view) or _logic(self._belief) != self._voted_logic

    async def _vote(self, view: View, belief: BeliefState | None) -> dict[str, Any]:
        self._voted_logic = _logic(belief)
        return await super()._vote(view, belief)


def split_settled(reply: str) -> tuple[str, list[int]]:
    """An analysis without its line on settled doubts, and their numbers, from 1.

    A reply without such a line, or with something else than numbers in it, settles none.
    """
    lines = list(_SETTLED.finditer(reply))
    numbers = re.findall(r"\d+", lines[-1]["numbers"]) if lines else []
    return _SETTLED.sub("", reply).strip(), [int(number) for number in numbers]


def _logic(belief: BeliefState | None) -> frozenset[str]:
    """What of a belief the genre hangs on: causes and effects. Its details grow with nearly every answer."""
    return frozenset(belief.logic) if belief else frozenset()


_SETTINGS = load_settings("revised")
agent = questioner_agent(lambda seat: RevisedMosaic(seat, _SETTINGS))

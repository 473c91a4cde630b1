"""Action: writes candidate questions and prunes them: refuses those that waste a turn, and lets a critic choose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from turtlesoup_bench.errors import ProtocolBroken
from turtlesoup_bench.games import Seat
from turtlesoup_bench.games.turtle_soup.questioner import Exchange, View
from turtlesoup_bench.games.turtle_soup.questions import find_questions, is_compound, is_repeat
from turtlesoup_bench.models.structured import read_object
from turtlesoup_bench.prompts import PromptSet
from turtlesoup_bench.records import to_json

from .settings import Settings
from .thoughts import Doubt, Hypothesis

_AGAIN = {
    "en": "None of these can be asked ({reasons}). Write {count} other yes/no questions in the same form.",
    "zh": "这些问题都不能问（{reasons}）。请按同样的格式另写 {count} 个是非题。",
}
_REASONS = {
    "compound": {"en": "two questions in one", "zh": "一题两问"},
    "repeat": {"en": "asked before", "zh": "已经问过"},
    "denied": {"en": "under a denied hypothesis", "zh": "属于已被否定的假设"},
    "unreadable": {"en": "no question found", "zh": "没有找到问题"},
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question that might be asked.

    Attributes:
        text: The question.
        hypothesis: Number of the hypothesis that it pursues, from 1; None if it was not asked for.
    """

    text: str
    hypothesis: int | None = None


class Action:
    """Chooses questions in one episode, and remembers which it refused.

    Args:
        seat: The episode.
        settings: See ``settings.yaml``.
        prompts: Mosaic's prompts.
    """

    def __init__(self, seat: Seat, settings: Settings, prompts: PromptSet):
        self._seat = seat
        self._settings = settings
        self._prompts = prompts
        self._refused: list[str] = []

    async def choose(
        self,
        view: View,
        *,
        strategy: str,
        analysis: str,
        doubts: Sequence[Doubt],
        hypotheses: Sequence[Hypothesis],
        trace: dict[str, Any],
    ) -> str:
        """The question to ask.

        Args:
            view: What the player may see.
            strategy: Text of the genre's strategy.
            analysis: Of the newest answer.
            doubts: Analysis and proposal set.
            hypotheses: Under elimination, what is pursued and what was denied.
            trace: Receives candidates, refusals and how the choice was made.

        Raises:
            ProtocolBroken: If no usable question came in the allowed tries; carries the raw replies.
        """
        values = {
            "surface": view.surface,
            "analysis": analysis,
            "doubts": to_json(doubts),
            "clues": history(view.key_clue_records, view.language),
            "new_frame": 0 < self._settings.frame_trigger <= _plain_noes(view.exchanges),
        }
        if values["new_frame"]:
            trace["new_frame"] = True
        usable = await self._candidates(view, strategy, hypotheses, values, trace)
        trace["candidates"] = usable
        if not self._settings.pruning or len(usable) == 1:
            trace["chosen"] = "first"
            return usable[0]
        messages = self._prompts.render(
            "screening",
            view.language,
            **values,
            asked=[exchange.question for exchange in view.exchanges],
            blacklist=self._blacklist(view),
            recent=history(view.exchanges[-self._settings.screening_window :], view.language),
            candidates=usable,
        )
        reply = (await self._seat.client.complete(messages)).text
        chosen = [text for text in usable if text in reply]
        # A reply that names no candidate word for word, or several, has not chosen.
        trace["chosen"] = "screening" if len(chosen) == 1 else "first"
        return chosen[0] if len(chosen) == 1 else usable[0]

    async def _candidates(
        self,
        view: View,
        strategy: str,
        hypotheses: Sequence[Hypothesis],
        values: dict[str, Any],
        trace: dict[str, Any],
    ) -> list[str]:
        settings, language = self._settings, view.language
        messages = self._prompts.render(
            "hypothesis_candidates" if settings.elimination else "candidates",
            language,
            **values,
            strategy=strategy,
            recent=history(view.exchanges[-settings.history_window :], language),
            count=settings.candidates,
            change_direction=_is_stuck(view.exchanges),
            **({"hypotheses": to_json(hypotheses)} if settings.elimination else {}),
        )
        replies: list[str] = []
        for attempt in range(settings.tries):
            json_mode = settings.elimination
            completion = await self._seat.client.complete(messages, json_mode=json_mode, sample=attempt)
            reply = completion.text
            replies.append(reply)
            usable: list[str] = []
            reasons: list[str] = []
            for candidate in _read_candidates(reply, settings.elimination):
                reason = self._objection(candidate, usable, view, hypotheses) if settings.pruning else None
                if reason is None:
                    usable.append(candidate.text)
                    continue
                reasons.append(reason)
                self._refused.append(candidate.text)
                trace.setdefault("refused", []).append({"question": candidate.text, "reason": reason})
            if usable:
                return usable[: settings.candidates]
            told = ", ".join(_REASONS[reason][language] for reason in dict.fromkeys(reasons or ["unreadable"]))
            again = _AGAIN[language].format(reasons=told, count=settings.candidates)
            messages = [*messages, completion.as_message, {"role": "user", "content": again}]
        reason = f"no usable question in {settings.tries} tries"
        raise ProtocolBroken("; ".join(filter(None, (reason, completion.emptiness))), replies, completion.is_truncated)

    def _objection(
        self, candidate: Candidate, beside: Sequence[str], view: View, hypotheses: Sequence[Hypothesis]
    ) -> str | None:
        if is_compound(candidate.text):
            return "compound"
        if is_repeat(candidate.text, [*(exchange.question for exchange in view.exchanges), *beside]):
            return "repeat"
        number = candidate.hypothesis
        if number is not None and 1 <= number <= len(hypotheses) and hypotheses[number - 1].denied_by:
            return "denied"
        return None

    def _blacklist(self, view: View) -> list[str]:
        """Questions not worth asking again: answered Unknown, or refused."""
        unknown = [exchange.question for exchange in view.exchanges if exchange.verdict == "unknown"]
        return list(dict.fromkeys([*unknown, *self._refused]))


def _read_candidates(reply: str, tagged: bool) -> list[Candidate]:
    if not tagged:
        return [Candidate(text) for text in find_questions(reply)]
    try:
        entries = read_object(reply).get("candidates")
    except ValueError:
        return []
    return [
        Candidate(texts[0], entry["hypothesis"] if type(entry.get("hypothesis")) is int else None)
        for entry in (entries if isinstance(entries, list) else [])
        if isinstance(entry, dict) and (texts := find_questions(str(entry.get("question", ""))))
    ]


def history(exchanges: Sequence[Exchange], language: str) -> list[dict[str, Any]]:
    """Exchanges as prompt values, one object each."""
    return [{"turn": e.number, "question": e.question, "answer": e.reply(language)} for e in exchanges]


def _is_stuck(exchanges: Sequence[Exchange]) -> bool:
    return len(exchanges) >= 2 and all(exchange.verdict == "unknown" for exchange in exchanges[-2:])


def _plain_noes(exchanges: Sequence[Exchange]) -> int:
    """How many answers in a row, the newest last, were No without a key clue.

    An answer that says nothing, Unknown or withheld, neither counts nor ends the row; with a key clue it ends it.
    """
    count = 0
    for exchange in reversed(exchanges):
        if exchange.is_key_clue or exchange.verdict not in ("no", "unknown", None):
            break
        count += exchange.verdict == "no"
    return count

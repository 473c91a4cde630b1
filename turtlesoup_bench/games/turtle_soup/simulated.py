"""What a perfect player, host or judge replies to each of this game's prompts, and to those of the Mosaics."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from turtlesoup_bench.games.turtle_soup.answers import KEY_CLUE, LABELS, TOUCHES, Verdict, read_verdict
from turtlesoup_bench.games.turtle_soup.audits.failures import PROMPTS as ANALYSIS
from turtlesoup_bench.games.turtle_soup.puzzles import Puzzle, load_puzzles
from turtlesoup_bench.games.turtle_soup.scoring.judges.model import PROMPTS as JUDGE
from turtlesoup_bench.prompts import Message, find_prompt

_BLOCK = re.compile(r"<(?P<tag>[a-z_]+)>(?P<value>.*?)</(?P=tag)>", re.DOTALL)
_SENTENCE = re.compile(r"[^.!?。！？]+[.!?。！？]+[’”」'\"]*")


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt as the simulated model reads it.

    Attributes:
        task: Such as ``responder/answer``.
        language: ``en`` or ``zh``.
        data: The values between tags.
        loose: What the user message says outside of tags.
    """

    task: str
    language: str
    data: Mapping[str, Any]
    loose: str


def read_prompt(messages: Sequence[Message]) -> Prompt | None:
    """Reads a chat, or None if it begins with no prompt that is known."""
    name = find_prompt(messages)
    if name is None or len(messages) < 2 or not isinstance(messages[1]["content"], str):
        return None
    user = messages[1]["content"]
    data: dict[str, Any] = {}
    for block in _BLOCK.finditer(user):
        try:
            data.setdefault(block["tag"], json.loads(block["value"]))
        except ValueError:
            return Prompt(name.task, name.language, data, user)
    return Prompt(name.task, name.language, data, _BLOCK.sub("", user))


def simulate(messages: Sequence[Message], slip: bool) -> str | None:
    """See `turtlesoup_bench.games.Game.simulate`; knows the packaged puzzles."""
    model, prompt = _packaged(), read_prompt(messages)
    return model.reply(prompt, slip) if prompt else None


@cache
def _packaged() -> SimulatedModel:
    for module in ("audits.failures", "scoring.judges.model"):  # so that their prompts are known
        import_module(f"{__package__}.{module}")
    return SimulatedModel(load_puzzles())


REPLY_TOKENS = {
    "mosaic/local_analysis": 120,
    "mosaic/doubts": 300,
    "mosaic/genre_vote": 60,
    "mosaic/candidates": 90,
    "mosaic/hypotheses": 250,
    "mosaic/hypothesis_candidates": 150,
    "mosaic-revised/local_analysis": 130,
    "mosaic-revised/doubts": 300,
    "mosaic-revised/genre_vote": 60,
    "mosaic-revised/candidates": 100,
    "judge/point": 60,
    "judge/points": 300,
    "judge/conclusion": 60,
}
"""Least tokens of a reply, where the simulated provider is terser than models are. Models that think aloud, or that
count their reasoning, need several times as much."""


class SimulatedModel:
    """Replies from the puzzles.

    Args:
        puzzles: What it knows.
    """

    def __init__(self, puzzles: Iterable[Puzzle]):
        self._by_surface: dict[tuple[str, str], Puzzle] = {
            (puzzle.surface, puzzle.language): puzzle for puzzle in puzzles
        }
        self._replies: dict[str, Callable[[Prompt, bool], str]] = {
            "responder/answer": self._answer,
            "responder/key_clue": self._key_clue,
            "direct/ask": self._ask,
            "direct/conclude": self._conclude,
            "mosaic/local_analysis": lambda prompt, slip: "It fits with what was known.",
            "mosaic/global_deliberation": self._conclude,
            "mosaic/doubts": self._doubts,
            "mosaic/genre_vote": self._vote,
            "mosaic/hypotheses": self._hypotheses,
            "mosaic/candidates": self._candidates,
            "mosaic/hypothesis_candidates": self._hypothesis_candidates,
            "mosaic/screening": lambda prompt, slip: prompt.data["candidates"][-1 if slip else 0],
            "mosaic-revised/local_analysis": self._analyse,
            "mosaic-revised/global_deliberation": self._conclude,
            "mosaic-revised/doubts": self._doubts,
            "mosaic-revised/genre_vote": self._vote,
            "mosaic-revised/candidates": self._candidates,
            "mosaic-revised/screening": lambda prompt, slip: prompt.data["candidates"][-1 if slip else 0],
            f"{JUDGE.name}/point": self._judge_point,
            f"{JUDGE.name}/points": self._judge_points,
            f"{JUDGE.name}/conclusion": self._judge_conclusion,
            f"{JUDGE.name}/rubric": self._rubric,
            f"{ANALYSIS.name}/failure": self._failure,
        }

    def reply(self, prompt: Prompt, slip: bool) -> str | None:
        """The reply to a prompt; None if it is another game's.

        Args:
            prompt: As read.
            slip: Whether to be wrong this time.
        """
        reply = self._replies.get(prompt.task)
        return reply(prompt, slip) if reply else None

    def _puzzle(self, prompt: Prompt) -> Puzzle | None:
        return self._by_surface.get((prompt.data.get("surface", ""), prompt.language))

    def _answer(self, prompt: Prompt, slip: bool) -> str:
        verdict, _ = self._lookup(prompt)
        if slip:
            verdict = "yes" if verdict == "no" else "no"
        return LABELS[prompt.language][verdict]

    def _key_clue(self, prompt: Prompt, slip: bool) -> str:
        _, clue = self._lookup(prompt)
        touches, does_not = TOUCHES[prompt.language]
        return f"{touches} {clue}" if clue and not slip else does_not

    def _lookup(self, prompt: Prompt) -> tuple[Verdict, int | None]:
        puzzle = self._puzzle(prompt)
        question = prompt.data.get("question", "")
        if puzzle is None:
            return "unknown", None
        for number, clue in enumerate(puzzle.key_clues, start=1):
            if bare(clue) in bare(question):
                return "yes", number
        for probe in puzzle.probes:
            if bare(probe.question) == bare(question):
                return probe.answer, probe.key_clue
        return "unknown", None

    def _ask(self, prompt: Prompt, slip: bool) -> str:
        return self._questions(prompt, slip, len(prompt.data["history"]))[0]

    def _candidates(self, prompt: Prompt, slip: bool) -> str:
        return "\n".join(f"{number}. {text}" for number, text in enumerate(self._three(prompt, slip), start=1))

    def _hypothesis_candidates(self, prompt: Prompt, slip: bool) -> str:
        candidates = [{"hypothesis": 1, "question": text} for text in self._three(prompt, slip)]
        return json.dumps({"candidates": candidates}, ensure_ascii=False)

    def _three(self, prompt: Prompt, slip: bool) -> list[str]:
        recent = prompt.data["recent"]
        return self._questions(prompt, slip, recent[-1]["turn"] if recent else 0)[:3]

    def _questions(self, prompt: Prompt, slip: bool, turn: int) -> list[str]:
        """Questions that a perfect player might ask after so many turns, the best first."""
        puzzle = self._puzzle(prompt)
        idle = "Is the number {} important?" if prompt.language == "en" else "数字{}重要吗？"
        asked = [idle.format(100 + turn + number) for number in range(3)]
        if puzzle is not None and not slip:
            clues = [as_question(clue, prompt.language) for clue in puzzle.key_clues]
            asked = [*clues, *(probe.question for probe in puzzle.probes)][turn:] + asked
        return asked

    def _analyse(self, prompt: Prompt, slip: bool) -> str:
        settled = prompt.data["doubts"] and not slip  # the first, with each answer
        if prompt.language == "en":
            return f"It fits with what was known.\n\nSettled doubts: {1 if settled else 'none'}"
        return f"与已知的相符。\n\n已解决的疑点：{1 if settled else '无'}"

    def _doubts(self, prompt: Prompt, slip: bool) -> str:
        words = prompt.data["belief"]["conclusion"][:20]
        return json.dumps({"doubts": [{"doubt": words, "analysis": "vague", "proposal": "?"}]}, ensure_ascii=False)

    def _vote(self, prompt: Prompt, slip: bool) -> str:
        puzzle = self._puzzle(prompt)
        genre = puzzle.genre if puzzle and not slip and puzzle.genre in prompt.data["genres"] else "default"
        return json.dumps({"reason": "known", "genre": genre})

    def _hypotheses(self, prompt: Prompt, slip: bool) -> str:
        known = prompt.data["hypotheses"] or [{"statement": "It is as the bottom says.", "denied_by": []}]
        return json.dumps({"hypotheses": known}, ensure_ascii=False)

    def _conclude(self, prompt: Prompt, slip: bool) -> str:
        return json.dumps(self.belief(prompt), ensure_ascii=False)

    def belief(self, prompt: Prompt) -> dict[str, Any]:
        """What a perfect player believes: as much of the gold answer as it has been told of the clues."""
        puzzle = self._puzzle(prompt)
        if puzzle is None:
            return {"logic": [], "details": [], "conclusion": "?"}
        share = self._known(prompt, puzzle) / len(puzzle.key_clues)

        def first(items: Iterable[str]) -> list[str]:
            texts = list(items)
            return texts[: math.ceil(share * len(texts) - 1e-9)]

        joint = " " if prompt.language == "en" else ""
        sentences = [text.strip() for text in _SENTENCE.findall(puzzle.bottom)]
        conclusion = puzzle.bottom if share >= 1 else joint.join(first(sentences)) or puzzle.surface
        return {"logic": first(puzzle.logic), "details": first(puzzle.details), "conclusion": conclusion}

    def _known(self, prompt: Prompt, puzzle: Puzzle) -> float:
        """Key clues known: those told, those confirmed and flagged, and little of those confirmed without a flag."""
        told = {bare(clue) for clue in prompt.data.get("clues", []) if isinstance(clue, str)}
        known = 0.0
        for clue in puzzle.key_clues:
            if bare(clue) in told:
                known += 1
                continue
            for entry in prompt.data.get("history", []):
                if bare(clue) in bare(entry["question"]):
                    known += 1 if KEY_CLUE in entry["answer"] else 0.3 * _is_yes(entry["answer"])
                    break
        return known

    def _judge_point(self, prompt: Prompt, slip: bool) -> str:
        return json.dumps(self._verdict(prompt, prompt.data.get("reference", ""), slip))

    def _judge_points(self, prompt: Prompt, slip: bool) -> str:
        points = enumerate(prompt.data.get("references", []), start=1)
        return json.dumps({"verdicts": [{"point": n, **self._verdict(prompt, point, slip)} for n, point in points]})

    def _verdict(self, prompt: Prompt, point: str, slip: bool) -> dict[str, Any]:
        candidates = prompt.data.get("candidates", [])
        if _is_order(prompt.loose):
            return {"reason": "as told", "best": 1, "similarity": 1.0}
        likeness = [_overlap(point, candidate) for candidate in candidates]
        best = max(range(len(likeness)), key=likeness.__getitem__, default=-1)
        similarity = 0.0 if best < 0 or slip or likeness[best] < 0.3 else round(likeness[best], 2)
        return {"reason": "overlap", "best": best + 1 if similarity else 0, "similarity": similarity}

    def _rubric(self, prompt: Prompt, slip: bool) -> str:
        logic, details = prompt.data["sizes"]["logic"], prompt.data["sizes"]["details"]
        parts = [text.strip() for text in _SENTENCE.findall(prompt.data["story"])] or ["?"]
        points = [f"{parts[n % len(parts)]} ({n})" for n in range(logic + details)]
        return json.dumps({"logic": points[:logic], "details": points[logic:]}, ensure_ascii=False)

    def _failure(self, prompt: Prompt, slip: bool) -> str:
        asked = [entry["question"] for entry in prompt.data["game"]] or [prompt.data["explanation"]["conclusion"]]
        evidence = ["nobody said this"] if slip else asked[-1:]
        kind = "logic_blind_spot"
        return json.dumps({"reason": "known", "kind": kind, "evidence": evidence}, ensure_ascii=False)

    def _judge_conclusion(self, prompt: Prompt, slip: bool) -> str:
        if _is_order(prompt.loose):
            return json.dumps({"reason": "as told", "similarity": 1.0})
        story, explanation = prompt.data.get("story", ""), prompt.data.get("explanation", "")
        sentences = [bare(text) for text in _SENTENCE.findall(story)] or [bare(story)]
        held = sum(sentence in bare(explanation) for sentence in sentences) / len(sentences)
        similarity = 0.0 if slip else 1.0 if bare(story) == bare(explanation) else round(held, 2)
        return json.dumps({"reason": "overlap", "similarity": similarity})


def bare(text: str) -> str:
    """Letters and characters alone, in lower case."""
    return re.sub(r"[\W_]+", "", text).lower()


def as_question(clue: str, language: str) -> str:
    """A yes/no question that asks whether a statement holds."""
    core = clue.rstrip(".。!！")
    return f"Is it so that {core[0].lower()}{core[1:]}?" if language == "en" else f"{core}，对吗？"


def _is_order(loose: str) -> bool:
    """Whether something that is not the project's own words speaks to the judge; its prompts say nothing loose."""
    return bool(loose.strip())


def _is_yes(answer: str) -> bool:
    try:
        return read_verdict(answer) == "yes"
    except ValueError:
        return False


def _overlap(first: str, second: str) -> float:
    """Dice overlap of character bigrams, in [0, 1]."""
    one, two = ({text[i : i + 2] for i in range(len(text) - 1)} for text in (bare(first), bare(second)))
    return 1.0 if bare(first) == bare(second) else 2 * len(one & two) / (len(one) + len(two) or 1)

"""The agents that write a case: each is one prompt, and a reply that is read strictly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from turtlesoup_bench.models import ModelClient
from turtlesoup_bench.models.structured import ask_readable, read_object
from turtlesoup_bench.prompts import PromptSet
from turtlesoup_bench.records import Json

from .settings import Settings

PROMPTS = PromptSet("murder-mystery-synthesis", Path(__file__).with_name("prompts"))
OUTLINE = (
    "id", "title", "day", "people", "places", "doors", "objects", "stays", "acts", "sightings", "tellings", "motives",
    "secrets", "means", "murder", "opening",
)  # fmt: skip
ROLE = ("introduction", "script", "lies")
CLUES = ("clues", "solution")
DIMENSIONS = ("plot_complexity", "character_development", "difficulty", "logical_rationality")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the critic says.

    Attributes:
        evaluation: Words by dimension.
        outline: What must be better in the facts.
        characters: What must be better in the roles.
    """

    evaluation: dict[str, str]
    outline: Sequence[str]
    characters: Sequence[str]


@dataclass(frozen=True)
class Agents:
    """One model in all parts.

    Every method raises MalformedReply if a reply cannot be read, and ProviderError if there is none.

    Attributes:
        client: The model.
        settings: What the user asks for.
        language: Of the prompts; what is written is in both languages.
    """

    client: ModelClient
    settings: Settings
    language: str

    async def outline(self, draft: Json | None, problems: Sequence[str] = (), feedback: Sequence[str] = ()) -> Json:
        """The facts: all of a case but roles, clues and solution."""
        values = {"draft": draft, "problems": problems, "feedback": feedback}
        return await self._ask("outline", lambda text: _with_keys(text, OUTLINE), **values)

    async def character(
        self, facts: Json, who: str, draft: Json | None, problems: Sequence[str] = (), feedback: Sequence[str] = ()
    ) -> Json:
        """A role: introduction, script and lies."""
        values = {"facts": facts, "who": who, "draft": draft, "problems": problems, "feedback": feedback}
        return {"who": who, **await self._ask("character", lambda text: _with_keys(text, ROLE), **values)}

    async def critic(self, facts: Json, roles: Sequence[Json]) -> Verdict:
        """What must be better, beyond what can be checked."""
        return await self._ask("critic", _verdict, facts=facts, roles=roles)

    async def clues(self, facts: Json, lies: Sequence[Json], draft: Json | None, problems: Sequence[str] = ()) -> Json:
        """Clues and solution."""
        values = {"facts": facts, "lies": lies, "draft": draft, "problems": problems}
        return await self._ask("clues", lambda text: _with_keys(text, CLUES), **values)

    async def questions(self, case: Json, read: Callable[[list[Json]], list[Json]]) -> list[Json]:
        """Open questions; ``read`` raises ValueError for what the case does not answer."""
        return await self._ask("questions", lambda text: read(_questions(text)), case=case, problems=())

    async def _ask(self, prompt: str, read: Callable[[str], T], **values: Any) -> T:
        messages = PROMPTS.render(prompt, self.language, settings=self.settings.shown, **values)
        return await ask_readable(self.client, messages, read, self.language, json_mode=True)


def _with_keys(text: str, keys: Sequence[str]) -> Json:
    found = read_object(text)
    if missing := [key for key in keys if key not in found]:
        raise ValueError(f"no {', '.join(missing)} in it")
    return {key: found[key] for key in keys}


def _verdict(text: str) -> Verdict:
    found = read_object(text)
    evaluation, feedback = found.get("evaluation"), found.get("feedback")
    if not isinstance(evaluation, dict) or not all(isinstance(evaluation.get(name), str) for name in DIMENSIONS):
        raise ValueError(f'"evaluation" must have {", ".join(DIMENSIONS)}')
    parts = [feedback.get(name) for name in ("outline", "characters")] if isinstance(feedback, dict) else [None]
    if not all(isinstance(part, list) and all(isinstance(one, str) for one in part) for part in parts):
        raise ValueError('"feedback" must have the lists "outline" and "characters"')
    return Verdict({name: evaluation[name] for name in DIMENSIONS}, *parts)


def _questions(text: str) -> list[Json]:
    found = read_object(text).get("questions")
    if not isinstance(found, list) or not found:
        raise ValueError('"questions" must be a list')
    return found

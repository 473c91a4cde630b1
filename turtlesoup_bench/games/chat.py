"""The chat in which a model plays by a form, in messages of OpenAI's form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from turtlesoup_bench.data_urls import data_url
from turtlesoup_bench.games import ChatForm, Game, Observation, Part
from turtlesoup_bench.prompts import Message, Prompt


class PromptForm:
    """What the forms of prompts have in common: one prompt gives the system message and what is told."""

    def prompt(self, observation: Observation) -> Prompt:
        """The prompt with the values of an observation."""
        raise NotImplementedError

    def system(self, observation: Observation) -> str:
        """The rules, and the form of the reply."""
        return self.prompt(observation).system

    def tell(self, observation: Observation) -> Sequence[Part]:
        """The user message."""
        return [Part(self.prompt(observation).user)]


class GrowingForm(PromptForm):
    """A form whose chat grows: each user message tells what is new."""

    is_stateless = False

    def tell(self, observation: Observation) -> Sequence[Part]:
        """What is new; a complaint instead, if the last reply was not accepted."""
        return [Part(observation.complaint)] if observation.complaint else super().tell(observation)


def tell(chat: list[Message], form: ChatForm, observation: Observation, game: Game) -> None:
    """Adds to a chat what its model is told next; a stateless form begins it anew.

    Args:
        chat: What was said so far; changed in place.
        form: The model's words.
        observation: What its seat may know.
        game: For its images.
    """
    if form.is_stateless or not chat:
        chat[:] = [{"role": "system", "content": form.system(observation)}]
    chat.append({"role": "user", "content": _content(form.tell(observation), game)})


def _content(parts: Sequence[Part], game: Game) -> str | list[dict[str, Any]]:
    """A text where there is nothing but text, else the parts."""
    if all(part.media_type.startswith("text/") for part in parts):
        return "\n\n".join(part.content for part in parts)
    return [_content_part(part, game) for part in parts]


def _content_part(part: Part, game: Game) -> dict[str, Any]:
    if part.media_type.startswith("text/"):
        return {"type": "text", "text": part.content}
    return {"type": "image_url", "image_url": {"url": data_url(game.open_media(part.content), part.media_type)}}

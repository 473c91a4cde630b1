"""What the simulated players of these games read in a chat."""

from __future__ import annotations

from collections.abc import Sequence

from turtlesoup_bench.prompts import Message, PromptSet, find_prompt


def texts_of(messages: Sequence[Message], prompts: PromptSet) -> list[str] | None:
    """The texts of a chat after its system message, oldest first; None if it is not of these prompts."""
    prompt = find_prompt(messages)
    if prompt is None or not prompt.task.startswith(f"{prompts.name}/"):
        return None
    return [str(message["content"]) for message in messages[1:]]

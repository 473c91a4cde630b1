"""What a model says, without what it thought before: reasoning that a server leaves in the text of a reply."""

from __future__ import annotations

import re

_TAG = r"(?:think|thinking|thought|reasoning)>"
_BLOCK = re.compile(rf"^[^\S\n]*<{_TAG}.*?(?:</{_TAG}|\Z)", re.DOTALL | re.IGNORECASE | re.MULTILINE)
"""A block begins where its tag begins a line. Without an end, all that follows is reasoning that was cut short."""
_OPENING = re.compile(f"<{_TAG}", re.IGNORECASE)
_MARKS = "[\"'`“”‘’「」『』]"
_CLOSING = re.compile(rf"(?<!{_MARKS})</{_TAG}|</{_TAG}(?!{_MARKS})", re.IGNORECASE)
_JSON = ("{", "[", "```")


def read_text(content: str | None, finish_reason: str | None) -> str:
    """The text of a choice, without the reasoning in it; empty where nothing else is there.

    Args:
        content: As the provider sent it.
        finish_reason: Why it ends; what a content filter stopped is no reply, whatever was said until then.
    """
    if not content or finish_reason == "content_filter":
        return ""
    text = _BLOCK.sub("", content).strip()
    return text[_end_of_reasoning(text) :].strip()


def _end_of_reasoning(text: str) -> int:
    """Where reasoning ends whose opening tag was in the prompt, as chat templates have it; 0 where there is none.

    A tag that the text only mentions is none: in JSON, in quotation marks, or after an opening tag.
    """
    if text.startswith(_JSON):
        return 0
    opening = _OPENING.search(text)
    closings = [*_CLOSING.finditer(text, 0, opening.start() if opening else len(text))]
    return closings[-1].end() if closings else 0
